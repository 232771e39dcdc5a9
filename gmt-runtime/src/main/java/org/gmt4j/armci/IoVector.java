package org.gmt4j.armci;

/**
 * A list of equally long pieces that move together: piece i is at {@code local[i]} of the local side and at
 * {@code remote[i]} of the addressed node's part. The arrays are read during the call only.
 *
 * @param local  byte offsets at the caller
 * @param remote byte offsets at the target, the same number
 * @param bytes  length of each piece, 0 or more
 */
public record IoVector(long[] local, long[] remote, int bytes) {
    /** Refuses lists of different lengths. */
    public IoVector {
        if (local.length != remote.length) {
            throw new IllegalArgumentException("GMT-274 a vector has " + local.length + " local and "
                + remote.length + " remote offsets, expected as many of the one as of the other");
        }
        if (bytes < 0) {
            throw new IllegalArgumentException("GMT-274 a vector has pieces of " + bytes + " B, expected 0 or more");
        }
    }

    /** Returns the number of pieces. */
    public int size() {
        return local.length;
    }
}

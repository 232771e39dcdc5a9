package org.gmt4j.armci;

/**
 * Equal pieces of memory that move together: piece i lies at {@code local[i]} of the local side and at
 * {@code remote[i]} of the part of the node that is addressed. The arrays are read during the call only.
 *
 * @param local  byte offsets at the caller
 * @param remote byte offsets at the target, as many
 * @param bytes  of each piece, 0 or more
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

    /** Pieces. */
    public int size() {
        return local.length;
    }
}

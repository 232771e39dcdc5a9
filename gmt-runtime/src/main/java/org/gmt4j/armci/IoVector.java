package org.gmt4j.armci;

/**
 * A list of equally long pieces that move together: piece i is at {@code local[first + i]} of the local side and at
 * {@code remote[first + i]} of the addressed node's part. The arrays are read during the call only, so that one pair of
 * arrays may serve many lists.
 *
 * @param local  byte offsets at the caller
 * @param remote byte offsets at the target, the same number
 * @param first  the first piece's index in both
 * @param size   number of pieces
 * @param bytes  length of each piece, 0 or more
 */
public record IoVector(long[] local, long[] remote, int first, int size, int bytes) {
    /** Refuses lists of different lengths. */
    public IoVector {
        if (local.length != remote.length) {
            throw new IllegalArgumentException("GMT-274 a vector has " + local.length + " local and "
                + remote.length + " remote offsets, expected as many of the one as of the other");
        }
        if (bytes < 0) {
            throw new IllegalArgumentException("GMT-274 a vector has pieces of " + bytes + " B, expected 0 or more");
        }
        if ((first | size) < 0 || size > local.length - first) {
            throw new IllegalArgumentException("GMT-274 a vector has " + size + " pieces from " + first
                + " on, expected a part of " + local.length + " offsets");
        }
    }

    /** All offsets of two arrays. */
    public IoVector(final long[] local, final long[] remote, final int bytes) {
        this(local, remote, 0, local.length, bytes);
    }

    /** Returns the offset at the caller of a piece. */
    public long local(final int piece) {
        return local[first + piece];
    }

    /** Returns the offset at the target of a piece. */
    public long remote(final int piece) {
        return remote[first + piece];
    }
}

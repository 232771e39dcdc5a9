package org.gmt4j.aggregation.transport;

/** Checks that every transport makes of a claim. For transports; any thread; grade: per buffer. */
public final class Claims {
    private Claims() {
    }

    /**
     * Checks the arguments of a claim.
     *
     * @throws IllegalArgumentException when the length or the node is out of range
     */
    public static void check(final int length, final int maxLength, final int node, final int nodeCount) {
        if (length < 8 || length > maxLength || (length & 7) != 0) {
            throw new IllegalArgumentException(
                    "length must be a multiple of 8 from 8 to " + maxLength + ", found " + length);
        }
        if (node < 0 || node >= nodeCount) {
            throw new IllegalArgumentException("node must be from 0 to " + (nodeCount - 1) + ", found " + node);
        }
    }

    static IllegalStateException stillOpen() {
        return new IllegalStateException("a claim is still open: commit or abort it before the next tryClaim");
    }
}

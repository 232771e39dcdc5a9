package org.gmt4j.graph.serial;

/**
 * When PageRank rounds what vertices give along their edges to 4 bytes. An iteration lives on reading these shares at
 * random; half of the bytes are read in less than half of the time once they do not fit into a cache (Kronecker 20, one
 * thread, JDK 17: 2.0 instead of 5.5 ns an edge). A rule, not a setting: so ranks do not depend on the number of nodes.
 *
 * <p>What is lost is small against what the caller leaves open. A share is rounded by at most 2^-24 of itself, and what
 * that takes away is given to all vertices: an iteration changes by {@code 2 * 2^-24 * d} at most, all ranks together
 * by {@code 2 * 2^-24 * d / (1 - d)}, 6.8e-7 with the usual damping; a tolerance of 1e-6 leaves 5.7e-6 open.
 */
public final class RoundingRule {
    /** Shares of fewer vertices fit into a cache as they are. */
    private static final long FEWEST_VERTICES = 1 << 17;
    private static final double LEAST_TOLERANCE = 1e-6;
    /** Rounded away, and given back elsewhere. */
    private static final double UNIT = 2 * 0x1p-24;

    private RoundingRule() {
    }

    /** Whether shares are rounded to a float. */
    public static boolean isSingle(final long vertexCount, final double tolerance) {
        return vertexCount >= FEWEST_VERTICES && tolerance >= LEAST_TOLERANCE;
    }

    /** By how much an iteration on rounded shares differs at most from an exact one, all ranks together. */
    public static double ofIteration(final double damping) {
        return damping * UNIT;
    }

    /** By how much ranks found with rounded shares differ at most from exact ones, all together. */
    public static double ofRanks(final double damping) {
        return damping * UNIT / (1 - damping);
    }
}

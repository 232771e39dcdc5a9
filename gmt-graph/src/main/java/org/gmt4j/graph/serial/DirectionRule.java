package org.gmt4j.graph.serial;

/**
 * Decides level by level in which direction a direction-optimising search goes. Top-down: the frontier looks at all its
 * neighbours. Bottom-up: everybody not reached looks for one neighbour in the frontier, and stops at the first.
 * Immutable; may travel.
 *
 * <p>Bottom-up begins when the frontier's edges are more than 1/{@code alpha} of those not looked at yet, and ends when
 * the frontier shrinks and holds less than 1/{@code beta} of all vertices.
 *
 * @param alpha   above 0; larger: bottom-up earlier
 * @param beta    above 0; larger: bottom-up longer
 * @param pattern empty: as above; else letters {@code t} and {@code b} for the levels in turn, repeated
 * @see "Beamer, Asanovic, Patterson, Direction-Optimizing Breadth-First Search, SC 2012"
 */
public record DirectionRule(double alpha, double beta, String pattern) {
    /** {@code alpha} where nothing else is said. Beamer has 15. */
    public static final int DEFAULT_ALPHA = 16;
    /** {@code beta} where nothing else is said. Beamer has 18; see decision 0035. */
    public static final int DEFAULT_BETA = 72;

    public DirectionRule {
        if (!(alpha > 0) || !(beta > 0)) {
            throw new IllegalArgumentException("alpha " + alpha + " and beta " + beta + ": expected above 0");
        }
        if (!pattern.matches("[tb]*")) {
            throw new IllegalArgumentException("directions '" + pattern
                + "': expected letters t (top-down) and b (bottom-up)");
        }
    }

    /** Switches with the usual thresholds. */
    public static DirectionRule usual() {
        return new DirectionRule(DEFAULT_ALPHA, DEFAULT_BETA, "");
    }

    /** Directions as given, whatever the frontier. */
    public static DirectionRule forced(final String pattern) {
        return new DirectionRule(DEFAULT_ALPHA, DEFAULT_BETA, pattern);
    }

    /** Whether frontiers are looked at at all. */
    public boolean isForced() {
        return !pattern.isEmpty();
    }

    /**
     * The direction of a level: true for bottom-up.
     *
     * @param wasBottomUp     direction of the level before, false for the first
     * @param level           of the frontier, 0 for the root
     * @param frontier        vertices of the frontier
     * @param previous        vertices of the frontier before
     * @param vertices        of the graph
     * @param frontierEdges   edges of the frontier's rows, or their share of all; looked at after top-down levels only
     * @param unexploredEdges edges of rows that have not been in a top-down frontier, in the same unit
     */
    public boolean isBottomUp(final boolean wasBottomUp, final long level, final long frontier, final long previous,
                              final long vertices, final double frontierEdges, final double unexploredEdges) {
        if (isForced()) {
            return pattern.charAt((int) (level % pattern.length())) == 'b';
        }
        return wasBottomUp ? frontier >= previous || frontier > vertices / beta
            : frontierEdges > unexploredEdges / alpha;
    }
}

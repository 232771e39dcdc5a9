package org.gmt4j.graph.bfs;

/**
 * Measures what the large levels of a search cost one node, collectives left out: both directions wait in them, and
 * such a wait depends on the machine's other work more than on the level. Levels of few edges are not timed. Owned by
 * the task that runs the levels of a node. Per level.
 */
final class LevelClock {
    /** Shorter levels show how long visits are on their way, not what an edge costs; the same with rows. */
    private static final double LEAST_EDGES = 65_536;
    private static final double LEAST_ROWS = 512;

    private long startNs;
    private long levelNs;
    /** Of the level that comes next. */
    private double edges;
    private double enteringEdges;
    private boolean isEarly;
    private double leavingRows;
    private double topDownEdges;
    private double topDownTimeNs;
    private double enterNs;
    private double bottomUpNs;
    private double leaveNs;

    /** A search starts. */
    void start() {
        edges = 0;
        enteringEdges = 0;
        isEarly = false;
        leavingRows = 0;
        topDownEdges = 0;
        topDownTimeNs = 0;
        enterNs = 0;
        bottomUpNs = 0;
        leaveNs = 0;
    }

    /** The next level is a top-down one of so many edges. */
    void stay(final double levelEdges) {
        edges = levelEdges;
    }

    /**
     * The next level is the first bottom-up one, with so many edges not looked at.
     *
     * @param isHardlyMore the frontier is hardly above the threshold
     */
    void enter(final double unexploredEdges, final boolean isHardlyMore) {
        enteringEdges = unexploredEdges;
        isEarly = isHardlyMore;
    }

    /** The next level is a top-down one after bottom-up ones, and begins now: its rows are still to be listed. */
    void leave(final double rows) {
        leavingRows = rows;
        begin();
    }

    /** Returns whether a first top-down level after bottom-up ones is running. */
    boolean isLeaving() {
        return leavingRows > 0;
    }

    /** A level begins that is to be timed. */
    void begin() {
        levelNs = 0;
        startNs = System.nanoTime();
    }

    /** The node goes into a collective, or its part of the level is done. */
    void pause() {
        levelNs += System.nanoTime() - startNs;
    }

    /** The collective is over. */
    void resume() {
        startNs = System.nanoTime();
    }

    /** A top-down level is done. */
    void topDown() {
        pause();
        if (leavingRows >= LEAST_ROWS) {
            leaveNs = levelNs / leavingRows;
        } else if (leavingRows == 0 && edges >= LEAST_EDGES) {
            topDownEdges += edges;
            topDownTimeNs += levelNs;
        }
        leavingRows = 0;
    }

    /** A bottom-up level is done. */
    void bottomUp() {
        pause();
        if (enteringEdges > 0) {
            enterNs = levelNs / enteringEdges;
            enteringEdges = 0;
        } else {
            bottomUpNs = levelNs;
        }
    }

    /** Of the search that has ended. */
    LevelCosts costs() {
        return new LevelCosts(topDownEdges == 0 ? 0 : topDownTimeNs / topDownEdges, enterNs, isEarly,
            bottomUpNs, leaveNs);
    }
}

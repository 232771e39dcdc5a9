package org.gmt4j.engine.container;

/**
 * Who uses the records of a bag at one node: any number of loops, or one change that takes records away. Their memory
 * is read without a check, so no change may begin while a loop runs. Any thread; per loop and change, not per record.
 */
public final class RecordTurns {
    private static final int SHIFT_OF_NODE = 40;
    private int loops;
    /** Mark of the change under way; 0 without one. */
    private long changer;
    /** Whether the change has put its records aside, so that loops do not meet it. */
    private boolean isAside;
    private long changes;

    /** Returns a mark for a change that begins at a node; no other change of the bag has it. */
    public synchronized long newMark(final int nodeId) {
        return nodeId + 1L << SHIFT_OF_NODE | ++changes;
    }

    /** Begins a loop. Returns false where a change is under way, which ends soon. */
    public synchronized boolean beginLoop() {
        if (changer != 0 && !isAside) {
            return false;
        }
        loops++;
        return true;
    }

    /** Ends a loop that has begun. */
    public synchronized void endLoop() {
        loops--;
    }

    /** Begins a change. Returns false where a loop runs, or another change is under way. */
    public synchronized boolean beginChange(final long mark) {
        if (loops > 0 || changer != 0) {
            return false;
        }
        changer = mark;
        return true;
    }

    /** Lets loops over the other records begin while the change goes on. */
    public synchronized void putAside() {
        isAside = true;
    }

    /** Returns whether the change with this mark is under way. */
    public synchronized boolean isChangedBy(final long mark) {
        return changer == mark;
    }

    /** Ends the change under way. */
    public synchronized void endChange() {
        changer = 0;
        isAside = false;
    }
}

package org.gmt4j.graph;

import org.gmt4j.GlobalArray;
import org.gmt4j.NodeBound;

/**
 * Goes along with the values of a result wherever bodies capture them: where these leave the caller after the result
 * has been closed, it refuses to (GMT-342), before a node misses an array. A node has the array in its place. The first
 * task of a job does not leave the caller, and asks by {@link #requireOpen}. Any thread; never waits, for a closing
 * result may wait for the thread.
 */
final class OpenMark implements NodeBound {
    private final ResultLife life;
    private final GlobalArray array;

    /** @param array one of the result */
    OpenMark(final ResultLife life, final GlobalArray array) {
        this.life = life;
        this.array = array;
    }

    /**
     * Refuses values of a closed result to a task that shares them with the caller: their array has no elements then,
     * and a loop over them would do nothing.
     *
     * @param mark of the values; the array in its place, on a node, says nothing
     */
    static void requireOpen(final NodeBound mark) {
        if (mark instanceof OpenMark open) {
            open.life.requireOpen();
        }
    }

    @Override
    public int boundKind() {
        life.requireOpen();
        return ((NodeBound) array).boundKind();
    }

    @Override
    public long boundId() {
        return ((NodeBound) array).boundId();
    }

    @Override
    public NodeBound boundObject() {
        return array;
    }
}

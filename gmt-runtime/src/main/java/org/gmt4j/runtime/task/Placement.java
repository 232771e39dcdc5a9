package org.gmt4j.runtime.task;

/** Which node owns which elements: what a loop may follow. Implemented by global arrays. */
public interface Placement {
    long size();

    int owner(long index);

    /** Calls back for each maximal run of elements of one owner within [low, high), in ascending order. */
    void forEachRun(long low, long high, RunConsumer consumer);

    /** Takes one run of elements. */
    interface RunConsumer {
        void run(int node, long low, long high);
    }
}

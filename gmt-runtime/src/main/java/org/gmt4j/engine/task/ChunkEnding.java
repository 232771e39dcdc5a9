package org.gmt4j.engine.task;

import org.gmt4j.TaskContext;

/**
 * What a layer above has to let go when a chunk or task ends, however it ends: a mutex that is still held.
 *
 * @see UnfinishedTask#atEnd(ChunkEnding)
 */
public interface ChunkEnding {
    /**
     * On the task's fiber, when its body has ended and what it has issued has completed. Must not wait; may issue
     * commands, the task ends after them.
     *
     * @param hasFailed the body ended by an exception
     * @return what the task is to fail with when it has not failed anyhow, or null
     */
    RuntimeException chunkEnds(TaskContext ctx, boolean hasFailed);

    /**
     * For reports: the name of what others cannot have before, see {@link org.gmt4j.engine.hang.Awaited#resource()};
     * empty: nothing.
     */
    default String resource() {
        return "";
    }

    /** For reports, for example "holds mutex 1 of node 0"; empty: nothing to tell. */
    default String describe() {
        return "";
    }
}

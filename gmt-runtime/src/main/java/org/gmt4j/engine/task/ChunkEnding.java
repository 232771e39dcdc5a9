package org.gmt4j.engine.task;

import org.gmt4j.TaskContext;

/**
 * A resource of a layer above that must be released when a chunk or task ends in any way, such as a held mutex.
 *
 * @see UnfinishedTask#atEnd(ChunkEnding)
 */
public interface ChunkEnding {
    /**
     * Releases the resource. Called on the task's fiber, when its body has ended and its operations have completed.
     * Must not wait; may issue commands, after which the task ends.
     *
     * @param hasFailed whether the body ended by an exception
     * @return the failure of a task that has not failed otherwise, or null
     */
    RuntimeException chunkEnds(TaskContext ctx, boolean hasFailed);

    /**
     * Returns the name of the resource that others wait for, see {@link org.gmt4j.engine.hang.Awaited#resource()}, or
     * an empty string. For reports.
     */
    default String resource() {
        return "";
    }

    /** Returns a description such as "holds mutex 1 of node 0", or an empty string. For reports. */
    default String describe() {
        return "";
    }
}

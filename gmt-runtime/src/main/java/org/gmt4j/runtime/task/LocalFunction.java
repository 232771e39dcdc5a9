package org.gmt4j.runtime.task;

import java.io.Serializable;

/**
 * A {@link LocalBody} with a result.
 *
 * @param <R> type of the result, transferable
 */
@FunctionalInterface
public interface LocalFunction<R> extends Serializable {
    R call(TaskContext ctx);
}

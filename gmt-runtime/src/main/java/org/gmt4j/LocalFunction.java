package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * A {@link LocalBody} with a result.
 *
 * @param <R> type of the result, transferable
 */
@Body
@FunctionalInterface
public interface LocalFunction<R> extends Serializable {
    /**
     * Runs the body at the called node.
     *
     * @param ctx context for local data and non-blocking commands; must not be kept
     * @return the result
     */
    R call(TaskContext ctx);
}

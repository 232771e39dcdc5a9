package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * The body of a task. Runs on a fiber of some node and may wait.
 *
 * <p>Usually a lambda. It travels as class, method and captured values. Captured values must be transferable:
 * primitives and their boxes, strings, arrays of primitives and of strings, {@code Duration}, {@code BigInteger},
 * lists, sets and maps of {@code java.util}, records, enums and lambdas of registered classes, objects of classes that
 * are {@link Transferable}: all copied, and collections read-only; and what lies on all nodes, such as global arrays,
 * containers, {@link NodeLocal}s and visitors, of which the body uses the node's own part. See docs/data.md.
 *
 * <p>The first body of a job, see {@link GmtCluster#run}, does not travel: it captures anything, and no copy.
 */
@Body
@FunctionalInterface
public interface TaskBody extends Serializable {
    /**
     * Runs the task.
     *
     * @param ctx context of the task; valid during this call
     */
    void run(TaskContext ctx) throws SuspendExecution;
}

package org.gmt4j.armci;

import java.util.concurrent.CompletableFuture;
import org.gmt4j.Patch;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One-sided operations of a node for threads that are no tasks of it: any number of them at once. Each operation runs
 * as a small task on one of the node's workers; the thread waits without spinning. A few microseconds each, so
 * transfers are best large, or started together. Implemented by the runtime alone.
 *
 * <p>The plain verbs wait. The non-blocking form is {@link #start}: it runs any number of operations as one task and
 * returns a future. Operations of one thread that waits take effect in their order, started ones in any order.
 *
 * <p>The worker uses sources and targets that are Java arrays until the operation has ended. Refusals of {@link Armci}
 * are thrown with the same exception in the calling thread, and nothing has moved. When the node fails, all waits throw
 * the cause. A thread that is interrupted waits for the end of its operation all the same, for 10 s at most, and then
 * throws GMT-279, which says whether it has ended.
 */
public interface BlockingArmci {
    /** Operations to run as one task. The class must be instrumented, as that of any body that waits. */
    @FunctionalInterface
    interface Operations<R> {
        /**
         * Runs the operations.
         *
         * @param armci operations of the task
         * @return the result
         */
        R run(Armci armci) throws SuspendExecution;
    }

    // --- any operations ---

    /** Starts operations as one task. The future completes when all of them have taken effect. */
    <R> CompletableFuture<R> start(Operations<R> operations);

    /** Runs operations as one task and waits for them. */
    <R> R call(Operations<R> operations);

    // --- memory ---

    /** Allocates memory as {@link Armci#allocate(long)} does. */
    ArmciMemory allocate(long bytesPerNode);

    /** Allocates memory as {@link Armci#allocate(long[])} does. */
    ArmciMemory allocate(long[] bytesByNode);

    /** Allocates memory as {@link Armci#allocate(int[], long[])} does. */
    ArmciMemory allocate(int[] members, long[] bytes);

    /** Allocates memory as {@link Armci#allocateLocal} does. */
    ArmciMemory allocateLocal(long bytes);

    /** Frees memory as {@link Armci#free} does. */
    void free(ArmciMemory memory);

    // --- transfers: see Armci ---

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    void put(LocalBuffer source, long from, ArmciMemory target, int node, long to, long bytes);

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    void get(ArmciMemory source, int node, long from, LocalBuffer target, long to, long bytes);

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    void accumulate(Accumulate op, LocalBuffer source, long from, ArmciMemory target, int node, long to, long bytes);

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    void putStrided(LocalBuffer source, Patch from, ArmciMemory target, int node, Patch to);

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    void getStrided(ArmciMemory source, int node, Patch from, LocalBuffer target, Patch to);

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    void accumulateStrided(Accumulate op, LocalBuffer source, Patch from, ArmciMemory target, int node, Patch to);

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    void putPatches(LocalBuffer source, Patch[] from, ArmciMemory target, int node, Patch[] to);

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    void getPatches(ArmciMemory source, int node, Patch[] from, LocalBuffer target, Patch[] to);

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    void accumulatePatches(Accumulate op, LocalBuffer source, Patch[] from, ArmciMemory target, int node, Patch[] to);

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    void putVector(LocalBuffer source, ArmciMemory target, int node, IoVector... vectors);

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    void getVector(ArmciMemory source, int node, LocalBuffer target, IoVector... vectors);

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    void accumulateVector(Accumulate op, LocalBuffer source, ArmciMemory target, int node, IoVector... vectors);

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    void putLong(ArmciMemory target, int node, long to, long value);

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    void putDouble(ArmciMemory target, int node, long to, double value);

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    long getLong(ArmciMemory source, int node, long from);

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    double getDouble(ArmciMemory source, int node, long from);
}

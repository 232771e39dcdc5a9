package org.gmt4j.armci;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.gmt4j.GmtException;
import org.gmt4j.Patch;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One-sided operations of a node for threads that are not tasks; any number of threads. Each operation runs as a small
 * task on one of the node's workers, and the calling thread waits without spinning. Each costs a few microseconds, so
 * transfers should be large or started together.
 *
 * <p>The plain verbs wait. The non-blocking form is {@link #start}: it runs any number of operations as one task and
 * returns a future. Operations of one thread that waits take effect in their order, started ones in any order.
 *
 * <p>The worker uses sources and targets that are Java arrays until the operation has ended. Refusals of {@link Armci}
 * are thrown with the same exception in the calling thread, and nothing has moved. When the node fails, all waits throw
 * the cause.
 */
public final class BlockingArmci {
    /** Operations to run as one task. The class must be instrumented, as that of any body that waits. */
    @FunctionalInterface
    public interface Operations<R> {
        /**
         * Runs the operations.
         *
         * @param armci operations of the task
         * @return the result
         */
        R run(Armci armci) throws SuspendExecution;
    }

    /** Operations without a result. */
    @FunctionalInterface
    private interface Verb {
        void run(Armci armci) throws SuspendExecution;
    }

    /** A result, or the exception to rethrow in the waiting thread. */
    private record Outcome(Object result, RuntimeException failure) {
    }

    private final Submitter node;

    /** Runs bodies as tasks of a node and returns their results. */
    public interface Submitter {
        /** Starts a body as a task of the node. */
        <R> CompletableFuture<R> submit(TaskFunction<R> body);
    }

    /**
     * Creates the operations of a node. For use by the runtime.
     *
     * @param node whose workers run the operations
     */
    public BlockingArmci(final Submitter node) {
        this.node = node;
    }

    // --- any operations ---

    /** Starts operations as one task. The future completes when all of them have taken effect. */
    @SuppressWarnings("unchecked")
    public <R> CompletableFuture<R> start(final Operations<R> operations) {
        final TaskFunction<Outcome> body = ctx -> {
            try {
                final R result = operations.run(Armci.of(ctx));
                ctx.await();
                return new Outcome(result, null);
            } catch (final RuntimeException e) {
                return new Outcome(null, e);
            }
        };
        return node.submit(body).thenApply(outcome -> {
            if (outcome.failure() != null) {
                throw outcome.failure();
            }
            return (R) outcome.result();
        });
    }

    /** Runs operations as one task and waits for them. */
    public <R> R call(final Operations<R> operations) {
        final CompletableFuture<R> future = start(operations);
        try {
            return future.get();
        } catch (final java.util.concurrent.ExecutionException | CompletionException e) {
            throw e.getCause() instanceof RuntimeException ? (RuntimeException) e.getCause()
                : new IllegalStateException(e.getCause());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GmtException("GMT-279", "the thread that waits for a one-sided operation was interrupted", e);
        }
    }

    private void run(final Verb verb) {
        call(armci -> {
            verb.run(armci);
            return null;
        });
    }

    // --- memory ---

    /** Allocates memory as {@link Armci#allocate(long)} does. */
    public ArmciMemory allocate(final long bytesPerNode) {
        return call(armci -> armci.allocate(bytesPerNode));
    }

    /** Allocates memory as {@link Armci#allocate(long[])} does. */
    public ArmciMemory allocate(final long[] bytesByNode) {
        return call(armci -> armci.allocate(bytesByNode));
    }

    /** Allocates memory as {@link Armci#allocate(int[], long[])} does. */
    public ArmciMemory allocate(final int[] members, final long[] bytes) {
        return call(armci -> armci.allocate(members, bytes));
    }

    /** Allocates memory as {@link Armci#allocateLocal} does. */
    public ArmciMemory allocateLocal(final long bytes) {
        return call(armci -> armci.allocateLocal(bytes));
    }

    /** Frees memory as {@link Armci#free} does. */
    public void free(final ArmciMemory memory) {
        run(armci -> armci.free(memory));
    }

    // --- transfers: see Armci ---

    /** Runs {@link Armci#put} and waits until it has taken effect. */
    public void put(final LocalBuffer source, final long from, final ArmciMemory target, final int node,
                    final long to, final long bytes) {
        run(armci -> armci.put(source, from, target, node, to, bytes));
    }

    /** Runs {@link Armci#get} and waits until the data have arrived. */
    public void get(final ArmciMemory source, final int node, final long from, final LocalBuffer target,
                    final long to, final long bytes) {
        run(armci -> armci.get(source, node, from, target, to, bytes));
    }

    /** Runs {@link Armci#accumulate} and waits until it has taken effect. */
    public void accumulate(final Accumulate op, final LocalBuffer source, final long from, final ArmciMemory target,
                           final int node, final long to, final long bytes) {
        run(armci -> armci.accumulate(op, source, from, target, node, to, bytes));
    }

    /** Runs {@link Armci#putStrided} and waits until it has taken effect. */
    public void putStrided(final LocalBuffer source, final Patch from, final ArmciMemory target, final int node,
                           final Patch to) {
        run(armci -> armci.putStrided(source, from, target, node, to));
    }

    /** Runs {@link Armci#getStrided} and waits until the data have arrived. */
    public void getStrided(final ArmciMemory source, final int node, final Patch from, final LocalBuffer target,
                           final Patch to) {
        run(armci -> armci.getStrided(source, node, from, target, to));
    }

    /** Runs {@link Armci#accumulateStrided} and waits until it has taken effect. */
    public void accumulateStrided(final Accumulate op, final LocalBuffer source, final Patch from,
                                  final ArmciMemory target, final int node, final Patch to) {
        run(armci -> armci.accumulateStrided(op, source, from, target, node, to));
    }

    /** Runs {@link Armci#putVector} and waits until it has taken effect. */
    public void putVector(final LocalBuffer source, final ArmciMemory target, final int node,
                          final IoVector... vectors) {
        run(armci -> armci.putVector(source, target, node, vectors));
    }

    /** Runs {@link Armci#getVector} and waits until the data have arrived. */
    public void getVector(final ArmciMemory source, final int node, final LocalBuffer target,
                          final IoVector... vectors) {
        run(armci -> armci.getVector(source, node, target, vectors));
    }

    /** Runs {@link Armci#accumulateVector} and waits until it has taken effect. */
    public void accumulateVector(final Accumulate op, final LocalBuffer source,
                                 final ArmciMemory target, final int node, final IoVector... vectors) {
        run(armci -> armci.accumulateVector(op, source, target, node, vectors));
    }

    /** Runs {@link Armci#putLong} and waits until it has taken effect. */
    public void putLong(final ArmciMemory target, final int node, final long to, final long value) {
        run(armci -> armci.putLong(target, node, to, value));
    }

    /** Runs {@link Armci#putDouble} and waits until it has taken effect. */
    public void putDouble(final ArmciMemory target, final int node, final long to, final double value) {
        run(armci -> armci.putDouble(target, node, to, value));
    }

    /** Runs {@link Armci#getLong} and waits until the data have arrived. */
    public long getLong(final ArmciMemory source, final int node, final long from) {
        return call(armci -> armci.getLong(source, node, from));
    }

    /** Runs {@link Armci#getDouble} and waits until the data have arrived. */
    public double getDouble(final ArmciMemory source, final int node, final long from) {
        return call(armci -> armci.getDouble(source, node, from));
    }
}

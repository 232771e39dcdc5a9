package org.gmt4j.armci;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.gmt4j.GmtException;
import org.gmt4j.Patch;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One-sided operations of a node for threads that are no tasks of it: any number of them at once. Each operation runs
 * as a small task on one of the node's workers; the thread waits without spinning. A few microseconds each, so
 * transfers are best large, or started together.
 *
 * <p>The plain verbs wait. {@link #start} is the non-blocking form: it runs any number of operations as one task and
 * returns a future, which is their handle. Operations of one thread that wait take effect in their order; those that
 * were started, in any.
 *
 * <p>Sources and targets that are arrays of Java are used by the worker until the operation has ended. What
 * {@link Armci} refuses is refused here with the same exception, in the calling thread, and nothing has moved. When the
 * node fails, its cause comes out of every wait.
 */
public final class BlockingArmci {
    /** What {@link #start} runs. Its class must have been instrumented, as that of any body that waits. */
    @FunctionalInterface
    public interface Operations<R> {
        /**
         * The operations.
         *
         * @param armci of the task that runs them
         * @return the result
         */
        R run(Armci armci) throws SuspendExecution;
    }

    /** Operations without a result. */
    @FunctionalInterface
    private interface Verb {
        void run(Armci armci) throws SuspendExecution;
    }

    /** A result, or the exception itself: it goes to the thread as it is. */
    private record Outcome(Object result, RuntimeException failure) {
    }

    private final Submitter node;

    /** How a node runs a body as a task and tells its result. */
    public interface Submitter {
        /** Starts a body as a task of the node. */
        <R> CompletableFuture<R> submit(TaskFunction<R> body);
    }

    /**
     * Made by a node.
     *
     * @param node whose workers run the operations
     */
    public BlockingArmci(final Submitter node) {
        this.node = node;
    }

    // --- any operations ---

    /** Starts operations as one task; the future ends when all they have issued has taken effect. */
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

    /** As {@link Armci#allocate(long)}. */
    public ArmciMemory allocate(final long bytesPerNode) {
        return call(armci -> armci.allocate(bytesPerNode));
    }

    /** As {@link Armci#allocate(long[])}. */
    public ArmciMemory allocate(final long[] bytesByNode) {
        return call(armci -> armci.allocate(bytesByNode));
    }

    /** As {@link Armci#allocate(int[], long[])}. */
    public ArmciMemory allocate(final int[] members, final long[] bytes) {
        return call(armci -> armci.allocate(members, bytes));
    }

    /** As {@link Armci#allocateLocal}. */
    public ArmciMemory allocateLocal(final long bytes) {
        return call(armci -> armci.allocateLocal(bytes));
    }

    /** As {@link Armci#free}. */
    public void free(final ArmciMemory memory) {
        run(armci -> armci.free(memory));
    }

    // --- transfers: see Armci ---

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    public void put(final LocalBuffer source, final long from, final ArmciMemory target, final int node,
                    final long to, final long bytes) {
        run(armci -> armci.put(source, from, target, node, to, bytes));
    }

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    public void get(final ArmciMemory source, final int node, final long from, final LocalBuffer target,
                    final long to, final long bytes) {
        run(armci -> armci.get(source, node, from, target, to, bytes));
    }

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    public void accumulate(final Accumulate op, final LocalBuffer source, final long from, final ArmciMemory target,
                           final int node, final long to, final long bytes) {
        run(armci -> armci.accumulate(op, source, from, target, node, to, bytes));
    }

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    public void putStrided(final LocalBuffer source, final Patch from, final ArmciMemory target, final int node,
                           final Patch to) {
        run(armci -> armci.putStrided(source, from, target, node, to));
    }

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    public void getStrided(final ArmciMemory source, final int node, final Patch from, final LocalBuffer target,
                           final Patch to) {
        run(armci -> armci.getStrided(source, node, from, target, to));
    }

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    public void accumulateStrided(final Accumulate op, final LocalBuffer source, final Patch from,
                                  final ArmciMemory target, final int node, final Patch to) {
        run(armci -> armci.accumulateStrided(op, source, from, target, node, to));
    }

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    public void putVector(final LocalBuffer source, final ArmciMemory target, final int node,
                          final IoVector... vectors) {
        run(armci -> armci.putVector(source, target, node, vectors));
    }

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    public void getVector(final ArmciMemory source, final int node, final LocalBuffer target,
                          final IoVector... vectors) {
        run(armci -> armci.getVector(source, node, target, vectors));
    }

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    public void accumulateVector(final Accumulate op, final LocalBuffer source,
                                 final ArmciMemory target, final int node, final IoVector... vectors) {
        run(armci -> armci.accumulateVector(op, source, target, node, vectors));
    }

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    public void putLong(final ArmciMemory target, final int node, final long to, final long value) {
        run(armci -> armci.putLong(target, node, to, value));
    }

    /** As the verb of {@link Armci}; waits until it has taken effect. */
    public void putDouble(final ArmciMemory target, final int node, final long to, final double value) {
        run(armci -> armci.putDouble(target, node, to, value));
    }

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    public long getLong(final ArmciMemory source, final int node, final long from) {
        return call(armci -> armci.getLong(source, node, from));
    }

    /** As the verb of {@link Armci}; waits until the data have arrived. */
    public double getDouble(final ArmciMemory source, final int node, final long from) {
        return call(armci -> armci.getDouble(source, node, from));
    }
}

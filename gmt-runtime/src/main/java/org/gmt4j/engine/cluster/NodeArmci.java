package org.gmt4j.engine.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gmt4j.GmtException;
import org.gmt4j.Patch;
import org.gmt4j.TaskFunction;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.BlockingArmci;
import org.gmt4j.armci.IoVector;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.engine.node.Node;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The engine's side of {@link BlockingArmci}: each operation is a small task on one of the node's workers, and the
 * thread waits for its future. Any thread; per operation.
 */
final class NodeArmci implements BlockingArmci {
    /** Operations without a result. */
    @FunctionalInterface
    private interface Verb {
        void run(Armci armci) throws SuspendExecution;
    }

    /** A result, or the exception to rethrow in the waiting thread. */
    private record Outcome(Object result, RuntimeException failure) {
    }

    private final Node node;
    private final NodeCluster cluster;

    /** @param node whose workers run the operations */
    NodeArmci(final Node node, final NodeCluster cluster) {
        this.node = node;
        this.cluster = cluster;
    }

    // --- any operations ---

    @Override
    public <R> CompletableFuture<R> start(final Operations<R> operations) {
        return cluster.continuations().of(begin(operations));
    }

    /** The future is completed by a thread of the node. */
    @SuppressWarnings("unchecked")
    private <R> CompletableFuture<R> begin(final Operations<R> operations) {
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

    @Override
    public <R> R call(final Operations<R> operations) {
        cluster.requireNoBody("waits for a one-sided operation of a plain thread");
        final CompletableFuture<R> future = begin(operations);
        try {
            return future.get();
        } catch (final java.util.concurrent.ExecutionException | CompletionException e) {
            throw e.getCause() instanceof RuntimeException ? (RuntimeException) e.getCause()
                : new IllegalStateException(e.getCause());
        } catch (final InterruptedException e) {
            final boolean hasEnded = awaitEnd(future);
            Thread.currentThread().interrupt();
            throw new GmtException("GMT-279", "the thread that waits for a one-sided operation was interrupted; the "
                + "operation " + (hasEnded ? "has ended" : "still runs after "
                + NodeCluster.INTERRUPTED_GRACE.toSeconds() + " s, so what it reads and writes here must not be used "
                + "yet"), e);
        }
    }

    /** Whatever else interrupts the thread: the operation reads and writes arrays of the caller. */
    private static boolean awaitEnd(final CompletableFuture<?> future) {
        final long endNs = System.nanoTime() + NodeCluster.INTERRUPTED_GRACE.toNanos();
        for (;;) {
            try {
                future.get(endNs - System.nanoTime(), TimeUnit.NANOSECONDS);
                return true;
            } catch (final InterruptedException again) {
                continue;
            } catch (final java.util.concurrent.ExecutionException | CompletionException failed) {
                return true;
            } catch (final TimeoutException late) {
                return false;
            }
        }
    }

    private void run(final Verb verb) {
        call(armci -> {
            verb.run(armci);
            return null;
        });
    }

    // --- memory ---

    @Override
    public ArmciMemory allocate(final long bytesPerNode) {
        return call(armci -> armci.allocate(bytesPerNode));
    }

    @Override
    public ArmciMemory allocate(final long[] bytesByNode) {
        return call(armci -> armci.allocate(bytesByNode));
    }

    @Override
    public ArmciMemory allocate(final int[] members, final long[] bytes) {
        return call(armci -> armci.allocate(members, bytes));
    }

    @Override
    public ArmciMemory allocateLocal(final long bytes) {
        return call(armci -> armci.allocateLocal(bytes));
    }

    @Override
    public void free(final ArmciMemory memory) {
        run(armci -> armci.free(memory));
    }

    // --- transfers: see Armci ---

    @Override
    public void put(final LocalBuffer source, final long from, final ArmciMemory target, final int node,
                    final long to, final long bytes) {
        run(armci -> armci.put(source, from, target, node, to, bytes));
    }

    @Override
    public void get(final ArmciMemory source, final int node, final long from, final LocalBuffer target,
                    final long to, final long bytes) {
        run(armci -> armci.get(source, node, from, target, to, bytes));
    }

    @Override
    public void accumulate(final Accumulate op, final LocalBuffer source, final long from, final ArmciMemory target,
                           final int node, final long to, final long bytes) {
        run(armci -> armci.accumulate(op, source, from, target, node, to, bytes));
    }

    @Override
    public void putStrided(final LocalBuffer source, final Patch from, final ArmciMemory target, final int node,
                           final Patch to) {
        run(armci -> armci.putStrided(source, from, target, node, to));
    }

    @Override
    public void getStrided(final ArmciMemory source, final int node, final Patch from, final LocalBuffer target,
                           final Patch to) {
        run(armci -> armci.getStrided(source, node, from, target, to));
    }

    @Override
    public void accumulateStrided(final Accumulate op, final LocalBuffer source, final Patch from,
                                  final ArmciMemory target, final int node, final Patch to) {
        run(armci -> armci.accumulateStrided(op, source, from, target, node, to));
    }

    @Override
    public void putPatches(final LocalBuffer source, final Patch[] from, final ArmciMemory target, final int node,
                           final Patch[] to) {
        run(armci -> armci.putPatches(source, from, target, node, to));
    }

    @Override
    public void getPatches(final ArmciMemory source, final int node, final Patch[] from, final LocalBuffer target,
                           final Patch[] to) {
        run(armci -> armci.getPatches(source, node, from, target, to));
    }

    @Override
    public void accumulatePatches(final Accumulate op, final LocalBuffer source, final Patch[] from,
                                  final ArmciMemory target, final int node, final Patch[] to) {
        run(armci -> armci.accumulatePatches(op, source, from, target, node, to));
    }

    @Override
    public void putVector(final LocalBuffer source, final ArmciMemory target, final int node,
                          final IoVector... vectors) {
        run(armci -> armci.putVector(source, target, node, vectors));
    }

    @Override
    public void getVector(final ArmciMemory source, final int node, final LocalBuffer target,
                          final IoVector... vectors) {
        run(armci -> armci.getVector(source, node, target, vectors));
    }

    @Override
    public void accumulateVector(final Accumulate op, final LocalBuffer source,
                                 final ArmciMemory target, final int node, final IoVector... vectors) {
        run(armci -> armci.accumulateVector(op, source, target, node, vectors));
    }

    @Override
    public void putLong(final ArmciMemory target, final int node, final long to, final long value) {
        run(armci -> armci.putLong(target, node, to, value));
    }

    @Override
    public void putDouble(final ArmciMemory target, final int node, final long to, final double value) {
        run(armci -> armci.putDouble(target, node, to, value));
    }

    @Override
    public long getLong(final ArmciMemory source, final int node, final long from) {
        return call(armci -> armci.getLong(source, node, from));
    }

    @Override
    public double getDouble(final ArmciMemory source, final int node, final long from) {
        return call(armci -> armci.getDouble(source, node, from));
    }
}

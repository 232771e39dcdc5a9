package org.gmt4j.bench.ceiling;

import java.util.List;
import java.util.Optional;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.sequence.UpdateSums;

/**
 * The ceiling on all nodes of a cluster, driven from node 0. Main thread. While it is open, {@link #keepAlive()} must
 * be called every few seconds: its transports have no thread of their own.
 */
public final class CeilingSession implements AutoCloseable {
    private final GmtCluster cluster;
    private final int shift;
    private final UpdateSums sums = new UpdateSums();
    private long lastSeed;
    private long lastOperations;

    private CeilingSession(final GmtCluster cluster, final int log2) {
        this.cluster = cluster;
        shift = Long.SIZE - log2;
    }

    /** The class whose bodies must be registered. */
    public static Class<?> tasks() {
        return CeilingTasks.class;
    }

    /**
     * Opens a second transport on each node and a table of 2^log2 elements of its own.
     *
     * @return empty when the nodes offer no second transport
     */
    public static Optional<CeilingSession> open(final GmtCluster cluster, final int log2) {
        final List<Boolean> possible = cluster.call(ctx -> ctx.callOnAll(CeilingTasks.isPossible()));
        if (possible.contains(false)) {
            return Optional.empty();
        }
        cluster.run(ctx -> ctx.executeOnAll(CeilingTasks.open(log2)));
        return Optional.of(new CeilingSession(cluster, log2));
    }

    public int nodeCount() {
        return cluster.nodeCount();
    }

    /** Runs it once; returns nanoseconds from the first node's start to the last node's end, seen from node 0. */
    public long run(final CeilingRecord record, final long operationsPerNode, final long seed) {
        lastSeed = seed;
        lastOperations = operationsPerNode;
        return cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            ctx.executeOnAll(CeilingTasks.run(record == CeilingRecord.PACKED, seed, operationsPerNode));
            return System.nanoTime() - startNs;
        });
    }

    /** Checks the table after each run. */
    public boolean verify() {
        final long seed = lastSeed;
        final long operations = lastOperations;
        final int bits = shift;
        sums.expect(cluster.call(ctx -> ctx.callOnAll(CeilingTasks.expectedSums(seed, bits, operations))));
        return sums.agrees(cluster.call(ctx -> ctx.callOnAll(CeilingTasks.heldSums())));
    }

    public void keepAlive() {
        cluster.run(ctx -> ctx.executeOnAll(CeilingTasks.keepAlive()));
    }

    @Override
    public void close() {
        cluster.run(ctx -> ctx.executeOnAll(CeilingTasks.close()));
    }
}

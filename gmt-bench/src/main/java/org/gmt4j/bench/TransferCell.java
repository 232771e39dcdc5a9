package org.gmt4j.bench;

import org.HdrHistogram.Histogram;
import org.gmt4j.GlobalByteArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.fibers.SuspendExecution;

/** Transfers of one size and target: runs, latencies, proof. Main thread of node 0. */
final class TransferCell {
    /** The four ways, by the names of results. */
    enum Way {
        GET("get"), GET_NB("get-nb"), PUT("put"), PUT_NB("put-nb");

        private final String label;

        Way(final String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        boolean isBlocking() {
            return this == GET || this == PUT;
        }

        boolean isPut() {
            return this == PUT || this == PUT_NB;
        }
    }

    private static final int WINDOW = 64;
    private static final int WINDOW_BYTES = 128 * 1024;
    /** Bytes that the tasks of one node hold in targets of gets at a time. */
    private static final long HELD_BYTES = 32 << 20;
    private static final long PROOF_BYTES = 64 << 20;
    private static final long PROOF_TRANSFERS = 100_000;

    private final GmtCluster cluster;
    private final GlobalLongArray longs;
    private final GlobalByteArray bytesArray;
    private final int bytes;
    private final Transfer transfer;
    private Transfer last;
    private long lastOperations;

    TransferCell(final GmtCluster cluster, final GlobalLongArray longs, final GlobalByteArray bytesArray,
                 final int bytes, final boolean remote) {
        this.cluster = cluster;
        this.longs = longs;
        this.bytesArray = bytesArray;
        this.bytes = bytes;
        final int nodes = cluster.nodeCount();
        final long unitsPerNode = (bytes == 1 ? bytesArray.size() : longs.size()) / nodes;
        final int window = Math.max(1, Math.min(WINDOW, WINDOW_BYTES / bytes));
        transfer = new Transfer(0, nodes, unitsPerNode, bytes == 1 ? 1 : bytes / Long.BYTES, remote, window);
    }

    /** Writes the data expected by gets, or zeros so that puts can be proved. */
    void prepare(final Way way) {
        final TaskBody fill = bytes == 1 ? TransferBodies.fill(bytesArray, transfer, way.isPut())
            : TransferBodies.fill(longs, transfer, way.isPut());
        cluster.run(ctx -> ctx.executeOnAll(fill));
    }

    Measured.Sample run(final Way way, final long atLeast, final long seed) {
        final long chunk = chunk(atLeast, way.isBlocking());
        last = transfer.withSeed(seed);
        lastOperations = Measured.wholeChunks(atLeast, chunk);
        final RangeBody body = body(way, last);
        final long operations = lastOperations * cluster.nodeCount();
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            ctx.parFor(operations, chunk, SpawnPolicy.PARTITION, body);
            return System.nanoTime() - startNs;
        });
        return new Measured.Sample(operations, ns);
    }

    /** Some waits in each task, and not more tasks than may hold their targets. */
    private long chunk(final long operationsPerNode, final boolean isBlocking) {
        final int window = isBlocking ? 1 : transfer.window();
        final long wanted = Math.max(1, isBlocking ? Math.min(64, WINDOW_BYTES / bytes) : 8L * window);
        final long tasks = Math.max(1, HELD_BYTES / ((long) window * bytes));
        return Math.max(wanted, (operationsPerNode - 1) / tasks + 1);
    }

    private RangeBody body(final Way way, final Transfer how) {
        if (bytes == 1) {
            switch (way) {
                case GET:
                    return TransferBodies.get(bytesArray, how);
                case GET_NB:
                    return TransferBodies.getNb(bytesArray, how);
                case PUT:
                    return TransferBodies.put(bytesArray, how);
                default:
                    return TransferBodies.putNb(bytesArray, how);
            }
        }
        switch (way) {
            case GET:
                return TransferBodies.get(longs, how);
            case GET_NB:
                return TransferBodies.getNb(longs, how);
            case PUT:
                return TransferBodies.put(longs, how);
            default:
                return TransferBodies.putNb(longs, how);
        }
    }

    /** Gets the data that the last run should have put, or got, and compares. */
    boolean proves() {
        final long count = Math.max(1, Math.min(lastOperations, Math.min(PROOF_TRANSFERS, PROOF_BYTES / bytes)));
        final GlobalLongArray errors = cluster.call(ctx -> GlobalLongArray.allocate(ctx, 1));
        final TaskBody check = bytes == 1 ? TransferBodies.check(bytesArray, last, lastOperations, count, errors)
            : TransferBodies.check(longs, last, lastOperations, count, errors);
        return cluster.call(ctx -> {
            ctx.executeOnAll(check);
            final long wrong = errors.get(ctx, 0);
            errors.free(ctx);
            return wrong == 0;
        });
    }

    /** Latencies of one task on node 0 that transfers and does nothing else while all others rest, in nanoseconds. */
    Histogram latencies(final Way way, final int count, final long seed) {
        final Transfer how = transfer.withSeed(seed);
        return cluster.call(ctx -> {
            record(ctx, way, how, count / 4 + 1);
            return record(ctx, way, how, count);
        });
    }

    private Histogram record(final TaskContext ctx, final Way way, final Transfer how, final int count)
        throws SuspendExecution {
        final Histogram histogram = new Histogram(3);
        final long[] slot = TransferBodies.filledSlot(how.unitsPerSlot());
        for (long k = 0; k < count; k++) {
            final long index = how.index(ctx.nodeId(), k);
            slot[0] = Transfer.pattern(index, 0);
            final long startNs = System.nanoTime();
            if (way.isPut()) {
                put(ctx, index, slot);
            } else {
                get(ctx, index, slot);
            }
            histogram.recordValue(System.nanoTime() - startNs);
        }
        return histogram;
    }

    private void put(final TaskContext ctx, final long index, final long[] slot) throws SuspendExecution {
        if (bytes == 1) {
            bytesArray.put(ctx, index, (byte) slot[0]);
        } else if (slot.length == 1) {
            longs.put(ctx, index, slot[0]);
        } else {
            longs.put(ctx, index, slot, 0, slot.length);
        }
    }

    private void get(final TaskContext ctx, final long index, final long[] slot) throws SuspendExecution {
        if (bytes == 1) {
            bytesArray.get(ctx, index);
        } else if (slot.length == 1) {
            longs.get(ctx, index);
        } else {
            longs.get(ctx, index, slot, 0, slot.length);
        }
    }

    int bytes() {
        return bytes;
    }
}

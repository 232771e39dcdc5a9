package org.gmt4j.graph.csr;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.BulkVisitor;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.Room;
import org.gmt4j.graph.names.LoadRoom;
import org.gmt4j.graph.names.PartReader;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeSource;

/**
 * One node's side of building a graph. State per lane while edges come in, one task of the node afterwards.
 *
 * <pre>
 * stream    read my part of the edges; send each direction to the owner of its first vertex, a block at a time
 *           ({@link EdgeSender})
 * receive   append to the lane's staging, by buckets of rows ({@link EdgeStaging})
 * arrange   for each bucket: sort ({@link BucketSorter}), drop repetitions, note bounds and targets
 *           ({@link RowWriter})
 * publish   copy to the global array, once its length is known
 * </pre>
 *
 * <p>Memory: 8 bytes for each direction while edges come in; then 4 (8 beyond 2^31 vertices) for each that is kept
 * replace them, bucket by bucket, and are copied.
 */
final class CsrAssembly implements AutoCloseable {
    /**
     * Rows of one bucket in so many, the last among them, are checked while they are made: a mistake in how rows are
     * made is in all of them.
     */
    private static final int BUCKETS_PER_CHECK = 16;

    private final String name;
    private final RowRule rule;
    private final BuildFault fault;
    private final GlobalIntArray listed;
    private final EdgeKeys keys;
    private final EdgeStaging[] stagings;
    private final BucketSorter[] sorters;
    private final RowWriter writer;
    /** Null, as those that follow, where there are no weights. */
    private final WeightRule weightRule;
    private final RecordSorter[] recordSorters;
    private final WeightWriter weightWriter;
    private final RowSums rowSums;
    /** The bucket that is sorted next. */
    private final AtomicInteger claimed = new AtomicInteger();
    private final BuildSums.Joined seen = new BuildSums.Joined();
    private final BuildSums.Joined arrived = new BuildSums.Joined();
    /** On node 0: shows the progress; set before edges are read. */
    private volatile BuildTimes watcher;

    CsrAssembly(final TaskContext ctx, final String name, final RowRule rule, final WeightRule weights,
                final long rowsPerNode, final GlobalLongArray offsets, final GlobalIntArray listed,
                final BuildFault fault) {
        this.name = name;
        this.rule = rule;
        this.fault = fault;
        this.listed = listed;
        keys = EdgeKeys.withPayload(listed.size(), rowsPerNode, weights == null ? 0 : weights.payload());
        stagings = new EdgeStaging[ctx.laneCount()];
        sorters = new BucketSorter[stagings.length];
        final Room room = LoadRoom.of(ctx, name);
        Arrays.setAll(stagings, lane -> new EdgeStaging(keys, room));
        Arrays.setAll(sorters, lane -> new BucketSorter(keys));
        writer = new RowWriter(keys, rule.isDistinct(), offsets, listed);
        rowSums = new RowSums(keys, rule);
        weightRule = weights;
        recordSorters = new RecordSorter[weights == null ? 0 : stagings.length];
        Arrays.setAll(recordSorters, lane -> new RecordSorter(keys, weights));
        weightWriter = weights == null ? null : new WeightWriter(keys, weights, rule.isDistinct(), writer);
    }

    /** Reports the steps of this node to {@code times} from now on. */
    void watch(final BuildTimes times) {
        watcher = times;
    }

    // --- stream and receive ---

    /**
     * Sends the edges of this node's part of the source; each worker reads a part of the part. Returns the sums that
     * the source has yielded.
     */
    BuildSums stream(final TaskContext ctx, final EdgeSource source, final BulkVisitor visitor)
        throws SuspendExecution {
        final int workers = ctx.workerCount();
        if (workers == 1) {
            streamPart(ctx, source, visitor, ctx.nodeId(), ctx.nodeCount());
        } else {
            ctx.parFor(workers, 1, SpawnPolicy.LOCAL,
                (low, high, c) -> streamPart(c, source, visitor, c.nodeId() * workers + (int) low,
                    c.nodeCount() * workers));
        }
        return seen.sums();
    }

    /** The first vertex of a batch that is none of the graph; -1 where all are. */
    static long outside(final EdgeBatch batch, final long vertexCount) {
        for (int i = 0; i < batch.count(); i++) {
            for (final long vertex : new long[] {batch.source(i), batch.target(i)}) {
                if (vertex < 0 || vertex >= vertexCount) {
                    return vertex;
                }
            }
        }
        return -1;
    }

    private void streamPart(final TaskContext ctx, final EdgeSource source, final BulkVisitor visitor,
                            final int part, final int parts)
        throws SuspendExecution {
        final EdgeBatch batch = new EdgeBatch();
        final SourceSums sums = new SourceSums(keys, listed.size(), rule.isBothWays());
        final EdgeSender sender = new EdgeSender(ctx, keys, listed.distribution(), visitor, stagings[ctx.laneId()]);
        long place = WeightRule.firstPlace(part);
        try {
            final PartReader reader = PartReader.open(ctx, source, part, parts, null);
            try {
                while (reader.next(ctx, batch)) {
                    sums.add(batch);
                    if (sums.isOutside()) {
                        throw new GraphException(GraphException.VERTEX_OUT_OF_RANGE,
                            "vertex " + outside(batch, listed.size()) + " in a graph of " + listed.size()
                            + " vertices");
                    }
                    if (weightRule != null) {
                        if (weightRule.areOnes()) {
                            batch.makeOnes();
                        }
                        sums.addWeights(batch);
                    }
                    fault.strike(batch);
                    if (weightRule != null) {
                        sender.sendWeighted(ctx, batch, rule.isBothWays(), place);
                        place += batch.count();
                    } else {
                        sender.send(ctx, batch, rule.isBothWays());
                    }
                    advance(batch.count());
                    ctx.yield();
                }
            } finally {
                reader.close();
            }
            sender.flush(ctx);
        } finally {
            sender.close();
        }
        ctx.await();
        seen.join(sums.sums());
    }

    private void advance(final long steps) {
        final BuildTimes times = watcher;
        if (times != null) {
            times.advance(steps);
        }
    }

    /** Edges that another node has read. */
    void receive(final LocalView entries, final TaskContext ctx) {
        if (weightRule == null) {
            stagings[ctx.laneId()].addAll(entries);
        } else {
            stagings[ctx.laneId()].addAllWeighted(entries);
        }
    }

    // --- arrange and publish ---

    /** Makes rows of the received edges, bucket by bucket. A task of each worker has a sorter of its own. */
    ArrangedPart arrange(final TaskContext ctx) throws SuspendExecution {
        ctx.parFor(ctx.workerCount(), 1, SpawnPolicy.LOCAL, (worker, c) -> arrangeClaims(c, (int) worker));
        closeSorters();
        return ArrangedPart.of(arrived.sums(), writer.kept(),
            weightWriter == null ? WeightRange.NOTHING : weightWriter.range());
    }

    /** Buckets of rows that {@link #arrange} goes through. */
    int bucketCount() {
        return keys.bucketCount();
    }

    private void arrangeClaims(final TaskContext ctx, final int worker) throws SuspendExecution {
        for (int bucket = claimed.getAndIncrement(); bucket < keys.bucketCount();
            bucket = claimed.getAndIncrement()) {
            final LocalView sorted = sort(ctx, bucket, worker);
            ctx.yield();
            arrange(bucket, sorted);
            advance(1);
            ctx.yield();
        }
    }

    /** Returns the keys of a bucket, until the worker's sorter has the next one. */
    private LocalView sort(final TaskContext ctx, final int bucket, final int worker) throws SuspendExecution {
        long count = 0;
        for (final EdgeStaging staging : stagings) {
            count += staging.buckets().count(bucket);
        }
        count /= weightRule == null ? 1 : weightRule.stride();
        if (count > Integer.MAX_VALUE) {
            throw new GraphException(GraphException.TOO_LARGE,
                "some " + keys.bucketRows() + " neighbouring vertices have " + count
                + " edges on one node, at most 2^31 are possible: take more nodes");
        }
        final LocalView sorted = weightRule == null ? sorters[worker].sort(stagings, bucket, (int) count)
            : sortWeighted(ctx, bucket, (int) count, recordSorters[worker]);
        for (final EdgeStaging staging : stagings) {
            staging.buckets().free(bucket);
        }
        return sorted;
    }

    private void arrange(final int bucket, final LocalView sorted) {
        final boolean isChecked = (keys.bucketCount() - 1 - bucket) % BUCKETS_PER_CHECK == 0;
        final EdgeChecksum expected = isChecked ? rowSums.kept(writer.firstVertex(bucket), sorted) : null;
        arrived.join(writer.write(bucket, sorted));
        if (isChecked) {
            EdgeCheck.checkRows(name, expected, writer.kept(bucket));
        }
    }

    /** Returns the sorted keys, with the weights put away. */
    private LocalView sortWeighted(final TaskContext ctx, final int bucket, final int count,
                                   final RecordSorter sorter) throws SuspendExecution {
        final LocalView records = sorter.sort(stagings, bucket, count);
        ctx.yield();
        weightWriter.write(bucket, records);
        ctx.yield();
        return sorter.keysOf(records);
    }

    /** @param weights null where there are none */
    void publish(final TaskContext ctx, final IntegerArray targets, final IntegerArray weights)
        throws SuspendExecution {
        writer.findBegins();
        if (weights != null) {
            ctx.parFor(keys.bucketCount(), 1, SpawnPolicy.LOCAL,
                (bucket, c) -> weightWriter.publish((int) bucket, weights));
        }
        ctx.parFor(keys.bucketCount(), 1, SpawnPolicy.LOCAL, (bucket, c) -> writer.publish((int) bucket, targets));
        writer.close(targets);
    }

    @Override
    public void close() {
        for (final EdgeStaging staging : stagings) {
            staging.close();
        }
        closeSorters();
        writer.close();
        if (weightWriter != null) {
            weightWriter.close();
        }
    }

    private void closeSorters() {
        for (final BucketSorter sorter : sorters) {
            sorter.close();
        }
        for (final RecordSorter sorter : recordSorters) {
            sorter.close();
        }
    }
}

package org.gmt4j.apps.graph.csr;

import co.paralleluniverse.fibers.SuspendExecution;
import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.gmt4j.apps.graph.EdgeBatch;
import org.gmt4j.apps.graph.EdgeCursor;
import org.gmt4j.apps.graph.EdgeSource;
import org.gmt4j.apps.graph.GraphException;
import org.gmt4j.runtime.array.Distribution;
import org.gmt4j.runtime.array.GlobalIntArray;
import org.gmt4j.runtime.array.GlobalLongArray;
import org.gmt4j.runtime.array.IntegerArray;
import org.gmt4j.runtime.task.SpawnPolicy;
import org.gmt4j.runtime.task.TaskContext;
import org.gmt4j.runtime.task.Visitor;

/**
 * One node's side of building a graph. State per lane while edges come in, one task of the node afterwards.
 *
 * <pre>
 * stream    read my part of the edges; send each direction to the owner of its first vertex (a visit of 16 bytes)
 * receive   append to the lane's staging
 * arrange   for each bucket of rows count them, place their targets, sort each row; then drop what is there twice
 * publish   copy to the global array, once its length is known
 * </pre>
 *
 * <p>Memory: 8 bytes for each direction while edges come in, 4 more while they are placed, then 8.
 */
final class CsrAssembly implements AutoCloseable {
    private final boolean isSymmetric;
    private final boolean isWide;
    private final long vertexCount;
    private final GlobalIntArray listed;
    private final Distribution vertices;
    private final long firstVertex;
    private final long rowCount;
    private final long offsets;
    private final int bucketShift;
    private final EdgeStaging[] stagings;
    private long rows;

    CsrAssembly(final TaskContext ctx, final boolean isSymmetric, final GlobalLongArray offsets, final GlobalIntArray listed) {
        this.isSymmetric = isSymmetric;
        this.listed = listed;
        vertexCount = listed.size();
        isWide = EdgeStaging.needsWide(vertexCount);
        vertices = listed.distribution();
        firstVertex = listed.localStart();
        rowCount = listed.localCount();
        this.offsets = offsets.localAddress();
        bucketShift = EdgeStaging.shiftOf(rowCount);
        stagings = new EdgeStaging[ctx.runtime().laneCount()];
        for (int lane = 0; lane < stagings.length; lane++) {
            stagings[lane] = new EdgeStaging(isWide, bucketShift);
        }
    }

    // --- stream and receive ---

    /** Sends the edges of this node's part of the source; each worker reads a part of the part. Returns their number. */
    long stream(final TaskContext ctx, final EdgeSource source, final Visitor visitor) throws SuspendExecution {
        final int workers = ctx.workerCount();
        if (workers == 1) {
            return streamPart(ctx, source, visitor, ctx.nodeId(), ctx.nodeCount());
        }
        final long[] counts = new long[workers];
        ctx.parFor(workers, 1, SpawnPolicy.LOCAL, (low, high, c) -> {
            counts[(int) low] = streamPart(c, source, visitor, c.nodeId() * workers + (int) low, c.nodeCount() * workers);
        });
        return Arrays.stream(counts).sum();
    }

    private long streamPart(final TaskContext ctx, final EdgeSource source, final Visitor visitor, final int part, final int parts)
        throws SuspendExecution {
        final EdgeBatch batch = new EdgeBatch();
        long count = 0;
        final EdgeCursor cursor = source.open(part, parts);
        try {
            while (cursor.next(batch)) {
                check(batch);
                send(ctx, batch, visitor, stagings[ctx.laneId()]);
                count += batch.count();
                ctx.yield();
            }
        } finally {
            cursor.close();
        }
        ctx.await();
        return count;
    }

    private void check(final EdgeBatch batch) {
        if (batch.maxVertex() >= vertexCount) {
            throw new GraphException(GraphException.VERTEX_OUT_OF_RANGE,
                "vertex " + batch.maxVertex() + " in a graph of " + vertexCount + " vertices");
        }
    }

    private void send(final TaskContext ctx, final EdgeBatch batch, final Visitor visitor, final EdgeStaging staging) {
        final int count = batch.count();
        for (int i = 0; i < count; i++) {
            final long source = batch.source(i);
            final long target = batch.target(i);
            send(ctx, source, target << 1, visitor, staging);
            if (isSymmetric && source != target) {
                send(ctx, target, source << 1 | 1, visitor, staging);
            }
        }
    }

    private void send(final TaskContext ctx, final long vertex, final long word, final Visitor visitor, final EdgeStaging staging) {
        final long row = vertex - firstVertex;
        if (Long.compareUnsigned(row, rowCount) < 0) {
            staging.add(row, word);
        } else {
            visitor.sendTo(ctx, vertices.owner(vertex), vertex, word);
        }
    }

    /** A visit: an edge that another node has read. */
    void receive(final long vertex, final long word, final TaskContext ctx) {
        stagings[ctx.laneId()].add(vertex - firstVertex, word);
    }

    // --- arrange ---

    /** Makes rows of what has been received, bucket by bucket. Returns the number of targets kept. */
    long arrange(final TaskContext ctx) throws SuspendExecution {
        ctx.parFor(EdgeStaging.BUCKETS, 1, SpawnPolicy.LOCAL, (bucket, c) -> countBucket((int) bucket));
        rows = UnsafeApi.allocateMemory(Math.max(8, prefixSums() * elementLength()));
        ctx.parFor(EdgeStaging.BUCKETS, 1, SpawnPolicy.LOCAL, (bucket, c) -> arrangeBucket((int) bucket, c));
        return isSymmetric ? dropDuplicates() : closeRows();
    }

    private int elementLength() {
        return isWide ? 8 : 4;
    }

    private void countBucket(final int bucket) {
        for (final EdgeStaging staging : stagings) {
            for (int segment = 0; segment < staging.segmentCount(bucket); segment++) {
                count(staging.segmentStart(bucket, segment), staging.segmentEnd(bucket, segment));
            }
        }
    }

    private void count(final long start, final long end) {
        final long counts = listed.localAddress();
        final int step = isWide ? 16 : 8;
        for (long at = start; at < end; at += step) {
            final long entry = UnsafeApi.getLong(at);
            final long row = isWide ? entry : entry >>> 32;
            final long word = isWide ? UnsafeApi.getLong(at + 8) : entry & 0xFFFF_FFFFL;
            if ((word & 1) == 0) {
                final long element = counts + (row << 2);
                UnsafeApi.putInt(element, UnsafeApi.getInt(element) + 1);
            }
            if (isKept(row, word)) {
                final long element = offsets + (row << 3);
                UnsafeApi.putLong(element, UnsafeApi.getLong(element) + 1);
            }
        }
    }

    private boolean isKept(final long row, final long word) {
        return !isSymmetric || word >>> 1 != row + firstVertex;
    }

    private long prefixSums() {
        long sum = 0;
        for (long row = 0; row < rowCount; row++) {
            final long element = offsets + (row << 3);
            final long count = UnsafeApi.getLong(element);
            UnsafeApi.putLong(element, sum);
            sum += count;
        }
        return sum;
    }

    private void arrangeBucket(final int bucket, final TaskContext ctx) throws SuspendExecution {
        final long low = Math.min(rowCount, (long) bucket << bucketShift);
        final long high = Math.min(rowCount, (long) bucket + 1 << bucketShift);
        if (low < high) {
            final long begin = UnsafeApi.getLong(offsets + (low << 3));
            placeBucket(bucket);
            sortRows(low, high, begin);
            ctx.yield();
        }
    }

    private void placeBucket(final int bucket) {
        for (final EdgeStaging staging : stagings) {
            for (int segment = 0; segment < staging.segmentCount(bucket); segment++) {
                place(staging.segmentStart(bucket, segment), staging.segmentEnd(bucket, segment));
            }
            staging.free(bucket);
        }
    }

    /** Each row's offset moves from its begin to its end. */
    private void place(final long start, final long end) {
        final int step = isWide ? 16 : 8;
        for (long at = start; at < end; at += step) {
            final long entry = UnsafeApi.getLong(at);
            final long row = isWide ? entry : entry >>> 32;
            final long word = isWide ? UnsafeApi.getLong(at + 8) : entry & 0xFFFF_FFFFL;
            if (isKept(row, word)) {
                final long element = offsets + (row << 3);
                final long position = UnsafeApi.getLong(element);
                UnsafeApi.putLong(element, position + 1);
                set(position, word >>> 1);
            }
        }
    }

    private void set(final long position, final long target) {
        if (isWide) {
            UnsafeApi.putLong(rows + (position << 3), target);
        } else {
            UnsafeApi.putInt(rows + (position << 2), (int) target);
        }
    }

    private long get(final long position) {
        return isWide ? UnsafeApi.getLong(rows + (position << 3)) : UnsafeApi.getInt(rows + (position << 2));
    }

    /** After placing, a row ends at its offset and begins where the row before it ends. */
    private long endOf(final long row) {
        return UnsafeApi.getLong(offsets + (row << 3));
    }

    private void sortRows(final long low, final long high, final long firstBegin) {
        final RowSorter sorter = new RowSorter(vertexCount);
        long begin = firstBegin;
        for (long row = low; row < high; row++) {
            final long end = endOf(row);
            if (isWide) {
                sorter.sortWide(rows + (begin << 3), Math.toIntExact(end - begin));
            } else {
                sorter.sortNarrow(rows + (begin << 2), Math.toIntExact(end - begin));
            }
            begin = end;
        }
    }

    /** Moves the rows together and turns offsets from ends into begins. */
    private long dropDuplicates() {
        long kept = 0;
        long begin = 0;
        for (long row = 0; row < rowCount; row++) {
            final long end = endOf(row);
            UnsafeApi.putLong(offsets + (row << 3), kept);
            long last = -1;
            for (long position = begin; position < end; position++) {
                final long target = get(position);
                if (target != last) {
                    set(kept++, target);
                    last = target;
                }
            }
            begin = end;
        }
        UnsafeApi.putLong(offsets + (rowCount << 3), kept);
        return kept;
    }

    private long closeRows() {
        long begin = 0;
        for (long row = 0; row < rowCount; row++) {
            final long end = endOf(row);
            UnsafeApi.putLong(offsets + (row << 3), begin);
            begin = end;
        }
        UnsafeApi.putLong(offsets + (rowCount << 3), begin);
        return begin;
    }

    // --- publish ---

    void publish(final IntegerArray targets) {
        final long kept = UnsafeApi.getLong(offsets + (rowCount << 3));
        if (kept > 0) {
            UnsafeApi.copyMemory(rows, targets.localAddress(), kept * elementLength());
        }
        for (long row = 0; row <= rowCount; row++) {
            final long element = offsets + (row << 3);
            UnsafeApi.putLong(element, UnsafeApi.getLong(element) + targets.localStart());
        }
    }

    @Override
    public void close() {
        for (final EdgeStaging staging : stagings) {
            staging.free();
        }
        if (rows != 0) {
            UnsafeApi.freeMemory(rows);
            rows = 0;
        }
    }
}

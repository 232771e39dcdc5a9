package org.gmt4j;

import org.agrona.UnsafeApi;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Array-to-array copy: a loop at the owners of the source's elements puts them straight from local memory. Every node
 * has a replicated source, so there the owners of the target fetch from their own copies; between two replicated arrays
 * only the request travels. Costs one message to each node, then per run of neighbours in both arrays.
 *
 * <p>The constructor checks all arguments, so a refused copy has moved nothing.
 */
final class ArrayCopy {
    /** Bytes of one chunk: long enough for whole blocks, short enough to let other tasks run. */
    private static final int PIECE_LENGTH = 64 * 1024;

    private final GlobalArray source;
    private final long from;
    private final GlobalArray target;
    private final long to;
    private final long count;

    private ArrayCopy(final GlobalArray source, final long from, final GlobalArray target, final long to,
                      final long count) {
        this.source = source;
        this.from = from;
        this.target = target;
        this.to = to;
        this.count = count;
    }

    static ArrayCopy of(final GlobalArray source, final long from, final GlobalArray target, final long to,
                        final long count) {
        source.checkRange(from, count);
        target.checkRange(to, count);
        if (source.spec().type() != target.spec().type() || source.elementLength() != target.elementLength()) {
            throw new IllegalArgumentException("GMT-238 elements of " + source + ", " + source.elementLength()
                + " B each, cannot be copied to " + target + ", " + target.elementLength()
                + " B each: expected the same type");
        }
        if (source == target && from != to && Math.abs(from - to) < count) {
            throw new IllegalArgumentException("GMT-244 the ranges of a copy within " + source + " overlap: "
                + count + " elements from " + from + " to " + to + "; copy by way of another array");
        }
        return new ArrayCopy(source, from, target, to, count);
    }

    /** Returns whether there is nothing to do: no elements, or a copy of a range to itself. */
    private boolean isEmpty() {
        return count == 0 || source == target && from == to;
    }

    void run(final TaskContext ctx) throws SuspendExecution {
        if (isEmpty()) {
            return;
        }
        source.issueHeld(ctx);
        target.issueHeld(ctx);
        if (isEverywhere()) {
            ctx.executeOnAll(replica(source, from, target, to, count));
        } else {
            ctx.parFor(count, chunk(), policy(), body());
        }
    }

    /** @param handle to whose tree the tasks belong; null: children of the task */
    void start(final TaskContext ctx, final TaskHandle handle) {
        if (isEmpty()) {
            return;
        }
        source.issueHeld(ctx);
        target.issueHeld(ctx);
        if (!isEverywhere()) {
            if (handle == null) {
                ctx.parForNb(count, chunk(), policy(), body());
            } else {
                ctx.parFor(handle, count, chunk(), policy(), body());
            }
            return;
        }
        final TaskBody body = replica(source, from, target, to, count);
        for (int k = 1; k <= ctx.nodeCount(); k++) {
            final int node = (ctx.nodeId() + k) % ctx.nodeCount();
            if (handle == null) {
                ctx.executeNb(node, body);
            } else {
                ctx.execute(handle, node, body);
            }
        }
    }

    /** Returns whether every node has all of the source and needs all of the target. */
    private boolean isEverywhere() {
        return source.replicated && target.replicated;
    }

    private long chunk() {
        return Math.max(1, PIECE_LENGTH / source.elementLength());
    }

    private SpawnPolicy policy() {
        return source.replicated ? SpawnPolicy.ownerOf(target, to) : SpawnPolicy.ownerOf(source, from);
    }

    private RangeBody body() {
        return source.replicated ? body(source, from - to, target, 0) : body(source, 0, target, to - from);
    }

    /** Static, so that a body takes along what it needs and no more. */
    private static RangeBody body(final GlobalArray source, final long back, final GlobalArray target,
                                  final long ahead) {
        return (low, high, ctx) -> copy(ctx, source, low + back, target, low + ahead, high - low);
    }

    /** Copies elements of the source that are neighbours in this node's memory. */
    private static void copy(final TaskContext ctx, final GlobalArray source, final long from, final GlobalArray target,
                             final long to, final long count) {
        final long offset = source.localOffset(from);
        if (count == 1 && source.widthShift >= 0) {
            target.putBitsNb(ctx, to, source.segment.load(offset));
        } else {
            BulkTransfer.put(target, ctx, false, to, null, source.segment.addressOf(offset), count);
        }
    }

    /** Copies from a node's copy of the source to its copy of the target. */
    private static TaskBody replica(final GlobalArray source, final long from, final GlobalArray target,
                                    final long to, final long count) {
        return ctx -> {
            EngineTask.of(ctx).aggregator().settleOwn();
            final int length = source.elementLength();
            final long piece = Math.max(1, PIECE_LENGTH / length);
            for (long i = 0; i < count; i += piece) {
                final long bytes = Math.min(piece, count - i) * length;
                UnsafeApi.copyMemory(null, source.segment.addressOf(from + i), null,
                    target.segment.addressOf(to + i), bytes);
                ctx.yield();
            }
        };
    }
}

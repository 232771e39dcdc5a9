package org.gmt4j.runtime.array;

import co.paralleluniverse.fibers.SuspendExecution;
import org.agrona.UnsafeApi;
import org.gmt4j.runtime.task.SpawnPolicy;
import org.gmt4j.runtime.task.TaskContext;

/** Array-to-array copy: each owner of source elements puts them, a piece at a time. Set-up and per piece. */
final class ArrayCopy {
    private static final int PIECE = 16 * 1024;

    private ArrayCopy() {
    }

    static void run(final TaskContext ctx, final GlobalArray source, final long from, final GlobalArray target, final long to,
                    final long count) throws SuspendExecution {
        if (count == 0) {
            return;
        }
        if (source == target && from < to + count && to < from + count && from != to) {
            throw new IllegalArgumentException("the ranges of a copy within " + source + " overlap");
        }
        final long piece = Math.max(1, PIECE / source.elementLength());
        if (source.distribution().isReplicated()) {
            copy(ctx, source, from, target, to, 0, count, piece);
            return;
        }
        // The loop runs over the source's indices at their owners; pieces outside the range return at once.
        ctx.parFor(from + count, piece, SpawnPolicy.ownerOf(source), (low, high, c) ->
            copy(c, source, from, target, to, Math.max(low, from) - from, high - from, piece));
    }

    private static void copy(final TaskContext ctx, final GlobalArray source, final long from, final GlobalArray target, final long to,
                             final long low, final long high, final long piece) throws SuspendExecution {
        if (high <= low) {
            return;
        }
        final int length = source.elementLength();
        final byte[] bytes = new byte[(int) (Math.min(piece, high - low) * length)];
        final int base = UnsafeApi.arrayBaseOffset(byte[].class);
        for (long i = low; i < high; i += piece) {
            final long n = Math.min(piece, high - i);
            source.getRangeNb(ctx.aggregator(), ctx, from + i, bytes, base, n);
            ctx.await();
            target.putRangeNb(ctx.aggregator(), ctx, to + i, bytes, base, n);
        }
    }
}

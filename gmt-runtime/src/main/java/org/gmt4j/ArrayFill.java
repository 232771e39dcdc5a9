package org.gmt4j;

import org.gmt4j.engine.memory.Segment;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Sets a range of elements to one value: each node sets its own, so only the request travels. Where nodes remember
 * elements, all nodes first forget those of an array that is set as a whole. Per element.
 */
final class ArrayFill {
    private static final long CHUNK = 16 * 1024;

    private ArrayFill() {
    }

    static void fill(final TaskContext ctx, final GlobalArray array, final long from, final long to, final long bits)
        throws SuspendExecution {
        if (from < 0 || to < from || to > array.size()) {
            throw new IndexOutOfBoundsException("elements from " + from + " up to " + to + " of " + array);
        }
        array.issueHeld(ctx);
        if (CombiningRule.isRemembered(array.spec()) && from == 0 && to == array.size()) {
            ctx.executeOnAll(node -> forget(array));
        }
        if (!array.replicated) {
            ForEach.range(ctx, array, from, to, CHUNK, (low, high, c) -> set(array, low, high, bits, c));
            return;
        }
        ctx.executeOnAll(node -> PartitionedWork.inTurns(node, to - from,
            (low, high) -> set(array, from + low, from + high, bits, node)));
    }

    private static void forget(final GlobalArray array) {
        array.segment.setAnew();
        if (array.combining != null) {
            array.combining.forget();
        }
    }

    private static void set(final GlobalArray array, final long low, final long high, final long bits,
                            final TaskContext ctx) {
        array.requireSettable();
        final long offset = array.settledRun(ctx, low);
        final Segment segment = array.segment;
        for (long i = offset; i < offset + high - low; i++) {
            segment.store(i, bits);
        }
    }
}

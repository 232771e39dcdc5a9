package org.gmt4j;

import java.util.List;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Prefix sums of an array. Every node adds up its part, the caller adds up the nodes' sums, and every node then passes
 * over its part again. Two messages to and from each node; per element.
 */
final class PrefixSum {
    private PrefixSum() {
    }

    /** @return the sum of all elements, as bits of a {@code double} for floating point */
    static long run(final TaskContext ctx, final GlobalArray array, final boolean isInclusive) throws SuspendExecution {
        return PartitionedWork.run(ctx, array, parts -> over(ctx, parts, isInclusive));
    }

    private static long over(final TaskContext ctx, final GlobalArray parts, final boolean isInclusive)
        throws SuspendExecution {
        final List<Long> sums = ctx.callOnAll(node -> sumHere(node, parts));
        final long[] before = new long[sums.size()];
        long sum = 0;
        for (int node = 0; node < before.length; node++) {
            before[node] = sum;
            sum = plus(parts, sum, sums.get(node));
        }
        ctx.executeOnAll(node -> goOver(node, parts, before[node.nodeId()], isInclusive));
        return sum;
    }

    private static long sumHere(final TaskContext ctx, final GlobalArray parts) throws SuspendExecution {
        final long[] all = {0};
        PartitionedWork.inTurns(ctx, parts.localCount(), (from, to) -> {
            long sum = all[0];
            for (long i = from; i < to; i++) {
                sum = plus(parts, sum, toSum(parts, parts.segment.load(i)));
            }
            all[0] = sum;
        });
        return all[0];
    }

    private static void goOver(final TaskContext ctx, final GlobalArray parts, final long before,
                               final boolean isInclusive)
        throws SuspendExecution {
        final long[] all = {before};
        PartitionedWork.inTurns(ctx, parts.localCount(), (from, to) -> {
            long sum = all[0];
            for (long i = from; i < to; i++) {
                final long with = plus(parts, sum, toSum(parts, parts.segment.load(i)));
                parts.segment.store(i, toElement(parts, isInclusive ? with : sum));
                sum = with;
            }
            all[0] = sum;
        });
    }

    /** Adds two sums, which are {@code long}s or the bits of {@code double}s. */
    private static long plus(final GlobalArray parts, final long a, final long b) {
        return parts instanceof FloatingArray ? Double.doubleToRawLongBits(Double.longBitsToDouble(a)
            + Double.longBitsToDouble(b)) : a + b;
    }

    private static long toSum(final GlobalArray parts, final long bits) {
        return parts instanceof FloatingArray floating ? Double.doubleToRawLongBits(floating.value(bits)) : bits;
    }

    private static long toElement(final GlobalArray parts, final long sum) {
        return parts instanceof FloatingArray floating ? floating.bits(Double.longBitsToDouble(sum)) : sum;
    }
}

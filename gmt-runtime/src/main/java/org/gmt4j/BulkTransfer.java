package org.gmt4j;

import org.gmt4j.engine.onesided.RangeTransfer;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;

/**
 * Moves ranges of elements between an array and memory of this node. Splits a range into parts of one owner each, and
 * moves each by {@link RangeTransfer}. Memory is an array object with a byte offset, or null with an address. Runs on
 * the fiber of the caller and never suspends; per part.
 */
final class BulkTransfer {
    private BulkTransfer() {
    }

    static void get(final ArrayShape array, final Issuer issuer, final long index, final Object target,
                    final long at, final long count) {
        array.checkRange(index, count);
        array.issueHeld(issuer);
        final RangeTransfer ranges = EngineTask.of(issuer.task()).oneSided().ranges();
        final Distribution distribution = array.distribution;
        final int length = array.elementLength();
        long to = at;
        for (long i = index; i < index + count; ) {
            final long n = Math.min(index + count, distribution.runEnd(i)) - i;
            final int node = distribution.isReplicated() ? array.nodeId : distribution.owner(i);
            ranges.get(EngineIssuer.of(issuer), array.region, node, distribution.offset(i) * length,
                target, to, n * length);
            i += n;
            to += n * length;
        }
    }

    /** @param isWaitedFor whether the caller waits, so that the source may be read later */
    static void put(final ArrayShape array, final Issuer issuer, final boolean isWaitedFor, final long index,
                    final Object source, final long at, final long count) {
        array.checkRange(index, count);
        array.issueHeld(issuer);
        final RangeTransfer ranges = EngineTask.of(issuer.task()).oneSided().ranges();
        final Distribution distribution = array.distribution;
        final int length = array.elementLength();
        long from = at;
        for (long i = index; i < index + count; ) {
            final long n = Math.min(index + count, distribution.runEnd(i)) - i;
            final long offset = distribution.offset(i) * length;
            if (distribution.isReplicated()) {
                ranges.putHere(source, from, array.region, offset, n * length);
                for (int k = 1; k < array.nodeCount; k++) {
                    ranges.put(EngineIssuer.of(issuer), isWaitedFor, source, from, array.region,
                        (array.nodeId + k) % array.nodeCount, offset, n * length);
                }
            } else if (array.isLocal(i)) {
                array.requireSettable();
                ranges.putHere(source, from, array.region, offset, n * length);
            } else {
                ranges.put(EngineIssuer.of(issuer), isWaitedFor, source, from, array.region, distribution.owner(i),
                    offset, n * length);
            }
            i += n;
            from += n * length;
        }
    }

    /**
     * Returns whether a blocking form should first wait for the task's outstanding operations, because long parts of
     * the range could then be moved by one copy.
     */
    static boolean settle(final ArrayShape array, final TaskContext ctx, final long index, final long count) {
        array.checkRange(index, count);
        final RangeTransfer ranges = EngineTask.of(ctx).oneSided().ranges();
        final Distribution distribution = array.distribution;
        boolean isToWait = false;
        for (long i = index; i < index + count; ) {
            final long n = Math.min(index + count, distribution.runEnd(i)) - i;
            if (!distribution.isReplicated()) {
                isToWait |= ranges.settle(array.region, distribution.owner(i), n * array.elementLength());
            }
            i += n;
        }
        return isToWait;
    }
}

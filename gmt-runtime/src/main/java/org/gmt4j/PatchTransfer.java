package org.gmt4j;

import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.engine.memory.StridedWalk;
import org.gmt4j.engine.onesided.AccumulateOperator;
import org.gmt4j.engine.onesided.LocalSpan;
import org.gmt4j.engine.onesided.RangeTransfer;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;

/**
 * Moves a patch of elements between an array and memory of this node. Splits the patch into the largest parts that have
 * one owner and adjacent offsets, and moves each as a strided transfer by {@link RangeTransfer}. One call; runs on the
 * fiber of the caller and never suspends. Per part, which is at best a node's share of the patch, and at worst a run.
 */
final class PatchTransfer {
    private final ArrayShape array;
    private final EngineIssuer issuer;
    private final RangeTransfer ranges;
    private final Distribution distribution;
    private final Patch patch;
    private final boolean isStore;
    private final boolean isWaitedFor;
    /** Null for a put or get. */
    private final AccumulateOperator op;
    /** Elements moved by earlier parts, which is the local position of the next part. */
    private long taken;

    private PatchTransfer(final ArrayShape array, final Issuer issuer, final Patch patch, final boolean isStore,
                          final boolean isWaitedFor, final AccumulateOperator op) {
        this.array = array;
        this.issuer = EngineIssuer.of(issuer);
        this.patch = patch;
        this.isStore = isStore;
        this.isWaitedFor = isWaitedFor;
        this.op = op;
        ranges = EngineTask.of(issuer.task()).oneSided().ranges();
        distribution = array.distribution;
    }

    static void get(final ArrayShape array, final Issuer issuer, final Patch from, final LocalBuffer target,
                    final Patch to) {
        new PatchTransfer(array, issuer, from, false, false, null).run(LocalSpan.of(target), to);
    }

    /**
     * @param isWaitedFor whether the caller waits, so that the source may be read later
     * @param op          null for a put
     */
    static void store(final ArrayShape array, final Issuer issuer, final boolean isWaitedFor, final Accumulate op,
                      final LocalBuffer source, final Patch from, final Patch to) {
        if (op != null) {
            array.requireAtomic();
            if (CombiningRule.isRemembered(array.spec())) {
                throw CombiningRule.refused(array.spec(), array, "an accumulate");
            }
            if (array.spec().combining() == Combining.ADD && AccumulateOperator.of(op).isXor()) {
                throw CombiningRule.refused(array.spec(), array, "an exclusive or");
            }
            if (!op.fits(array.spec().type())) {
                throw new IllegalArgumentException("GMT-278 an accumulate of " + op + " does not fit the elements of "
                    + array);
            }
        }
        new PatchTransfer(array, issuer, to, true, isWaitedFor, AccumulateOperator.of(op))
            .run(LocalSpan.of(source), from);
    }

    private void run(final LocalSpan buffer, final Patch local) {
        issuer.requireOwnThread();      // whose patterns it uses, also where all elements are of this node
        array.requireAlive();
        array.issueHeld(issuer);
        if (!buffer.holds(array.spec().type())) {
            throw new GmtException("GMT-684", buffer + " does not hold elements of " + array
                + "; take an array of Java of that type, or one-sided memory");
        }
        if (ranges.beginPatch(isStore, buffer, local, array, patch, array.elementLength()) > 0) {
            move(patch.levels(), patch.offset());
        }
    }

    /** Returns the number of elements from the first to the last of the inner levels, including gaps. */
    private long extent(final int levels) {
        long extent = patch.run();
        for (int i = 0; i < levels; i++) {
            extent += patch.count(i) > 1 ? (patch.count(i) - 1) * patch.distance(i) : 0;
        }
        return extent;
    }

    /** Moves the contents of the inner levels, starting at an index. */
    private void move(final int levels, final long index) {
        if (extent(levels) <= distribution.runEnd(index) - index) {
            part(index, patch.run(), levels, 1, 0);
        } else if (levels == 0) {
            moveRun(index);
        } else {
            moveLevel(levels - 1, index);
        }
    }

    /** Moves a run that crosses a boundary between owners. */
    private void moveRun(final long index) {
        final long end = index + patch.run();
        for (long at = index; at < end; ) {
            final long n = Math.min(distribution.runEnd(at), end) - at;
            part(at, n, 0, 1, 0);
            at += n;
        }
    }

    /** Moves the repetitions of a level, those of one node together. */
    private void moveLevel(final int level, final long index) {
        final long inner = extent(level);
        final long count = patch.count(level);
        final long distance = patch.distance(level);
        for (long done = 0; done < count; ) {
            final long at = index + done * distance;
            final long room = distribution.runEnd(at) - at - inner;
            if (room < 0) {
                move(level, at);
                done++;
            } else {
                final long n = distance == 0 ? count - done : Math.min(count - done, room / distance + 1);
                part(at, patch.run(), level, n, distance);
                done += n;
            }
        }
    }

    /** Moves the contents of the inner levels, {@code count} times at a distance, all of one node. */
    private void part(final long index, final long run, final int levels, final long count, final long distance) {
        array.requireAlive();       // other tasks may have run since the last part
        final int length = array.elementLength();
        final StridedWalk pattern = ranges.part();
        pattern.reset(run * length, count > 1 ? levels + 1 : levels);
        for (int i = 0; i < levels; i++) {
            pattern.level(i, patch.count(i), patch.distance(i) * length);
        }
        if (count > 1) {
            pattern.level(levels, count, distance * length);
        }
        pattern.simplify();
        final long start = taken * length;
        final long offset = distribution.offset(index) * length;
        final int node = distribution.isReplicated() ? array.nodeId : distribution.owner(index);
        if (!isStore) {
            ranges.load(issuer, array.region, node, offset, start);
        } else {
            if (node == array.nodeId) {
                array.requireSettable();
            }
            ranges.store(issuer, isWaitedFor, op, array.region, node, offset, start);
            for (int k = 1; distribution.isReplicated() && k < array.nodeCount; k++) {
                ranges.store(issuer, isWaitedFor, null, array.region, (array.nodeId + k) % array.nodeCount, offset,
                    start);
            }
        }
        taken += pattern.total() / length;
    }
}

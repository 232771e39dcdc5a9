package org.gmt4j.engine.task;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.wire.SpawnRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives chunks of balanced loops to nodes that ask for them. Any thread; per request, and one volatile read per chunk
 * of a balanced loop.
 *
 * <pre>
 *  thief                                          this node
 *    | ------------- ASK (MESSAGE) ----------------> |  cuts half of the rest off its outermost part
 *    | <---------- part (SPAWN, GIVEN) ------------- |  its join is the tree of that part
 *    |  or                                           |
 *    | <------------ NOTHING (notice) -------------- |  remembers that the thief was refused
 *    | <------------- HINT (notice) ---------------- |  later, when there is enough work: ask again
 *    |                                               |
 *    | ----------- TASK_DONE (notice) -------------> |  the given part has ended: one less in the tree
 * </pre>
 *
 * <p><b>Counts.</b> A part ends when its own chunks and all parts given away from it have ended. It then notifies its
 * spawner, with all failures, as a tree of tasks does. So the loop ends once each iteration has run on some node, and
 * given parts may be divided again.
 *
 * <p><b>Why it cannot dead-lock.</b> Only a node without work waits for an answer. An ASK is a command like any other.
 * A part is sent while the request is executed, in an overflow block when there is no other. Each node has one
 * unanswered request, so there is at most one such block for each other node. Notices need no room at all.
 *
 * <p><b>Nothing is lost.</b> A cut is counted in the tree before it is sent; a part that could not be sent, or whose
 * node cannot be reached, runs here. When a node fails, all waits of the job end with its name.
 *
 * <p><b>When.</b> A helper answers requests; where one thread has all roles, this happens at the end of a chunk or when
 * its body lets the node communicate.
 */
final class ChunkGiver {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkGiver.class);
    /** Hints are sent when the work left is at least this many times the grain. */
    private static final int HINT_FACTOR = 4;
    private static final long HINT_INTERVAL_NS = 200_000;

    private final NodeTasks tasks;
    private final long grainNs;
    /** Nodes that were refused since their last hint; guarded by itself. */
    private final BitSet refused = new BitSet();
    private volatile int refusedCount;
    private volatile long lastHintNs;
    private volatile boolean hasAnswered;
    private final AtomicLong givenParts = new AtomicLong();
    private final AtomicLong givenIterations = new AtomicLong();
    private final AtomicLong keptParts = new AtomicLong();

    ChunkGiver(final NodeTasks tasks, final long grainNs) {
        this.tasks = tasks;
        this.grainNs = grainNs;
    }

    /** A part on its way to a thief. Owned by the sending lane. */
    private final class Parcel extends Completion {
        private final LoopTask task;
        private final int node;
        private final long low;
        private final long high;

        Parcel(final LoopTask task, final int node, final long low, final long high) {
            this.task = task;
            this.node = node;
            this.low = low;
            this.high = high;
        }

        @Override
        protected void onComplete() {
            final RuntimeException cause = takeFailure();
            if (cause != null && !TaskEndings.mayHaveBegun(cause)) {
                keep(task, node, low, high, cause);
            }
        }
    }

    /** Answers the request of a node. Helper, with its context. */
    void onAsk(final int thief, final EngineIssuer ctx) {
        if (!give(thief, ctx)) {
            remember(thief);
            tasks.signal(thief, LoadBalance.NOTHING, 0);
        }
        hasAnswered = true;
    }

    private boolean give(final int thief, final EngineIssuer ctx) {
        final LoopTask task = tasks.isSaturated(thief) ? null
            : tasks.loops.outermostToDivide(tasks.nowNs(), grainNs);
        // counted before the cut: other lanes spawn too, and what has been cut must go
        if (task == null || !tasks.trySpawned(thief)) {
            return false;
        }
        final long cut = task.chunks.cutHalf();
        if (cut == 0) {
            tasks.ended(thief);
            return false;
        }
        if (task.chunks.left() == 0) {
            tasks.loops.remove(task);
        }
        final long low = task.startOf(ChunkRange.next(cut));
        final long high = task.endOf(ChunkRange.end(cut));
        task.tree.add(1);
        task.tree.sentTo(thief, tasks.nodeCount);
        final boolean isSent = send(task, thief, low, high, ctx);
        if (task.ended(high - low)) {
            tasks.taskEnded(task, null);
        }
        return isSent;
    }

    private boolean send(final LoopTask task, final int thief, final long low, final long high,
                         final EngineIssuer ctx) {
        final LoopCode code = task.code;
        try {
            final byte[] placement = code.placement() == null ? LoadBalance.NO_BYTES
                : tasks.codec.encodePlacement(code.placement(), code.owner(), Integer.MAX_VALUE - 64);
            final long join = tasks.joins.register(task.tree);
            final int length = SpawnRecord.length(code.captures().length, placement.length);
            final long at = ctx.aggregator().claim(thief, length, new Parcel(task, thief, low, high));
            SpawnRecord.encode(at, code.function(), code.captures().length, placement.length);
            SpawnRecord.loop(at, low, high, task.chunk, task.seed);
            SpawnRecord.task(at, code.kind() & ~BodyKind.TEAM | BodyKind.GIVEN, join, task.job);
            write(code.captures(), at + SpawnRecord.HEADER_LENGTH);
            write(placement, SpawnRecord.placement(at));
            ctx.aggregator().commit(thief);
        } catch (final RuntimeException e) {
            keep(task, thief, low, high, e);
            return false;
        }
        ctx.aggregator().flush(thief, FlushReason.FORCED);
        givenParts.incrementAndGet();
        givenIterations.addAndGet(high - low);
        return true;
    }

    private static void write(final byte[] bytes, final long at) {
        if (bytes.length > 0) {
            ArrayOrMemory.copy(bytes, UnsafeApi.arrayBaseOffset(byte[].class), null, at, bytes.length);
        }
    }

    /** Runs a part here that could not be sent; it remains counted in the tree. */
    private void keep(final LoopTask task, final int node, final long low, final long high,
                      final RuntimeException cause) {
        LOG.debug("node {} keeps iterations {} to {}: they cannot go to node {}", tasks.nodeId, low,
            high, node, cause);
        tasks.ended(node);
        task.tree.endedAt(node);
        keptParts.incrementAndGet();
        tasks.submit(task.keeping(low, high, tasks.isExclusive()));
    }

    // --- hints ---

    private void remember(final int thief) {
        synchronized (refused) {
            if (!refused.get(thief)) {
                refused.set(thief);
                refusedCount++;
            }
        }
    }

    /**
     * Sends a hint to one refused node when there is enough work by now. Worker, after each chunk taken from a
     * divisible part.
     */
    void chunkTaken(final LoopTask task) {
        if (refusedCount > 0) {
            hint(task);
        }
    }

    private void hint(final LoopTask task) {
        final long nowNs = tasks.nowNs();
        if (nowNs - lastHintNs < HINT_INTERVAL_NS || !task.chunks.hasHalf()
            || task.workLeftNs(nowNs) < HINT_FACTOR * (double) grainNs) {
            return;
        }
        lastHintNs = nowNs;
        final int thief;
        synchronized (refused) {
            thief = refused.nextSetBit(0);
            if (thief < 0) {
                return;
            }
            refused.clear(thief);
            refusedCount--;
        }
        tasks.signal(thief, LoadBalance.HINT, tasks.nodeId);
    }

    /** Returns true once after a request: a thread that has all roles sends the answer before it continues. */
    boolean takeHasAnswered() {
        if (!hasAnswered) {
            return false;
        }
        hasAnswered = false;
        return true;
    }

    long givenParts() {
        return givenParts.get();
    }

    long givenIterations() {
        return givenIterations.get();
    }

    long keptParts() {
        return keptParts.get();
    }
}

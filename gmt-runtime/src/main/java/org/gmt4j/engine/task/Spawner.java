package org.gmt4j.engine.task;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.UnsafeApi;
import org.gmt4j.ParForException;
import org.gmt4j.Placement;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.wire.SpawnRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.travel.BodyCodec;
import org.gmt4j.engine.travel.FailureCodec;

/**
 * Sends loops and tasks, with at most one command per node and loop for any placement. Plain methods on the caller's
 * fiber. Per loop.
 */
final class Spawner {
    /** Chunks of each node in a balanced loop whose program names no size. */
    private static final int CHUNKS_TO_BALANCE = 256;

    private static final byte[] NOTHING = new byte[0];

    private Spawner() {
    }

    static void loop(final UnfinishedTask ctx, final Join join, final long iterations, final long chunk,
                     final SpawnPolicy policy, final int kind, final Object body) {
        checkLoop(iterations, chunk, body);
        if (iterations == 0) {
            return;
        }
        final long size = sizeOfChunks(ctx, iterations, chunk, policy);
        final Send send = new Send(ctx, join, size, kind, body, policy, false, mayBeLong(ctx));
        try {
            LoopSplit.split(ctx, iterations, Math.max(1, size), policy, send);
            send.flush();
        } catch (final RuntimeException e) {
            send.refused(e);
        }
    }

    /** Returns false when a node of the loop is saturated; nothing has happened then. */
    static boolean tryLoop(final UnfinishedTask ctx, final long iterations, final long chunk, final SpawnPolicy policy,
                           final int kind, final Object body) {
        checkLoop(iterations, chunk, body);
        if (iterations == 0) {
            return true;
        }
        final long seeds = ctx.spawnCount();
        final long size = sizeOfChunks(ctx, iterations, chunk, policy);
        final Send send = new Send(ctx, ctx.children(), size, kind, body, policy, false, false);
        final LoopParts parts = new LoopParts(ctx.nodeCount());
        LoopSplit.split(ctx, iterations, Math.max(1, size), policy, parts);
        if (parts.anyNode(send)) {
            ctx.spawnCount(seeds);
            return false;
        }
        parts.forEach(send);
        send.flush();
        return true;
    }

    /** Returns false when the node is saturated; nothing has happened then. */
    static boolean tryTask(final UnfinishedTask ctx, final int node, final int kind, final Object body) {
        checkNode(ctx, node);
        java.util.Objects.requireNonNull(body, "body");
        final long seeds = ctx.spawnCount();
        final Send send = new Send(ctx, ctx.children(), 1, kind, body, null, true, false);
        if (send.isSaturated(node, 1)) {
            ctx.spawnCount(seeds);
            return false;
        }
        send.single(node, 0);
        return true;
    }

    /**
     * Long values take more blocks than visits, local bodies and the {@code try} forms could have without waiting.
     */
    private static boolean mayBeLong(final UnfinishedTask ctx) {
        return ctx.home() != null;
    }

    /** Returns 0 where the nodes choose. Chunks that may go to other nodes are counted, so their size is fixed here. */
    private static long sizeOfChunks(final UnfinishedTask ctx, final long iterations, final long chunk,
                                     final SpawnPolicy policy) {
        final NodeTasks tasks = ctx.parts.tasks();
        final boolean mayWander = policy.isBalanced() || policy.isEqualShares() && tasks.config.balance();
        return chunk > 0 || !mayWander ? chunk
            : Math.max(1, iterations / ((long) tasks.nodeCount * CHUNKS_TO_BALANCE));
    }

    private static void checkLoop(final long iterations, final long chunk, final Object body) {
        if (iterations < 0) {
            throw new IllegalArgumentException("a loop of " + iterations + " iterations: expected 0 or more");
        }
        if (chunk < 0) {
            throw new IllegalArgumentException("chunk is " + chunk + ", expected at least 1 iteration per task, or 0 "
                + "for chunks by measured cost");
        }
        java.util.Objects.requireNonNull(body, "body");
    }

    static void task(final UnfinishedTask ctx, final Join join, final int node, final int kind, final Object body,
                     final int resultIndex) {
        checkNode(ctx, node);
        java.util.Objects.requireNonNull(body, "body");
        final Send send = new Send(ctx, join, 1, kind, body, null, true, mayBeLong(ctx));
        send.single(node, resultIndex);
        send.settle();
    }

    static void checkNode(final UnfinishedTask ctx, final int node) {
        if (node < 0 || node >= ctx.nodeCount()) {
            throw new IndexOutOfBoundsException("node " + node + " of " + ctx.nodeCount() + " nodes");
        }
    }

    static void taskOnAll(final UnfinishedTask ctx, final Join join, final int kind, final Object body) {
        java.util.Objects.requireNonNull(body, "body");
        final Send send = new Send(ctx, join, 1, kind, body, null, false, mayBeLong(ctx));
        final int nodes = ctx.nodeCount();
        try {
            for (int k = 1; k <= nodes; k++) {
                final int node = (ctx.nodeId() + k) % nodes;    // begin after the caller, not all at node 0
                send.single(node, node);
            }
            send.flush();
        } catch (final RuntimeException e) {
            send.refused(e);
        }
    }

    /** Sends the parts of one loop; the body is encoded once. */
    private static final class Send implements Placement.PartConsumer, LoopParts.NodeTest {
        private final UnfinishedTask ctx;
        private final TaskParts parts;
        private final NodeTasks tasks;
        private final Join join;
        /** Counts the tasks, where no task will wait for them; or null. */
        private final UnawaitedWork unawaited;
        private final long chunk;
        private final int kind;
        private final Object body;
        private final long seed;
        private final BodyCodec.Encoded encoded;
        /** The placement whose positions the parts' ranges count, or null when they count iterations. */
        private final Placement placement;
        private final byte[] encodedPlacement;
        /** Whether the captured values are sent ahead of the commands. */
        private final boolean isLong;
        private Object localBody;
        private boolean hasSent;
        /** Whether a part has been spawned. */
        private boolean hasBegun;
        /**
         * Whether all parts are balanced, or those of more than one chunk: a task that is alone on its node may well
         * call collectives.
         */
        private final boolean isBalanced;
        private final boolean mayBalance;
        /** Nodes that have a part of a balanced loop, and one that has a large part; or null. */
        private boolean[] reached;
        private int largestNode;
        private long largest;

        /** @param policy policy of a loop; null for a task */
        Send(final UnfinishedTask ctx, final Join join, final long chunk, final int kind, final Object body,
             final SpawnPolicy policy, final boolean isSingle, final boolean mayBeLong) {
            this.ctx = ctx;
            ctx.requireOwnThread();
            parts = ctx.parts;
            tasks = parts.tasks();
            this.join = join;
            unawaited = join.isOfTree() ? null : ctx.unawaited;
            this.body = body;
            final boolean localOnly = policy != null && policy.kind() == SpawnPolicy.Kind.LOCAL;
            seed = ctx.nextSpawnSeed();
            // Checked at submission, even when all parts are local: a program must not depend on the number of nodes.
            final int limit = tasks.commandLimit - SpawnRecord.HEADER_LENGTH - 16;
            placement = policy != null && policy.placement() != null && policy.placement()
                .isScattered() ? policy.placement() : null;
            encodedPlacement = placement == null ? NOTHING : tasks.codec.encodePlacement(placement, limit);
            final int shortLimit = limit - WireFormat.align(encodedPlacement.length);
            encoded = localOnly ? null : tasks.codec.encode(body, mayBeLong ? LongValues.LIMIT : shortLimit);
            isLong = encoded != null && encoded.captures().length > shortLimit;
            isBalanced = policy != null && policy.isBalanced();
            mayBalance = isBalanced || policy != null && policy.isEqualShares() && tasks.config.balance()
                && tasks.nodeCount > 1;
            this.chunk = chunk;
            // last: a join of a loop that is refused as a whole gets no number
            this.kind = kind | (isTeam(localOnly || isSingle) ? BodyKind.TEAM : 0)
                | (unawaited != null || ctx.isOfVisit() ? BodyKind.OF_VISIT : 0);
        }

        /**
         * Tasks of one join may meet when they may be on several nodes. Their join gets its number first, because a
         * part that runs here may call a collective before the next part is sent. On one node no number is needed.
         */
        private boolean isTeam(final boolean isAlone) {
            if (ctx.home() == null || join.isOfTree() || isAlone && !join.isShared) {
                return false;
            }
            if (tasks.nodeCount > 1) {
                tasks.joins.register(join);
            }
            return true;
        }

        /** Returns whether {@code count} tasks cannot be sent to this node now. */
        @Override
        public boolean isSaturated(final int node, final int count) {
            if (node == ctx.nodeId()) {
                return BodyKind.isPreemptable(kind) && tasks.isSaturated(node);
            }
            return tasks.isSaturated(node) || tasks.isBeyondLimit(node, count)
                || ctx.aggregator().isSaturated(node,
                    SpawnRecord.length(encoded.captures().length, encodedPlacement.length));
        }

        @Override
        public void part(final int node, final long low, final long high) {
            final int partKind = mayBalance && (isBalanced || high - low > chunk) ? kind | BodyKind.BALANCED : kind;
            if (partKind != kind) {
                reaches(node, high - low);
            }
            if (node == ctx.nodeId()) {
                local(low, high, partKind, 0);
            } else {
                remote(node, low, high, partKind);
            }
        }

        private void reaches(final int node, final long length) {
            if (reached == null) {
                reached = new boolean[ctx.nodeCount()];
            }
            reached[node] = true;
            if (length > largest) {
                largest = length;
                largestNode = node;
            }
        }

        private void begin() {
            if (unawaited != null) {
                unawaited.begins(join);
            } else {
                join.add(1);
            }
        }

        void single(final int node, final int resultIndex) {
            if (node == ctx.nodeId()) {
                local(0, 1, kind, resultIndex);
            } else {
                remote(node, 0, 1, kind);
            }
        }

        private void local(final long low, final long high, final int partKind, final int resultIndex) {
            final Object own = placement == null ? copyOfBody()
                : new OwnedRuns(placement, ctx.nodeId(), partKind, copyOfBody());
            final LoopCode code = (partKind & BodyKind.BALANCED) == 0 || ctx.nodeCount() == 1 || isLong ? null
                : new LoopCode(partKind, encoded.function(), encoded.captures(), placement, ctx.nodeId());
            final LoopTask task = new LoopTask(OwnedRuns.kindOf(own, partKind), own, low, high, chunk,
                seed, ctx.job(), join, ctx.nodeId(), 0, resultIndex, tasks.isExclusive(), code);
            begin();
            hasBegun = true;
            if (BodyKind.isPreemptable(kind)) {
                tasks.submit(task);
            } else {
                ctx.runLocal(task);
                tasks.taskEnded(task, null);
            }
        }

        /**
         * Returns a copy of the captured values for the local part, as every other node has its own. A lambda that
         * captures nothing has no state; an object may have some that does not travel, which its copy does not have.
         */
        private Object copyOfBody() {
            if (encoded == null || encoded.captures().length == 0 && body.getClass().isHidden()) {
                return body;
            }
            if (localBody == null) {
                localBody = decoded();
            }
            return localBody;
        }

        /** Refuses by an exception, as other nodes do: parts that have begun are awaited, and hear of it. */
        private Object decoded() {
            try {
                return tasks.codec.decode(encoded.function(), encoded.captures());
            } catch (final Error e) {
                throw new ParForException(FailureCodec.of(tasks.nodeId, e), 1);
            }
        }

        private void remote(final int node, final long low, final long high, final int partKind) {
            hasSent = true;
            tasks.spawned(node);
            begin();
            join.sentTo(node, ctx.nodeCount());
            try {
                send(node, low, high, partKind);
            } catch (final RuntimeException e) {
                tasks.endings.notSent(join, node);
                throw e;
            }
            hasBegun = true;
        }

        /** Ends a call that could not spawn all parts: those that have begun must not wait for the others for ever. */
        void refused(final RuntimeException cause) {
            if (hasBegun && (kind & BodyKind.TEAM) != 0 && tasks.nodeCount > 1) {
                parts.rounds().memberLost(tasks.nodeId, join.handle, FailureCodec.of(tasks.nodeId, cause));
            }
            join.refused(cause);
        }

        private void send(final int node, final long low, final long high, final int partKind) {
            final ValueDelivery values = isLong ? parts.longValues().send(ctx, node, encoded.captures()) : null;
            try {
                send(node, low, high, partKind, values);
            } catch (final RuntimeException e) {
                if (values != null) {
                    values.taskLost(e);
                }
                throw e;
            }
        }

        private void send(final int node, final long low, final long high, final int partKind,
                          final ValueDelivery values) {
            final byte[] captures = values == null ? encoded.captures() : reference(values);
            final int length = SpawnRecord.length(captures.length, encodedPlacement.length);
            // In visits outstanding commands count for awaitVisits.
            final SpawnDelivery delivery = new SpawnDelivery(parts, join, node, (kind & BodyKind.TEAM) != 0,
                values, ctx.home() == null ? ctx : null);
            final long at = ctx.aggregator().claim(node, length, delivery);
            final long handle = tasks.joins.register(join);
            delivery.begun();
            SpawnRecord.encode(at, encoded.function(), captures.length, encodedPlacement.length);
            SpawnRecord.loop(at, low, high, chunk, seed);
            SpawnRecord.task(at, isLong ? partKind | BodyKind.LONG : partKind, handle, ctx.job());
            write(captures, at + SpawnRecord.HEADER_LENGTH);
            write(encodedPlacement, SpawnRecord.placement(at));
            ctx.aggregator().commit(node);
        }

        /** Returns what the command has in place of its captured values. */
        private byte[] reference(final ValueDelivery values) {
            return ByteBuffer.allocate(LongValues.REFERENCE_LENGTH).order(ByteOrder.LITTLE_ENDIAN)
                .putLong(values.number).putLong(encoded.captures().length).array();
        }

        private static void write(final byte[] bytes, final long at) {
            if (bytes.length > 0) {
                ArrayOrMemory.copy(bytes, UnsafeApi.arrayBaseOffset(byte[].class), null, at, bytes.length);
            }
        }

        /** Sends at once: the start of a loop is latency, and does not wait for other commands. */
        void flush() {
            if (reached != null && largest > chunk) {
                hintOthers();
            }
            ctx.aggregator().flushAll(FlushReason.FORCED);
            settle();
            // not inside of a visit that has an entry for itself: what comes in could want it
            if (hasSent && ctx.home() != null && !ctx.aggregator().isExecuting()) {
                ctx.home().sendNow();       // or others would wait until this node has run one of its own chunks
            }
        }

        /** Long values are on their way only while this lane takes turns: not behind a chunk of its own. */
        void settle() {
            if (isLong && hasSent) {
                parts.longValues().settle(ctx, encoded.captures().length);
            }
        }

        /** Notifies nodes without a part of a balanced loop to which they may contribute. */
        private void hintOthers() {
            for (int k = 1; k <= reached.length; k++) {
                final int node = (ctx.nodeId() + k) % reached.length;
                if (reached[node]) {
                    continue;
                }
                if (node == ctx.nodeId()) {
                    tasks.thief.hint(largestNode);
                } else {
                    LoadBalance.hint(ctx.aggregator(), node, largestNode);
                    hasSent = true;
                }
            }
        }
    }
}

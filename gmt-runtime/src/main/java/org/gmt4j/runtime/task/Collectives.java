package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.SuspendExecution;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.FlushReason;

/**
 * Operations that all nodes make together: one task of each node calls each of them, in the same order everywhere (mostly
 * inside {@link TaskContext#executeOnAll}). Contributions go up a tree of fan-out 4 rooted at the root node, results come down
 * it: 2 log4(nodes) messages deep, at most 5 messages per node.
 *
 * <p>Any thread; the state is guarded by this object's monitor, which is never held across a wait.
 */
public final class Collectives {
    /** Port of the messages between nodes. */
    public static final int PORT = 1;
    private static final int FAN_OUT = 4;
    private static final int HEADER = 16;
    /** Direction of a message: from child 0 .. FAN_OUT - 1 up, or down. */
    private static final int DOWN = FAN_OUT;
    /** Flag of the direction: the data say why the collective has failed somewhere; everybody passes that on. */
    private static final int FAILED = 0x100;

    private final TaskRuntime runtime;
    private final Map<Long, Round> rounds = new HashMap<>();
    private long nextRound;

    /** One collective in progress on this node. */
    private static final class Round {
        final byte[][] fromChildren = new byte[FAN_OUT][];
        int childCount;
        byte[] result;
        String failure;
        TaskFiber waiter;
        Worker waiterHome;
    }

    Collectives(final TaskRuntime runtime) {
        this.runtime = runtime;
    }

    /** Waits until all nodes have called it. Does not wait for operations on their way: await them first. */
    public void barrier(final TaskContext ctx) throws SuspendExecution {
        allReduce(ctx, 0L, ReduceOperator.SUM);
    }

    /** Combines a value of each node; all get the result. */
    public long allReduce(final TaskContext ctx, final long value, final ReduceOperator operator) throws SuspendExecution {
        final byte[] result = run(ctx, 0, new Part(encode(value), null), new LongCombiner(operator), true);
        return ByteBuffer.wrap(result).getLong();
    }

    /** Combines a value of each node; all get the result. The order of combination is fixed by the tree, so results repeat. */
    public double allReduce(final TaskContext ctx, final double value, final ReduceOperator operator) throws SuspendExecution {
        operator.apply(1.0, 1.0);
        final byte[] result = run(ctx, 0, new Part(encode(Double.doubleToRawLongBits(value)), null), new DoubleCombiner(operator), true);
        return Double.longBitsToDouble(ByteBuffer.wrap(result).getLong());
    }

    /** Combines a value of each node; the root gets the result, the others the value they gave. */
    public long reduce(final TaskContext ctx, final int root, final long value, final ReduceOperator operator) throws SuspendExecution {
        checkNode(root);
        final byte[] result = run(ctx, root, new Part(encode(value), null), new LongCombiner(operator), false);
        return result == null ? value : ByteBuffer.wrap(result).getLong();
    }

    /** Combines a value of each node, always in the same order; the root gets the result, the others the value they gave. */
    public double reduce(final TaskContext ctx, final int root, final double value, final ReduceOperator operator) throws SuspendExecution {
        checkNode(root);
        operator.apply(1.0, 1.0);
        final byte[] result = run(ctx, root, new Part(encode(Double.doubleToRawLongBits(value)), null), new DoubleCombiner(operator), false);
        return result == null ? value : Double.longBitsToDouble(ByteBuffer.wrap(result).getLong());
    }

    /** All get the root's value. */
    @SuppressWarnings("unchecked")
    public <T> T broadcast(final TaskContext ctx, final int root, final T value) throws SuspendExecution {
        checkNode(root);
        final Part mine = ctx.nodeId() == root ? part(value, -1) : new Part(new byte[0], null);
        final byte[] result = run(ctx, root, mine, new RootCombiner(), true);
        return ctx.nodeId() == root ? value : (T) runtime.codec().decodeValue(result);
    }

    /** The root gets the values of all nodes by node id, the others null. Together they must fit one command block. */
    public <T> List<T> gather(final TaskContext ctx, final int root, final T value) throws SuspendExecution {
        checkNode(root);
        final byte[] result = run(ctx, root, part(value, ctx.nodeId()), new ListCombiner(), false);
        return result == null ? null : this.<T>entries(result);
    }

    /** All get the values of all nodes by node id. Together they must fit one command block. */
    public <T> List<T> allGather(final TaskContext ctx, final T value) throws SuspendExecution {
        return this.<T>entries(run(ctx, 0, part(value, ctx.nodeId()), new ListCombiner(), true));
    }

    private void checkNode(final int node) {
        if (node < 0 || node >= runtime.nodeCount()) {
            throw new IndexOutOfBoundsException("root node " + node + " of " + runtime.nodeCount());
        }
    }

    private int limit() {
        return runtime.commandLimit() - HEADER - 8;
    }

    /** How contributions become one. Not a lambda: fibers treat lambdas as suspendable. */
    private interface Combiner {
        byte[] combine(byte[] a, byte[] b);
    }

    private record LongCombiner(ReduceOperator operator) implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return encode(operator.apply(ByteBuffer.wrap(a).getLong(), ByteBuffer.wrap(b).getLong()));
        }
    }

    private record DoubleCombiner(ReduceOperator operator) implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return encode(Double.doubleToRawLongBits(operator.apply(Double.longBitsToDouble(ByteBuffer.wrap(a).getLong()),
                Double.longBitsToDouble(ByteBuffer.wrap(b).getLong()))));
        }
    }

    private record ListCombiner() implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return ByteBuffer.allocate(a.length + b.length).put(a).put(b).array();
        }
    }

    private record RootCombiner() implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return a.length > 0 ? a : b;
        }
    }

    /** What a node contributes, or why it cannot: then the collective fails on all nodes that wait for its result. */
    private record Part(byte[] data, String failure) {
    }

    private byte[] run(final TaskContext ctx, final int root, final Part mine, final Combiner combiner, final boolean resultForAll)
        throws SuspendExecution {
        final int nodes = runtime.nodeCount();
        final int self = Math.floorMod(ctx.nodeId() - root, nodes);
        final int children = childCount(self, nodes);
        ctx.checkMayWait();
        final long round = begin();
        awaitChildren(ctx, round, children);
        Part result = combine(round, mine, combiner);
        if (self != 0) {
            send(ctx, Math.floorMod((self - 1) / FAN_OUT + root, nodes), round, (self - 1) % FAN_OUT, result);
            if (resultForAll) {
                awaitResult(ctx, round);
                result = takeResult(round);
            }
        }
        if (resultForAll) {
            for (int k = 0; k < children; k++) {
                send(ctx, Math.floorMod(self * FAN_OUT + 1 + k + root, nodes), round, DOWN, result);
            }
        }
        end(round);
        if (result.failure != null) {
            throw new GmtException("GMT-245", "a collective operation has failed: " + result.failure);
        }
        return self == 0 || resultForAll ? result.data : null;
    }

    private Part combine(final long round, final Part mine, final Combiner combiner) {
        String failure = mine.failure != null ? mine.failure : failureOf(round);
        byte[] combined = mine.data;
        if (failure == null) {
            for (final byte[] part : takeChildren(round)) {
                combined = combiner.combine(combined, part);
            }
            if (combined.length > limit()) {
                failure = "the values of all nodes take " + combined.length + " B together, more than " + limit()
                    + " B; use a global array";
            }
        }
        return new Part(combined, failure);
    }

    private synchronized String failureOf(final long round) {
        return rounds.get(round).failure;
    }

    private static int childCount(final int self, final int nodes) {
        return (int) Math.max(0, Math.min((long) FAN_OUT, nodes - ((long) self * FAN_OUT + 1)));
    }

    private synchronized long begin() {
        final long round = nextRound++;
        rounds.computeIfAbsent(round, key -> new Round());
        return round;
    }

    private void awaitChildren(final TaskContext ctx, final long round, final int children) throws SuspendExecution {
        while (!hasChildren(ctx, round, children)) {
            ctx.parkForMessage();
        }
    }

    private synchronized boolean hasChildren(final TaskContext ctx, final long round, final int children) {
        final Round state = rounds.get(round);
        return state.childCount >= children || waitIn(state, ctx);
    }

    private void awaitResult(final TaskContext ctx, final long round) throws SuspendExecution {
        while (!hasResult(ctx, round)) {
            ctx.parkForMessage();
        }
    }

    private synchronized boolean hasResult(final TaskContext ctx, final long round) {
        final Round state = rounds.get(round);
        return state.result != null || waitIn(state, ctx);
    }

    private static boolean waitIn(final Round state, final TaskContext ctx) {
        state.waiter = ctx.fiber;
        state.waiterHome = ctx.home();
        return false;
    }

    private synchronized List<byte[]> takeChildren(final long round) {
        final Round state = rounds.get(round);
        return new ArrayList<>(java.util.Arrays.asList(state.fromChildren).subList(0, state.childCount));
    }

    private synchronized Part takeResult(final long round) {
        return new Part(rounds.get(round).result, rounds.get(round).failure);
    }

    private synchronized void end(final long round) {
        rounds.remove(round);
    }

    private void send(final TaskContext ctx, final int node, final long round, final int direction, final Part part) {
        final byte[] data = part.failure == null ? part.data : cut(part.failure.getBytes(StandardCharsets.UTF_8));
        final int length = 8 + HEADER + Aggregator.padded(data.length);
        final long at = ctx.aggregator().claim(node, length, ctx);
        UnsafeApi.putLong(at, Spawner.messageWord(PORT, length));
        UnsafeApi.putLong(at + 8, round);
        UnsafeApi.putInt(at + 16, part.failure == null ? direction : direction | FAILED);
        UnsafeApi.putInt(at + 20, data.length);
        UnsafeApi.copyMemory(data, UnsafeApi.arrayBaseOffset(byte[].class), null, at + 24, data.length);
        ctx.aggregator().commit(node);
        ctx.aggregator().flush(node, FlushReason.FORCED);
    }

    private byte[] cut(final byte[] text) {
        return text.length <= limit() ? text : java.util.Arrays.copyOf(text, limit());
    }

    /** Helper: a message of another node. Returns false when it is malformed. */
    public boolean onMessage(final long address, final int length) {
        final int dataLength = length < 8 + HEADER ? -1 : UnsafeApi.getInt(address + 20);
        final int direction = length < 8 + HEADER ? -1 : UnsafeApi.getInt(address + 16);
        if (dataLength < 0 || (direction & ~FAILED) < 0 || (direction & ~FAILED) > DOWN || 8 + HEADER + (long) dataLength > length) {
            return false;
        }
        final byte[] data = new byte[dataLength];
        UnsafeApi.copyMemory(null, address + 24, data, UnsafeApi.arrayBaseOffset(byte[].class), dataLength);
        take(UnsafeApi.getLong(address + 8), direction & ~FAILED, data, (direction & FAILED) != 0);
        return true;
    }

    private synchronized void take(final long round, final int direction, final byte[] data, final boolean hasFailed) {
        if (round < nextRound && !rounds.containsKey(round)) {
            return;     // a round that has ended here: only a forged message can say so
        }
        final Round state = rounds.computeIfAbsent(round, key -> new Round());
        if (hasFailed && state.failure == null) {
            state.failure = new String(data, StandardCharsets.UTF_8);
        }
        if (direction == DOWN) {
            state.result = data;
        } else if (state.fromChildren[direction] == null) {
            state.fromChildren[direction] = data;
            state.childCount++;
        }
        final TaskFiber waiter = state.waiter;
        if (waiter != null) {
            state.waiter = null;
            state.waiterHome.wake(waiter);
        }
    }

    private static byte[] encode(final long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }

    /** @param node -1: the value alone; otherwise an entry of a list */
    private Part part(final Object value, final int node) {
        try {
            return new Part(node < 0 ? runtime.codec().encodeValue(value, limit()) : entry(node, value), null);
        } catch (final RuntimeException e) {
            return new Part(new byte[0], e.getMessage());
        }
    }

    private byte[] entry(final int node, final Object value) {
        final byte[] bytes = runtime.codec().encodeValue(value, limit());
        return ByteBuffer.allocate(8 + bytes.length).order(ByteOrder.LITTLE_ENDIAN).putInt(node).putInt(bytes.length).put(bytes).array();
    }

    @SuppressWarnings("unchecked")
    private <T> List<T> entries(final byte[] all) {
        final Object[] values = new Object[runtime.nodeCount()];
        final ByteBuffer in = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            final int node = in.getInt();
            final byte[] bytes = new byte[in.getInt()];
            in.get(bytes);
            values[node] = runtime.codec().decodeValue(bytes);
        }
        return (List<T>) java.util.Arrays.asList(values);
    }
}

package org.gmt4j.engine.task;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.gmt4j.Collectives;
import org.gmt4j.GmtException;
import org.gmt4j.ReduceOperator;
import org.gmt4j.fibers.SuspendExecution;

/** The engine's side of {@link Collectives}. Belongs to one task; immutable. */
final class EngineCollectives implements Collectives {
    private static final long NO_DEADLINE = -1;

    private final WaitingTask ctx;
    private final NodeTasks tasks;
    private final CollectiveRounds rounds;
    private final long timeoutNs;
    private final GroupScope scope;

    /** Collectives of all nodes, without a deadline. */
    EngineCollectives(final WaitingTask ctx) {
        this(ctx, NO_DEADLINE, GroupScope.ALL);
    }

    private EngineCollectives(final WaitingTask ctx, final long timeoutNs, final GroupScope scope) {
        this.ctx = ctx;
        tasks = ctx.parts.tasks();
        rounds = ctx.parts.rounds();
        this.timeoutNs = timeoutNs;
        this.scope = scope;
    }

    /** See {@link EngineTask#among}. */
    Collectives among(final long group, final int[] members) {
        return new EngineCollectives(ctx, timeoutNs, new GroupScope(group, members));
    }

    @Override
    public Collectives within(final long timeout) {
        WaitingTask.checkTimeout(timeout);
        return new EngineCollectives(ctx, timeout, scope);
    }

    @Override
    public void barrier() throws SuspendExecution {
        run(new Collective("barrier", 0, new Collective.LongCombiner(ReduceOperator.SUM), true), encoded(0));
    }

    @Override
    public long allReduce(final long value, final ReduceOperator operator) throws SuspendExecution {
        return Collective.decode(run(new Collective("allReduce", 0, new Collective.LongCombiner(operator), true),
            encoded(value)));
    }

    @Override
    public double allReduce(final double value, final ReduceOperator operator) throws SuspendExecution {
        operator.apply(1.0, 1.0);
        return Double.longBitsToDouble(Collective.decode(run(
            new Collective("allReduce", 0, new Collective.DoubleCombiner(operator), true),
            encoded(Double.doubleToRawLongBits(value)))));
    }

    @Override
    public long reduce(final int root, final long value, final ReduceOperator operator) throws SuspendExecution {
        checkNode(root);
        final byte[] result = run(new Collective("reduce", root, new Collective.LongCombiner(operator), false),
            encoded(value));
        return result == null ? value : Collective.decode(result);
    }

    @Override
    public double reduce(final int root, final double value, final ReduceOperator operator) throws SuspendExecution {
        checkNode(root);
        operator.apply(1.0, 1.0);
        final byte[] result = run(new Collective("reduce", root, new Collective.DoubleCombiner(operator), false),
            encoded(Double.doubleToRawLongBits(value)));
        return result == null ? value : Double.longBitsToDouble(Collective.decode(result));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T broadcast(final int root, final T value) throws SuspendExecution {
        checkNode(root);
        final Collective.Part mine = rank() == root ? part(value, -1) : new Collective.Part(new byte[0], null);
        final byte[] result = run(new Collective("broadcast", root, new Collective.RootCombiner(), true), mine);
        return rank() == root ? value : (T) tasks.codec.decodeValue(result);
    }

    @Override
    public <T> List<T> gather(final int root, final T value) throws SuspendExecution {
        checkNode(root);
        final byte[] result = run(new Collective("gather", root, new Collective.ListCombiner(), false),
            part(value, rank()));
        return result == null ? null : this.<T>entries(result);
    }

    @Override
    public <T> List<T> allGather(final T value) throws SuspendExecution {
        return this.<T>entries(run(new Collective("allGather", 0, new Collective.ListCombiner(), true),
            part(value, rank())));
    }

    private void checkNode(final int node) {
        if (node < 0 || node >= scope.size(tasks.nodeCount)) {
            throw new IndexOutOfBoundsException((scope.members() == null ? "root node " : "root rank ") + node + " of "
                + scope.size(tasks.nodeCount));
        }
    }

    private int rank() {
        return scope.rank(ctx.nodeId());
    }

    private byte[] run(final Collective collective, final Collective.Part mine) throws SuspendExecution {
        ctx.checkMayWait();
        final Round round = enter(collective, mine);
        if (!collective.resultForAll() && rank() != collective.root()) {
            throwIfFailed(collective, mine);
            return null;
        }
        ctx.openRound = round;
        if (!ctx.awaitRound(round, timeoutNs)) {
            throw TimeOuts.ofCollective(collective.name(), rounds.describeMissing(round), timeoutNs);
        }
        ctx.openRound = null;
        return rounds.outcome(round);
    }

    private Round enter(final Collective collective, final Collective.Part mine) {
        final Round open = ctx.openRound;
        if (open == null) {
            return rounds.arrive(ctx.task, scope, collective, mine);
        }
        if (!open.collective.isSameAs(collective) || open.team.group != scope.id()) {
            throw new IllegalStateException("GMT-248 this task's wait in " + open.collective.name()
                + " has expired; call the same collective again before " + collective.name());
        }
        return open;
    }

    private static void throwIfFailed(final Collective collective, final Collective.Part mine) {
        if (mine.failure() != null) {
            throw new GmtException("GMT-245", "a collective operation has failed: the " + collective.name()
                + ": " + mine.failure());
        }
    }

    private static Collective.Part encoded(final long value) {
        return new Collective.Part(Collective.encode(value), null);
    }

    /** @param node -1 for the value alone; otherwise the node of an entry in a list */
    private Collective.Part part(final Object value, final int node) {
        try {
            final byte[] bytes = tasks.codec.encodeValue(value, rounds.limit());
            return new Collective.Part(node < 0 ? bytes : entry(node, bytes), null);
        } catch (final RuntimeException e) {
            // never null: that is no failure
            return new Collective.Part(new byte[0], e instanceof GmtException ? e.getMessage() : "" + e);
        }
    }

    private static byte[] entry(final int node, final byte[] bytes) {
        return ByteBuffer.allocate(8 + bytes.length).order(ByteOrder.LITTLE_ENDIAN).putInt(node).putInt(bytes.length)
            .put(bytes).array();
    }

    @SuppressWarnings("unchecked")
    private <T> List<T> entries(final byte[] all) {
        final Object[] values = new Object[scope.size(tasks.nodeCount)];
        final ByteBuffer in = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            final int node = in.getInt();
            final byte[] bytes = new byte[in.getInt()];
            in.get(bytes);
            values[node] = tasks.codec.decodeValue(bytes);
        }
        return (List<T>) java.util.Arrays.asList(values);
    }
}

package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.SuspendExecution;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.gmt4j.GmtException;

/**
 * Operations that all nodes make together: one task of a team on each node calls each of them, in the same order everywhere.
 * Contributions go up a tree of fan-out 4 rooted at the root node, results come down it: 2 log4(nodes) messages deep, at most 5
 * messages per node. What nodes have issued is not waited for: await it first.
 *
 * <p><b>Teams.</b> The tasks that one call of {@link TaskContext#executeOnAll}, {@link TaskContext#callOnAll} or a {@code parFor}
 * over several nodes spawns are a team; so are those of all {@code Nb} calls that one {@code awaitTasks} waits for, and those spawned
 * with one handle. A task that a member runs on its own node with {@code execute}, {@code call} or a local loop speaks for
 * the member's team. Teams do not disturb each other. Tasks started from outside are a team of their own.
 *
 * <p><b>Failure.</b> When an exception leaves the body of a member, the team's collectives are aborted: members that wait in one,
 * on whatever node, get a {@link CollectiveAbortedException} naming node and cause, and so do members that call one
 * later, also if that round has been completed at other nodes. An exception that a body handles aborts nothing. Whoever
 * spawned the team gets the failure itself; the next team begins anew. Tasks started from outside are not aborted.
 *
 * <p><b>Deadlines.</b> {@link #within} gives a view whose waits expire. The contribution of this node stays counted and the round goes
 * on, so nobody else is held up; the same call made again by the same task, with or without a deadline, goes on waiting for the same
 * round (a new value is not looked at), and another collective is refused until then. A task may also end and leave the round behind.
 *
 * <p>Any task; immutable.
 */
public final class Collectives {
    /** Port of the messages between nodes. */
    public static final int PORT = 1;
    private static final long NO_DEADLINE = -1;

    private final TaskRuntime runtime;
    private final CollectiveRounds rounds;
    private final long timeoutNs;
    private final GroupScope scope;

    Collectives(final TaskRuntime runtime, final CollectiveRounds rounds) {
        this(runtime, rounds, NO_DEADLINE, GroupScope.ALL);
    }

    private Collectives(final TaskRuntime runtime, final CollectiveRounds rounds, final long timeoutNs, final GroupScope scope) {
        this.runtime = runtime;
        this.rounds = rounds;
        this.timeoutNs = timeoutNs;
        this.scope = scope;
    }

    /**
     * For the layers above: the same operations among some nodes only, whose tasks of this team meet. Roots and lists then go by rank.
     *
     * @param group   above 0, the same on all members, of no other group
     * @param members nodes by rank, each once, this node among them; not changed any more
     */
    public Collectives among(final long group, final int[] members) {
        return new Collectives(runtime, rounds, timeoutNs, new GroupScope(group, members));
    }

    /** The same operations; each waits at most {@code timeoutNs} and then throws {@link GmtTimeoutException}. */
    public Collectives within(final long timeout) {
        WaitingTask.checkTimeout(timeout);
        return new Collectives(runtime, rounds, timeout, scope);
    }

    /** Waits until all nodes have called it. Does not wait for operations on their way: await them first. */
    public void barrier(final TaskContext ctx) throws SuspendExecution {
        run(ctx, new Collective("barrier", 0, new Collective.LongCombiner(ReduceOperator.SUM), true), encoded(0));
    }

    /** Combines a value of each node; all get the result. */
    public long allReduce(final TaskContext ctx, final long value, final ReduceOperator operator) throws SuspendExecution {
        return Collective.decode(run(ctx, new Collective("allReduce", 0, new Collective.LongCombiner(operator), true), encoded(value)));
    }

    /** Combines a value of each node; all get the result. The order of combination is fixed by the tree, so results repeat. */
    public double allReduce(final TaskContext ctx, final double value, final ReduceOperator operator) throws SuspendExecution {
        operator.apply(1.0, 1.0);
        return Double.longBitsToDouble(Collective.decode(run(ctx, new Collective("allReduce", 0, new Collective.DoubleCombiner(operator), true),
            encoded(Double.doubleToRawLongBits(value)))));
    }

    /** Combines a value of each node; the root gets the result, the others the value they gave, at once. */
    public long reduce(final TaskContext ctx, final int root, final long value, final ReduceOperator operator) throws SuspendExecution {
        checkNode(root);
        final byte[] result = run(ctx, new Collective("reduce", root, new Collective.LongCombiner(operator), false), encoded(value));
        return result == null ? value : Collective.decode(result);
    }

    /** Combines a value of each node, always in the same order; the root gets the result, the others the value they gave, at once. */
    public double reduce(final TaskContext ctx, final int root, final double value, final ReduceOperator operator) throws SuspendExecution {
        checkNode(root);
        operator.apply(1.0, 1.0);
        final byte[] result = run(ctx, new Collective("reduce", root, new Collective.DoubleCombiner(operator), false),
            encoded(Double.doubleToRawLongBits(value)));
        return result == null ? value : Double.longBitsToDouble(Collective.decode(result));
    }

    /** All get the root's value. */
    @SuppressWarnings("unchecked")
    public <T> T broadcast(final TaskContext ctx, final int root, final T value) throws SuspendExecution {
        checkNode(root);
        final Collective.Part mine = rank(ctx) == root ? part(value, -1) : new Collective.Part(new byte[0], null);
        final byte[] result = run(ctx, new Collective("broadcast", root, new Collective.RootCombiner(), true), mine);
        return rank(ctx) == root ? value : (T) runtime.codec().decodeValue(result);
    }

    /** The root gets the values of all nodes by node id, the others null, at once. Together they must fit one command block. */
    public <T> List<T> gather(final TaskContext ctx, final int root, final T value) throws SuspendExecution {
        checkNode(root);
        final byte[] result = run(ctx, new Collective("gather", root, new Collective.ListCombiner(), false), part(value, rank(ctx)));
        return result == null ? null : this.<T>entries(result);
    }

    /** All get the values of all nodes by node id. Together they must fit one command block. */
    public <T> List<T> allGather(final TaskContext ctx, final T value) throws SuspendExecution {
        return this.<T>entries(run(ctx, new Collective("allGather", 0, new Collective.ListCombiner(), true), part(value, rank(ctx))));
    }

    private void checkNode(final int node) {
        if (node < 0 || node >= scope.size(runtime.nodeCount())) {
            throw new IndexOutOfBoundsException((scope.members() == null ? "root node " : "root rank ") + node + " of "
                + scope.size(runtime.nodeCount()));
        }
    }

    private int rank(final TaskContext ctx) {
        return scope.rank(ctx.nodeId());
    }

    private byte[] run(final TaskContext ctx, final Collective collective, final Collective.Part mine) throws SuspendExecution {
        ctx.checkMayWait();
        final Round round = enter(ctx, collective, mine);
        if (!collective.resultForAll() && rank(ctx) != collective.root()) {
            throwIfFailed(collective, mine);
            return null;
        }
        ctx.openRound = round;
        if (!ctx.awaitRound(round, timeoutNs)) {
            throw GmtTimeoutException.ofCollective(collective.name(), rounds.describeMissing(round), timeoutNs);
        }
        ctx.openRound = null;
        return rounds.outcome(round);
    }

    private Round enter(final TaskContext ctx, final Collective collective, final Collective.Part mine) {
        final Round open = ctx.openRound;
        if (open == null) {
            return rounds.arrive(ctx, scope, collective, mine);
        }
        if (!open.collective.isSameAs(collective) || open.team.group != scope.id()) {
            throw new IllegalStateException("GMT-248 this task's wait in " + open.collective.name() + " has expired; call the same again"
                + " before " + collective.name());
        }
        return open;
    }

    private static void throwIfFailed(final Collective collective, final Collective.Part mine) {
        if (mine.failure() != null) {
            throw new GmtException("GMT-245", "a collective operation has failed: the " + collective.name() + ": " + mine.failure());
        }
    }

    private static Collective.Part encoded(final long value) {
        return new Collective.Part(Collective.encode(value), null);
    }

    /** @param node -1: the value alone; otherwise an entry of a list */
    private Collective.Part part(final Object value, final int node) {
        try {
            final byte[] bytes = runtime.codec().encodeValue(value, rounds.limit());
            return new Collective.Part(node < 0 ? bytes : entry(node, bytes), null);
        } catch (final RuntimeException e) {
            return new Collective.Part(new byte[0], e.getMessage());
        }
    }

    private static byte[] entry(final int node, final byte[] bytes) {
        return ByteBuffer.allocate(8 + bytes.length).order(ByteOrder.LITTLE_ENDIAN).putInt(node).putInt(bytes.length).put(bytes).array();
    }

    @SuppressWarnings("unchecked")
    private <T> List<T> entries(final byte[] all) {
        final Object[] values = new Object[scope.size(runtime.nodeCount())];
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

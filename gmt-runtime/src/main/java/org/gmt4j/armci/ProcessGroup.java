package org.gmt4j.armci;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.Collectives;
import org.gmt4j.GmtException;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Some nodes in an order: a node's place in it is its rank. Over a group the tasks of its members make collectives: one
 * task of each member, all of one team (see {@link Collectives}), the same calls in the same order. Roots are ranks.
 * Groups do not disturb each other, nor the collectives of all nodes. A value: captured by bodies, returned by tasks,
 * kept for as long as one likes.
 *
 * <p>Values of any size: what does not fit a command travels in several ({@link GroupData}). Scalars go along a tree of
 * fan-out 4, as in {@link Collectives}; where a deadline is needed, {@link #collectives(TaskContext)} has them.
 *
 * <p><b>Failure.</b> When a member's task fails, the group's collectives are aborted with those of its team (GMT-247).
 * A value that cannot travel, or arrays that do not fit together, fail the call with GMT-245 at the members that would
 * have got it. Calls by other nodes are refused (GMT-286).
 *
 * @param id      of no other group
 * @param members nodes by rank, each once
 */
public record ProcessGroup(long id, int[] members) {

    /** Copies the list of members. */
    public ProcessGroup {
        members = members.clone();
    }

    // --- creation ---

    /**
     * Makes a group; called by one task of any node, which hands it to the others, for example by capture. No
     * communication.
     *
     * @throws GmtException GMT-285 when there are none, one twice, or nodes that the job does not have
     */
    public static ProcessGroup create(final TaskContext ctx, final int... members) {
        checkMembers(ctx, members);
        return new ProcessGroup(SyncServices.of(ctx).groups().takeId(), members);
    }

    /** The group of all nodes; rank and node are the same. */
    public static ProcessGroup all(final TaskContext ctx) {
        final int[] nodes = new int[ctx.nodeCount()];
        Arrays.setAll(nodes, node -> node);
        return create(ctx, nodes);
    }

    /**
     * Makes a group by its members alone: a task of each member calls it with the same nodes in the same order; others
     * need not know. One round trip to the first member, nobody waits for the others. A member that makes several
     * groups of the same nodes makes them one after the other; its k-th is the k-th of the others.
     *
     * @throws GmtException as {@link #create}, and GMT-286 when this node is not a member
     */
    public static ProcessGroup createAmongMembers(final TaskContext ctx, final int... members) throws SuspendExecution {
        checkMembers(ctx, members);
        final int rank = indexOf(members, ctx.nodeId());
        if (rank < 0) {
            throw notMember(ctx, members);
        }
        final int[] copy = members.clone();
        return new ProcessGroup(ctx.callLocal(copy[0], leader -> SyncServices.of(leader).groups().join(copy, rank)),
            copy);
    }

    /** A group of some members of this one, by their ranks in it; called by one task, as {@link #create}. */
    public ProcessGroup subgroup(final TaskContext ctx, final int... ranks) {
        return create(ctx, nodes(ranks));
    }

    /** The same by its members alone, as {@link #createAmongMembers}. */
    public ProcessGroup subgroupAmongMembers(final TaskContext ctx, final int... ranks) throws SuspendExecution {
        return createAmongMembers(ctx, nodes(ranks));
    }

    private int[] nodes(final int[] ranks) {
        final int[] nodes = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] < 0 || ranks[i] >= members.length) {
                throw new GmtException("GMT-285", "a group of " + members.length + " nodes has no rank " + ranks[i]);
            }
            nodes[i] = members[ranks[i]];
        }
        return nodes;
    }

    private static void checkMembers(final TaskContext ctx, final int[] members) {
        if (members.length == 0) {
            throw new GmtException("GMT-285", "a group has no members: expected one at least");
        }
        final boolean[] seen = new boolean[ctx.nodeCount()];
        for (final int node : members) {
            if (node < 0 || node >= seen.length) {
                throw new GmtException("GMT-285", "a group names node " + node + ", but the job has "
                    + seen.length + " nodes");
            }
            if (seen[node]) {
                throw new GmtException("GMT-285", "a group names node " + node + " twice");
            }
            seen[node] = true;
        }
    }

    private static GmtException notMember(final TaskContext ctx, final int[] members) {
        return new GmtException("GMT-286", "node " + ctx.nodeId() + " is not a member of the group of nodes "
            + Arrays.toString(members));
    }

    // --- who ---

    /** Number of members. */
    public int size() {
        return members.length;
    }

    /** Nodes by rank; a copy. */
    @Override
    public int[] members() {
        return members.clone();
    }

    /** The node with a rank. */
    public int node(final int rank) {
        return members[java.util.Objects.checkIndex(rank, members.length)];
    }

    /** Rank of a node, -1 when it is not a member. */
    public int rank(final int node) {
        return indexOf(members, node);
    }

    /** Rank of this task's node. */
    public int rank(final TaskContext ctx) {
        final int rank = indexOf(members, ctx.nodeId());
        if (rank < 0) {
            throw notMember(ctx, members);
        }
        return rank;
    }

    void requireMember(final TaskContext ctx) {
        rank(ctx);
    }

    /** True when a node is a member. */
    public boolean contains(final int node) {
        return indexOf(members, node) >= 0;
    }

    /** What ranks of this group are in another: -1 for those that are not members of it. */
    public int[] translate(final int[] ranks, final ProcessGroup other) {
        final int[] nodes = nodes(ranks);
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = other.rank(nodes[i]);
        }
        return nodes;
    }

    private static int indexOf(final int[] nodes, final int node) {
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] == node) {
                return i;
            }
        }
        return -1;
    }

    // --- scalars: along the tree of the team's collectives ---

    /** The collectives of small values among the members; {@code within} gives them a deadline. */
    public Collectives collectives(final TaskContext ctx) {
        requireMember(ctx);
        return EngineTask.of(ctx).among(id, members);
    }

    /**
     * Waits until a task of each member has called it. Does not wait for operations on their way, see {@link Fence}.
     */
    public void barrier(final TaskContext ctx) throws SuspendExecution {
        collectives(ctx).barrier();
    }

    /** Combines a value of each member; all get the result. */
    public long allReduce(final TaskContext ctx, final long value, final ReduceOperator operator)
        throws SuspendExecution {
        return collectives(ctx).allReduce(value, operator);
    }

    /** The order of combination is fixed, so results repeat. */
    public double allReduce(final TaskContext ctx, final double value, final ReduceOperator operator)
        throws SuspendExecution {
        return collectives(ctx).allReduce(value, operator);
    }

    /** The root gets the result, the others the value they gave, at once. */
    public long reduce(final TaskContext ctx, final int root, final long value, final ReduceOperator operator)
        throws SuspendExecution {
        return collectives(ctx).reduce(root, value, operator);
    }

    /** As above, always combined in the same order. */
    public double reduce(final TaskContext ctx, final int root, final double value, final ReduceOperator operator)
        throws SuspendExecution {
        return collectives(ctx).reduce(root, value, operator);
    }

    // --- data of any size ---

    private GroupData data(final TaskContext ctx) {
        return new GroupData(ctx, id, members, rank(ctx));
    }

    private void checkRoot(final int root) {
        if (root < 0 || root >= members.length) {
            throw new IndexOutOfBoundsException("root rank " + root + " of " + members.length);
        }
    }

    /**
     * Combines arrays of equal length element by element; the root gets the result, the others null, as soon as they
     * have given theirs.
     */
    public long[] reduce(final TaskContext ctx, final int root, final long[] values, final ReduceOperator operator)
        throws SuspendExecution {
        checkRoot(root);
        final byte[] result = data(ctx).reduce(root, new ArrayCombiner.OfLongs(operator), ArrayCombiner.bytes(values));
        return result == null ? null : ArrayCombiner.longs(result);
    }

    /** As above; the order of combination is fixed, so results repeat. */
    public double[] reduce(final TaskContext ctx, final int root, final double[] values, final ReduceOperator operator)
        throws SuspendExecution {
        checkRoot(root);
        operator.apply(1.0, 1.0);
        final byte[] result = data(ctx).reduce(root, new ArrayCombiner.OfDoubles(operator),
            ArrayCombiner.bytes(values));
        return result == null ? null : ArrayCombiner.doubles(result);
    }

    /** Combines arrays of equal length element by element; all get the result. */
    public long[] allReduce(final TaskContext ctx, final long[] values, final ReduceOperator operator)
        throws SuspendExecution {
        return ArrayCombiner.longs(data(ctx).allReduce(new ArrayCombiner.OfLongs(operator),
            ArrayCombiner.bytes(values)));
    }

    /** Combines arrays of one length, value by value; all get the result. The order of combination is fixed. */
    public double[] allReduce(final TaskContext ctx, final double[] values, final ReduceOperator operator)
        throws SuspendExecution {
        operator.apply(1.0, 1.0);
        return ArrayCombiner.doubles(data(ctx).allReduce(new ArrayCombiner.OfDoubles(operator),
            ArrayCombiner.bytes(values)));
    }

    /** All get the root's value. */
    @SuppressWarnings("unchecked")
    public <T> T broadcast(final TaskContext ctx, final int root, final T value) throws SuspendExecution {
        checkRoot(root);
        final GroupData data = data(ctx);
        final boolean isRoot = rank(ctx) == root;
        final byte[] bytes = data.broadcast(root, isRoot ? data.encode(value) : null);
        return isRoot ? value : (T) EngineTask.of(ctx).runtime().decodeValue(bytes);
    }

    /** The root gets the values of all by rank, the others null, at once. */
    public <T> List<T> gather(final TaskContext ctx, final int root, final T value) throws SuspendExecution {
        checkRoot(root);
        final GroupData data = data(ctx);
        return decode(ctx, data.gather(root, data.encode(value)));
    }

    /** All get the values of all by rank. */
    public <T> List<T> allGather(final TaskContext ctx, final T value) throws SuspendExecution {
        final GroupData data = data(ctx);
        return decode(ctx, data.allGather(data.encode(value)));
    }

    /**
     * Each gets its value out of the root's list.
     *
     * @param values of all members by rank; looked at on the root only
     */
    @SuppressWarnings("unchecked")
    public <T> T scatter(final TaskContext ctx, final int root, final List<T> values) throws SuspendExecution {
        checkRoot(root);
        final GroupData data = data(ctx);
        final byte[] mine = data.scatter(root, rank(ctx) == root ? data.encodeAll(values) : null);
        return (T) EngineTask.of(ctx).runtime().decodeValue(mine);
    }

    /**
     * Member i gives value j of its list to member j; each gets what all have for it, by rank. Values may be of any
     * lengths.
     */
    public <T> List<T> allToAll(final TaskContext ctx, final List<T> values) throws SuspendExecution {
        final GroupData data = data(ctx);
        return decode(ctx, data.exchange(data.encodeAll(values)));
    }

    /**
     * As {@link #allToAll} for bytes as they are: {@code parts[j]} goes to member j; null is as good as empty. Own
     * bytes are copied.
     */
    public byte[][] exchange(final TaskContext ctx, final byte[][] parts) throws SuspendExecution {
        final GroupData data = data(ctx);
        return data.exchange(data.checked(parts));
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> decode(final TaskContext ctx, final byte[][] parts) {
        if (parts == null) {
            return null;
        }
        final List<T> values = new ArrayList<>(parts.length);
        for (final byte[] part : parts) {
            values.add((T) EngineTask.of(ctx).runtime().decodeValue(part));
        }
        return values;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof ProcessGroup group && group.id == id;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }

    @Override
    public String toString() {
        return "group of nodes " + Arrays.toString(members);
    }
}

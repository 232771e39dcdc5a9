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
 * An ordered set of nodes; the position of a node is its rank. The tasks of the members run collectives over the group:
 * one task of each member, all of one team (see {@link Collectives}), with the same calls in the same order. Roots are
 * ranks. Groups do not affect each other, nor the collectives of all nodes. A value: bodies may capture it, and tasks
 * may return it.
 *
 * <p>Values may be of any size: those that do not fit a command travel in several ({@link GroupData}). Scalars travel
 * along a tree of fan-out 4, as in {@link Collectives}; {@link #collectives(TaskContext)} offers deadlines for them.
 *
 * <p><b>Failure.</b> When a member's task fails, the group's collectives are aborted with those of its team (GMT-247).
 * When a value cannot travel, or arrays differ in length, the members that should have received the result get GMT-245.
 * Calls by other nodes are refused (GMT-286).
 *
 * @param id      unique among the groups of the job
 * @param members nodes by rank, each once
 */
public record ProcessGroup(long id, int[] members) {

    /**
     * Copies the list of members.
     *
     * @throws GmtException GMT-285 when the list is empty, or names a node twice or one below 0
     */
    public ProcessGroup {
        members = members.clone();
        requireEachOnce(members);
    }

    // --- creation ---

    /**
     * Creates a group without communication. Called by one task of any node, which passes the group to the others, for
     * example by capture.
     *
     * @throws GmtException GMT-285 when the list is empty, names a node twice, or names a node that the job does not
     *                      have
     */
    public static ProcessGroup create(final TaskContext ctx, final int... members) {
        checkMembers(ctx, members);
        return new ProcessGroup(SyncServices.of(ctx).groups().takeId(), members);
    }

    /**
     * Creates a group of all nodes, where rank and node id are equal. Called by one task, as {@link #create}: each call
     * makes another group, so tasks that make their own would wait for each other for ever.
     */
    public static ProcessGroup all(final TaskContext ctx) {
        final int[] nodes = new int[ctx.nodeCount()];
        Arrays.setAll(nodes, node -> node);
        return create(ctx, nodes);
    }

    /**
     * Creates a group by its members alone: a task of each member, all of one team, calls this with the same nodes in
     * the same order. Costs one round trip to the first member; members do not wait for each other. A member that
     * creates several groups of the same nodes creates them one after the other, and its k-th group is the k-th of the
     * others.
     *
     * @throws GmtException as {@link #create} does, and GMT-286 when this node is not a member
     */
    public static ProcessGroup createAmongMembers(final TaskContext ctx, final int... members) throws SuspendExecution {
        checkMembers(ctx, members);
        final int rank = indexOf(members, ctx.nodeId());
        if (rank < 0) {
            throw notMember(ctx, members);
        }
        final int[] copy = members.clone();
        final String team = EngineTask.of(ctx).teamName();
        return new ProcessGroup(ctx.callLocal(copy[0],
            leader -> SyncServices.of(leader).groups().join(team, copy, rank)), copy);
    }

    /** Creates a group of some members of this one, by their ranks in it. Called by one task, as {@link #create}. */
    public ProcessGroup subgroup(final TaskContext ctx, final int... ranks) {
        return create(ctx, nodes(ranks));
    }

    /** Creates a group of some members of this one, by these members alone, as {@link #createAmongMembers} does. */
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
        requireEachOnce(members);
        for (final int node : members) {
            if (node >= ctx.nodeCount()) {
                throw new GmtException("GMT-285", "a group names node " + node + ", but the job has "
                    + ctx.nodeCount() + " nodes");
            }
        }
    }

    private static void requireEachOnce(final int[] members) {
        if (members.length == 0) {
            throw new GmtException("GMT-285", "a group has no members: expected one at least");
        }
        final int[] sorted = members.clone();
        Arrays.sort(sorted);
        if (sorted[0] < 0) {
            throw new GmtException("GMT-285", "a group names node " + sorted[0] + ": expected 0 or more");
        }
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw new GmtException("GMT-285", "a group names node " + sorted[i] + " twice");
            }
        }
    }

    private static GmtException notMember(final TaskContext ctx, final int[] members) {
        return new GmtException("GMT-286", "node " + ctx.nodeId() + " is not a member of the group of nodes "
            + Arrays.toString(members));
    }

    // --- members ---

    /** Returns the number of members. */
    public int size() {
        return members.length;
    }

    /** Returns the nodes by rank, as a copy. */
    @Override
    public int[] members() {
        return members.clone();
    }

    /** Returns the node with a rank. */
    public int node(final int rank) {
        return members[java.util.Objects.checkIndex(rank, members.length)];
    }

    /** Returns the rank of a node, -1 when it is not a member. */
    public int rank(final int node) {
        return indexOf(members, node);
    }

    /** Returns the rank of this task's node. */
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

    /** Returns whether a node is a member. */
    public boolean contains(final int node) {
        return indexOf(members, node) >= 0;
    }

    /** Translates ranks of this group to ranks of another: -1 for nodes that are not members of it. */
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

    /** Returns the collectives of scalar values among the members; {@code within} adds a deadline. */
    public Collectives collectives(final TaskContext ctx) {
        requireMember(ctx);
        return EngineTask.of(ctx).among(id, members);
    }

    /**
     * Suspends until a task of each member has called this method. Does not wait for outstanding operations, see
     * {@link Fence}.
     */
    public void barrier(final TaskContext ctx) throws SuspendExecution {
        collectives(ctx).barrier();
    }

    /** Combines one value of each member. All members get the result. */
    public long allReduce(final TaskContext ctx, final long value, final ReduceOperator operator)
        throws SuspendExecution {
        return collectives(ctx).allReduce(value, operator);
    }

    /** Combines one value of each member, in a fixed order, so results are reproducible. All members get the result. */
    public double allReduce(final TaskContext ctx, final double value, final ReduceOperator operator)
        throws SuspendExecution {
        return collectives(ctx).allReduce(value, operator);
    }

    /** Combines one value of each member at the root. The other members do not wait, and get their own value. */
    public long reduce(final TaskContext ctx, final int root, final long value, final ReduceOperator operator)
        throws SuspendExecution {
        return collectives(ctx).reduce(root, value, operator);
    }

    /**
     * Combines one value of each member at the root, in a fixed order. The other members do not wait, and get their own
     * value.
     */
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
     * Combines arrays of equal length at the root, element by element. The other members get null as soon as they have
     * sent their array.
     */
    public long[] reduce(final TaskContext ctx, final int root, final long[] values, final ReduceOperator operator)
        throws SuspendExecution {
        checkRoot(root);
        final byte[] result = data(ctx).reduce(root, new ArrayCombiner.OfLongs(operator), ArrayCombiner.bytes(values));
        return result == null ? null : ArrayCombiner.longs(result);
    }

    /**
     * Combines arrays of equal length at the root, element by element and in a fixed order, so results are
     * reproducible. The other members get null.
     */
    public double[] reduce(final TaskContext ctx, final int root, final double[] values, final ReduceOperator operator)
        throws SuspendExecution {
        checkRoot(root);
        operator.apply(1.0, 1.0);
        final byte[] result = data(ctx).reduce(root, new ArrayCombiner.OfDoubles(operator),
            ArrayCombiner.bytes(values));
        return result == null ? null : ArrayCombiner.doubles(result);
    }

    /** Combines arrays of equal length, element by element. All members get the result. */
    public long[] allReduce(final TaskContext ctx, final long[] values, final ReduceOperator operator)
        throws SuspendExecution {
        return ArrayCombiner.longs(data(ctx).allReduce(new ArrayCombiner.OfLongs(operator),
            ArrayCombiner.bytes(values)));
    }

    /** Combines arrays of equal length, element by element and in a fixed order. All members get the result. */
    public double[] allReduce(final TaskContext ctx, final double[] values, final ReduceOperator operator)
        throws SuspendExecution {
        operator.apply(1.0, 1.0);
        return ArrayCombiner.doubles(data(ctx).allReduce(new ArrayCombiner.OfDoubles(operator),
            ArrayCombiner.bytes(values)));
    }

    /** Sends the root's value to all members. */
    @SuppressWarnings("unchecked")
    public <T> T broadcast(final TaskContext ctx, final int root, final T value) throws SuspendExecution {
        checkRoot(root);
        final GroupData data = data(ctx);
        final boolean isRoot = rank(ctx) == root;
        final byte[] bytes = data.broadcast(root, isRoot ? data.encode(value) : null);
        return isRoot ? value : (T) EngineTask.of(ctx).runtime().decodeValue(bytes);
    }

    /** Gathers one value of each member at the root, by rank. The other members get null and do not wait. */
    public <T> List<T> gather(final TaskContext ctx, final int root, final T value) throws SuspendExecution {
        checkRoot(root);
        final GroupData data = data(ctx);
        return decode(ctx, data.gather(root, data.encode(value)));
    }

    /** Gathers one value of each member, by rank. All members get all values. */
    public <T> List<T> allGather(final TaskContext ctx, final T value) throws SuspendExecution {
        final GroupData data = data(ctx);
        return decode(ctx, data.allGather(data.encode(value)));
    }

    /**
     * Sends each member its value of the root's list.
     *
     * @param values values by rank; ignored except on the root
     */
    @SuppressWarnings("unchecked")
    public <T> T scatter(final TaskContext ctx, final int root, final List<T> values) throws SuspendExecution {
        checkRoot(root);
        final GroupData data = data(ctx);
        final byte[] mine = data.scatter(root, rank(ctx) == root ? data.encodeAll(values) : null);
        return (T) EngineTask.of(ctx).runtime().decodeValue(mine);
    }

    /**
     * Sends value j of each member's list to member j. Each member gets the values of all members for it, by rank.
     * Values may be of any length.
     */
    public <T> List<T> allToAll(final TaskContext ctx, final List<T> values) throws SuspendExecution {
        final GroupData data = data(ctx);
        return decode(ctx, data.exchange(data.encodeAll(values)));
    }

    /**
     * Exchanges bytes as {@link #allToAll} exchanges values: {@code parts[j]} goes to member j; null counts as empty. A
     * member's part for itself is copied.
     */
    public byte[][] exchange(final TaskContext ctx, final byte[][] parts) throws SuspendExecution {
        final GroupData data = data(ctx);
        return data.exchange(data.checked(parts));
    }

    /**
     * Exchanges bytes with some members alone, and waits for no others: {@code parts[i]} goes to the member with rank
     * {@code ranks[i]}; null counts as empty. Whoever names a member is named by it in the same call, or waits for it
     * in vain. Calls are counted: a member that has nobody to exchange with calls all the same, and names none.
     *
     * @return what the named members have given, in their order
     * @throws GmtException GMT-285 when a rank does not exist, is this member's own or is named twice, or there are
     *                      not as many parts as ranks; nothing has been sent
     */
    public byte[][] exchangeWith(final TaskContext ctx, final int[] ranks, final byte[]... parts)
        throws SuspendExecution {
        checkPartners(ranks, rank(ctx));
        PartnerExchange.requireParts(ranks.length, parts);
        return beginExchange(ctx, ranks).swap(parts);
    }

    /**
     * Begins such an exchange; {@link PartnerExchange#swap} ends it. Members write to each other's memory in between,
     * and a part says that this is done: who may not meet is refused before anything is written. Does not wait.
     */
    public PartnerExchange beginExchange(final TaskContext ctx, final int... ranks) {
        checkPartners(ranks, rank(ctx));
        return data(ctx).beginExchange(ranks.clone());
    }

    private void checkPartners(final int[] ranks, final int own) {
        if (ranks == null) {
            throw new GmtException("GMT-285", "an exchange of rank " + own + " without ranks");
        }
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] < 0 || ranks[i] >= members.length || ranks[i] == own) {
                throw new GmtException("GMT-285", "an exchange of rank " + own + " with rank " + ranks[i] + " of "
                    + members.length + ": expected that of another member");
            }
            for (int j = 0; j < i; j++) {
                if (ranks[j] == ranks[i]) {
                    throw new GmtException("GMT-285", "an exchange with rank " + ranks[i] + " twice");
                }
            }
        }
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

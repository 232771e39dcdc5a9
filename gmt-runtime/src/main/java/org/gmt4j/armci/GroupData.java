package org.gmt4j.armci;

import java.nio.ByteBuffer;
import java.util.List;
import org.gmt4j.GmtException;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.MemberExchange;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The collectives of a group that move data of any size, as bytes: direct messages for gather, scatter and all-to-all,
 * a tree of fan-out 4 for broadcast and reduction. Made for one call. A member that cannot contribute because of a
 * failure says so to the members that expect its data, and continues with all steps, so that members stay in step when
 * their bodies handle the failure.
 */
final class GroupData {
    private static final int FAN_OUT = 4;
    private static final byte[] NOTHING = new byte[0];

    private final TaskContext ctx;
    private final long id;
    private final int[] members;
    private final int rank;
    /** The failure that prevents this member's contribution, or null. */
    private String failure;

    GroupData(final TaskContext ctx, final long id, final int[] members, final int rank) {
        this.ctx = ctx;
        this.id = id;
        this.members = members;
        this.rank = rank;
    }

    // --- contributions ---

    byte[] encode(final Object value) {
        try {
            return EngineTask.of(ctx).runtime().encodeValue(value);
        } catch (final RuntimeException e) {
            failure = e instanceof GmtException ? e.getMessage() : "" + e;        // never null: that is no failure
            return NOTHING;
        }
    }

    byte[][] encodeAll(final List<?> values) {
        final byte[][] parts = new byte[members.length][];
        if (values == null || values.size() != members.length) {
            failure = (values == null ? "no values" : values.size() + " values") + " for " + members.length
                + " members at rank " + rank;
            return parts;
        }
        for (int i = 0; i < parts.length; i++) {
            parts[i] = encode(values.get(i));
        }
        return parts;
    }

    byte[][] checked(final byte[][] parts) {
        final byte[][] result = new byte[members.length][];
        if (parts == null || parts.length != members.length) {
            failure = (parts == null ? "no parts" : parts.length + " parts") + " for " + members.length
                + " members at rank " + rank;
            return result;
        }
        for (int i = 0; i < result.length; i++) {
            result[i] = parts[i] == null ? NOTHING : parts[i];
        }
        return result;
    }

    private MemberExchange begin(final String name, final int... expected) {
        return MemberExchange.begin(EngineTask.of(ctx), id, members, name, expected);
    }

    private void give(final MemberExchange step, final int to, final byte[] data) {
        if (failure == null) {
            step.send(to, data);
        } else {
            step.fail(to, failure);
        }
    }

    private void throwIfFailed(final String name) {
        if (failure != null) {
            throw new GmtException("GMT-245", "a collective operation has failed: the " + name + ": " + failure);
        }
    }

    /** Waits for a step, and keeps its failure to pass it on. */
    private void await(final MemberExchange step) throws SuspendExecution {
        try {
            step.await();
        } catch (final GmtException e) {
            if (!e.code().equals("GMT-245")) {
                throw e;
            }
            if (failure == null) {
                failure = e.getMessage();
            }
        }
    }

    private int[] others() {
        final int[] ranks = new int[members.length - 1];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = (rank + 1 + i) % members.length;     // begin after this member, not all at rank 0
        }
        return ranks;
    }

    // --- direct ---

    byte[][] gather(final int root, final byte[] mine) throws SuspendExecution {
        final byte[][] parts = collect("gather", root, mine);
        throwIfFailed("gather");
        return parts;
    }

    private byte[][] collect(final String name, final int root, final byte[] mine) throws SuspendExecution {
        if (rank != root) {
            give(begin(name), root, mine);
            return null;
        }
        final int[] others = others();
        final MemberExchange step = begin(name, others);
        await(step);
        final byte[][] parts = new byte[members.length][];
        parts[rank] = mine;
        if (failure == null) {
            for (final int other : others) {
                parts[other] = step.from(other);
            }
        }
        return parts;
    }

    byte[][] allGather(final byte[] mine) throws SuspendExecution {
        final byte[][] parts = collect("allGather", 0, mine);
        final byte[] all = broadcast("allGather", 0, parts == null || failure != null ? null : joined(parts));
        return split(all);
    }

    private static byte[] joined(final byte[][] parts) {
        int length = 0;
        for (final byte[] part : parts) {
            length = Math.addExact(length, 4 + part.length);
        }
        final ByteBuffer all = ByteBuffer.allocate(length);
        for (final byte[] part : parts) {
            all.putInt(part.length).put(part);
        }
        return all.array();
    }

    private byte[][] split(final byte[] all) {
        final ByteBuffer in = ByteBuffer.wrap(all);
        final byte[][] parts = new byte[members.length][];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new byte[in.getInt()];
            in.get(parts[i]);
        }
        return parts;
    }

    byte[] scatter(final int root, final byte[][] parts) throws SuspendExecution {
        if (rank != root) {
            final MemberExchange step = begin("scatter", root);
            await(step);
            throwIfFailed("scatter");
            return step.from(root);
        }
        final MemberExchange step = begin("scatter");
        for (final int other : others()) {
            give(step, other, parts[other]);
        }
        throwIfFailed("scatter");
        return parts[rank];
    }

    byte[][] exchange(final byte[][] parts) throws SuspendExecution {
        final int[] others = others();
        final MemberExchange step = begin("exchange", others);
        for (final int other : others) {
            give(step, other, parts[other]);
        }
        await(step);
        throwIfFailed("exchange");
        final byte[][] received = new byte[members.length][];
        received[rank] = parts[rank].clone();
        for (final int other : others) {
            received[other] = step.from(other);
        }
        return received;
    }

    PartnerExchange beginExchange(final int... ranks) {
        return new PartnerExchange(begin("exchange with some", ranks), ranks);
    }

    // --- along a tree ---

    private int position(final int root) {
        return Math.floorMod(rank - root, members.length);
    }

    private int rankAt(final int position, final int root) {
        return (position + root) % members.length;
    }

    private int[] children(final int root) {
        final long first = (long) position(root) * FAN_OUT + 1;
        final int count = (int) Math.max(0, Math.min(FAN_OUT, members.length - first));
        final int[] ranks = new int[count];
        for (int k = 0; k < count; k++) {
            ranks[k] = rankAt((int) first + k, root);
        }
        return ranks;
    }

    private int parent(final int root) {
        return rankAt((position(root) - 1) / FAN_OUT, root);
    }

    byte[] broadcast(final int root, final byte[] mine) throws SuspendExecution {
        return broadcast("broadcast", root, mine);
    }

    private byte[] broadcast(final String name, final int root, final byte[] mine) throws SuspendExecution {
        byte[] data = mine;
        final MemberExchange step;
        if (rank == root) {
            step = begin(name);
        } else {
            failure = null;     // a failure of this member in an earlier step returns from the root
            step = begin(name, parent(root));
            await(step);
            data = failure == null ? step.from(parent(root)) : NOTHING;
        }
        for (final int child : children(root)) {
            give(step, child, data);
        }
        throwIfFailed(name);
        return data;
    }

    byte[] reduce(final int root, final ArrayCombiner combiner, final byte[] mine) throws SuspendExecution {
        final byte[] result = reduce("reduce", root, combiner, mine);
        throwIfFailed("reduce");
        return result;
    }

    byte[] allReduce(final ArrayCombiner combiner, final byte[] mine) throws SuspendExecution {
        return broadcast("allReduce", 0, reduce("allReduce", 0, combiner, mine));
    }

    /** Returns the result on the root, null elsewhere. */
    private byte[] reduce(final String name, final int root, final ArrayCombiner combiner, final byte[] mine)
        throws SuspendExecution {
        final int[] children = children(root);
        final MemberExchange step = begin(name, children);
        await(step);
        for (final int child : children) {
            if (failure == null) {
                combine(combiner, mine, step.from(child), child);
            }
        }
        if (rank == root) {
            return mine;
        }
        give(step, parent(root), mine);
        return null;
    }

    private void combine(final ArrayCombiner combiner, final byte[] mine, final byte[] more, final int child) {
        if (mine.length == more.length) {
            combiner.combine(mine, more);
        } else {
            failure = "rank " + rank + " gives " + mine.length / 8 + " elements, rank " + child + " " + more.length / 8
                + "; all must give as many";
        }
    }
}

package org.gmt4j.armci;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.GmtException;
import org.gmt4j.TaskContext;

/**
 * The remote procedures of one node, and the parts of long arguments and replies that are stored here until the rest
 * has been transferred. Any thread. Per call.
 */
final class ProcedureTable {
    private final ConcurrentHashMap<Integer, Object> procedures = new ConcurrentHashMap<>();
    private final AtomicInteger nextId = new AtomicInteger();
    private final ConcurrentHashMap<Key, Staged> staged = new ConcurrentHashMap<>();
    private final AtomicLong nextStage = new AtomicLong(1);

    /** Identifies long arguments by the caller's node and number, long replies by this node's. */
    private record Key(int node, long number) {
    }

    /**
     * Long data, and how much of it is here. Parts may arrive at several threads.
     *
     * @param arrived in bytes
     */
    private record Staged(byte[] data, AtomicInteger arrived) {
    }

    /**
     * A reply as it travels: all of it, or its first part and the place of the rest.
     *
     * @param stage number of the rest, or 0 where there is none
     */
    record Reply(long stage, int length, byte[] first) {
    }

    int takeId() {
        return nextId.getAndIncrement();
    }

    long takeStage() {
        return nextStage.getAndIncrement();
    }

    void install(final int id, final Object procedure) {
        procedures.put(id, procedure);
    }

    boolean remove(final int id) {
        return procedures.remove(id) != null;
    }

    <P> P find(final TaskContext ctx, final int id, final Class<P> type) {
        final Object procedure = procedures.get(id);
        if (procedure == null) {
            throw new GmtException("GMT-287", "remote procedure #" + id + " does not exist on node "
                + ctx.nodeId() + " (removed?)");
        }
        return type.cast(procedure);
    }

    /** Stores one part of long data; parts arrive in any order. */
    void stage(final int node, final long number, final int length, final int offset, final byte[] part) {
        final Staged all = staged.computeIfAbsent(new Key(node, number),
            key -> new Staged(new byte[length], new AtomicInteger()));
        System.arraycopy(part, 0, all.data, offset, part.length);
        all.arrived.addAndGet(part.length);
    }

    /**
     * Removes and returns data that has been sent ahead.
     *
     * @throws GmtException GMT-411 when a part has not arrived
     */
    byte[] takeStaged(final int node, final long number) {
        final Staged all = staged.remove(new Key(node, number));
        if (all == null || all.arrived.get() < all.data.length) {
            throw new GmtException("GMT-411", "long arguments of a remote procedure, called by node " + node
                + ", have not arrived" + (all == null ? "" : ": only " + all.arrived.get() + " of " + all.data.length
                + " B") + "; the procedure has not run");
        }
        return all.data;
    }

    boolean forgetArguments(final int node, final long number) {
        return staged.remove(new Key(node, number)) != null;
    }

    /**
     * Returns a reply as it travels; the part that does not fit is stored here.
     *
     * @param mayFetch whether the caller can fetch that part; nothing is stored otherwise
     */
    Reply reply(final TaskContext ctx, final byte[] reply, final int limit, final boolean mayFetch) {
        if (reply == null) {
            throw new NullPointerException("a remote procedure has returned null; return an empty array "
                + "for an empty reply");
        }
        if (reply.length <= limit) {
            return new Reply(0, reply.length, reply);
        }
        if (!mayFetch) {
            return new Reply(0, limit, java.util.Arrays.copyOf(reply, limit));
        }
        final long number = takeStage();
        staged.put(new Key(ctx.nodeId(), -number), new Staged(reply, new AtomicInteger(reply.length)));
        return new Reply(number, reply.length, java.util.Arrays.copyOf(reply, limit));
    }

    byte[] partOfReply(final TaskContext ctx, final long number, final int offset, final int limit) {
        final byte[] all = staged.get(new Key(ctx.nodeId(), -number)).data;
        return java.util.Arrays.copyOfRange(all, offset, Math.min(all.length, offset + limit));
    }

    boolean forgetReply(final TaskContext ctx, final long number) {
        return staged.remove(new Key(ctx.nodeId(), -number)) != null;
    }

    /** Returns the number of stored long arguments and replies; for tests. */
    int stagedCount() {
        return staged.size();
    }
}

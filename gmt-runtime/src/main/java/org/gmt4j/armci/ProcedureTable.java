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
    private final ConcurrentHashMap<Key, byte[]> staged = new ConcurrentHashMap<>();
    private final AtomicLong nextStage = new AtomicLong(1);

    /** Identifies long arguments by the caller's node and number, long replies by this node's. */
    private record Key(int node, long number) {
    }

    /** A reply as it travels: all of it, or its first part and the place of the rest. */
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
        final byte[] all = staged.computeIfAbsent(new Key(node, number), key -> new byte[length]);
        System.arraycopy(part, 0, all, offset, part.length);
    }

    /** Removes and returns data whose parts have all arrived. */
    byte[] takeStaged(final int node, final long number) {
        return staged.remove(new Key(node, number));
    }

    /** Returns a reply as it travels; the part that does not fit is stored here. */
    Reply reply(final TaskContext ctx, final byte[] reply, final int limit) {
        if (reply == null) {
            throw new NullPointerException("a remote procedure has returned null; return an empty array "
                + "for an empty reply");
        }
        if (reply.length <= limit) {
            return new Reply(0, reply.length, reply);
        }
        final long number = takeStage();
        staged.put(new Key(ctx.nodeId(), -number), reply);
        return new Reply(number, reply.length, java.util.Arrays.copyOf(reply, limit));
    }

    byte[] partOfReply(final TaskContext ctx, final long number, final int offset, final int limit) {
        final byte[] all = staged.get(new Key(ctx.nodeId(), -number));
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

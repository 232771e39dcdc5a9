package org.gmt4j.armci;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtException;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.PendingResult;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.wire.SpawnRecord;
import org.gmt4j.aggregation.wire.TaskDoneRecord;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A procedure that any task can call at any node with a header and data, and that returns a reply (the "global
 * procedure call" of ARMCI). One task registers it, all nodes know it, and bodies capture it like any value. Arguments
 * and replies may be of any length, up to 2 GB: bytes that do not fit a command travel in further ones, ahead of the
 * call or behind the reply.
 *
 * <p>An exception of a procedure is thrown at the caller as {@link org.gmt4j.ParForException}, with class, message and
 * stack of the called node. Calls of one task to one node run in their order, those of {@link Procedure}s one after the
 * other; a {@link WaitingProcedure} starts in that order.
 *
 * @param id       the same on all nodes
 * @param mayWait  whether it runs as a task rather than inside the helper
 */
public record RemoteProcedure(int id, boolean mayWait) {
    /** Bytes of a body besides its arguments, or of a result besides its reply. */
    private static final int OVERHEAD = 72;
    private static final int SHORTEST_PART = 32;
    /** Length of the longest array of any Java. */
    private static final int LONGEST = Integer.MAX_VALUE - 8;

    /** Registers a procedure on all nodes. Called by one task; costs two rounds to all nodes. */
    public static RemoteProcedure register(final TaskContext ctx, final Procedure procedure) throws SuspendExecution {
        java.util.Objects.requireNonNull(procedure, "procedure");
        return new RemoteProcedure(install(ctx, procedure), false);
    }

    /** Registers a procedure that may wait. Called by one task; costs two rounds to all nodes. */
    public static RemoteProcedure registerWaiting(final TaskContext ctx, final WaitingProcedure procedure)
        throws SuspendExecution {
        java.util.Objects.requireNonNull(procedure, "procedure");
        return new RemoteProcedure(install(ctx, procedure), true);
    }

    private static int install(final TaskContext ctx, final Object procedure) throws SuspendExecution {
        EngineTask.of(ctx).shield();                       // on all nodes or none, even when the job is cancelled
        try {
            final int id = ctx.call(0, root -> SyncServices.of(root).procedures().takeId());
            ctx.executeOnAll(node -> SyncServices.of(node).procedures().install(id, watched(node, procedure)));
            return id;
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    /** Returns the procedure, which {@code gmt.check.captures} follows by a comparison. */
    private static Object watched(final TaskContext ctx, final Object procedure) {
        final Runnable comparison = EngineTask.of(ctx).runtime().comparisonOf(procedure);
        if (comparison == null) {
            return procedure;
        }
        return procedure instanceof Procedure quick ? (Procedure) (c, header, data) -> {
            final byte[] reply = quick.run(c, header, data);
            comparison.run();
            return reply;
        } : watched((WaitingProcedure) procedure, comparison);
    }

    private static WaitingProcedure watched(final WaitingProcedure procedure, final Runnable comparison) {
        return (ctx, header, data) -> {
            final byte[] reply = procedure.run(ctx, header, data);
            comparison.run();
            return reply;
        };
    }

    /**
     * Removes the procedure from all nodes. Called by one task; later calls fail with GMT-287.
     *
     * @throws GmtException GMT-287 when it has been removed before
     */
    public void remove(final TaskContext ctx) throws SuspendExecution {
        final int procedure = id;
        final List<Boolean> removed;
        EngineTask.of(ctx).shield();                       // bodies remove procedures in a finally block
        try {
            removed = ctx.callOnAll(node -> SyncServices.of(node).procedures().remove(procedure));
        } finally {
            EngineTask.of(ctx).unshield();
        }
        if (removed.contains(Boolean.FALSE)) {
            throw new GmtException("GMT-287", "remote procedure #" + id + " has been removed before");
        }
    }

    /** Calls the procedure and suspends until the reply has arrived. */
    public byte[] call(final TaskContext ctx, final int node, final byte[] header, final byte[] data)
        throws SuspendExecution {
        return await(ctx, callNb(ctx, node, header, data));
    }

    /**
     * Starts a call; {@link #await} returns the reply. The arrays may be changed at once. The calling chunk does not
     * end before the procedure. A reply that it does not await is lost, and takes no memory at either node.
     */
    public Pending callNb(final TaskContext ctx, final int node, final byte[] header, final byte[] data) {
        ServiceCalls.checkNode(ctx, node);
        final int room = room(ctx, SpawnRecord.HEADER_LENGTH);
        final Pending pending = new Pending(node);
        final int length = length(header.length, data.length);
        if (length <= room) {
            pending.begin(ctx, call(ctx, node, header, data, 0, 0));
            return pending;
        }
        pending.stage = SyncServices.of(ctx).procedures().takeStage();
        pending.parts = new ArrayList<>();
        send(ctx, pending, header, 0, length, room);
        send(ctx, pending, data, header.length, length, room);
        pending.begin(ctx, call(ctx, node, new byte[0], new byte[0], pending.stage, header.length));
        return pending;
    }

    /** Returns the length of all arguments, which the called node puts into one array. */
    static int length(final int header, final int data) {
        final long length = (long) header + data;
        if (length > LONGEST) {
            throw new IllegalArgumentException("a header of " + header + " bytes and data of " + data
                + ": a call takes " + LONGEST + " together at most");
        }
        return (int) length;
    }

    private PendingResult<ProcedureTable.Reply> call(final TaskContext ctx, final int node, final byte[] header,
                                                     final byte[] data, final long stage, final int headerLength) {
        final int procedure = id;
        // below 0: visits and local bodies of other nodes cannot fetch the rest of a long reply
        final int origin = EngineTask.of(ctx).isOfHelper() ? ~ctx.nodeId() : ctx.nodeId();
        if (mayWait) {
            return ctx.callNb(node, c -> runWaiting(c, procedure, origin, header, data, stage, headerLength));
        }
        return ctx.callLocalNb(node, c -> run(c, procedure, origin, header, data, stage, headerLength));
    }

    private static void send(final TaskContext ctx, final Pending pending, final byte[] bytes, final int at,
                             final int total, final int room) {
        final int origin = ctx.nodeId();
        final long stage = pending.stage;
        for (int from = 0; from < bytes.length; from += room) {
            final byte[] part = java.util.Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + room));
            final int offset = at + from;
            pending.parts.add(ctx.callLocalNb(pending.node, c -> stage(c, origin, stage, total, offset, part)));
        }
    }

    private static Boolean stage(final TaskContext ctx, final int origin, final long stage, final int total,
                                 final int offset, final byte[] part) {
        SyncServices.of(ctx).procedures().stage(origin, stage, total, offset, part);
        return Boolean.TRUE;
    }

    private static ProcedureTable.Reply run(final TaskContext ctx, final int id, final int origin, final byte[] header,
                                            final byte[] data, final long stage, final int headerLength) {
        final ProcedureTable table = SyncServices.of(ctx).procedures();
        final byte[] all = stage == 0 ? null : table.takeStaged(nodeOf(origin), stage);
        final Procedure procedure = table.find(ctx, id, Procedure.class);
        final byte[] reply = procedure.run(ctx, head(header, all, headerLength), tail(data, all, headerLength));
        return table.reply(ctx, reply, replyRoom(ctx), origin >= 0);
    }

    private static ProcedureTable.Reply runWaiting(final TaskContext ctx, final int id, final int origin,
                                                   final byte[] header, final byte[] data, final long stage,
                                                   final int headerLength) throws SuspendExecution {
        final ProcedureTable table = SyncServices.of(ctx).procedures();
        final byte[] all = stage == 0 ? null : table.takeStaged(nodeOf(origin), stage);
        final WaitingProcedure procedure = table.find(ctx, id, WaitingProcedure.class);
        final byte[] reply = procedure.run(ctx, head(header, all, headerLength), tail(data, all, headerLength));
        return table.reply(ctx, reply, replyRoom(ctx), origin >= 0);
    }

    private static int nodeOf(final int origin) {
        return origin < 0 ? ~origin : origin;
    }

    private static byte[] head(final byte[] header, final byte[] all, final int length) {
        return all == null ? header : java.util.Arrays.copyOf(all, length);
    }

    private static byte[] tail(final byte[] data, final byte[] all, final int headerLength) {
        return all == null ? data : java.util.Arrays.copyOfRange(all, headerLength, all.length);
    }

    private static int room(final TaskContext ctx, final int recordLength) {
        return Math.max(SHORTEST_PART, EngineTask.of(ctx).runtime().commandLimit() - recordLength - 8 - OVERHEAD);
    }

    private static int replyRoom(final TaskContext ctx) {
        return room(ctx, TaskDoneRecord.HEADER_LENGTH);
    }

    /** Suspends until the reply has arrived. Once for each call, by the task that made it. */
    public byte[] await(final TaskContext ctx, final Pending pending) throws SuspendExecution {
        final ProcedureTable.Reply reply;
        try {
            reply = ctx.await(pending.reply);
        } catch (final RuntimeException e) {
            pending.failed(ctx);
            throw e;
        }
        pending.awaitParts(ctx);
        return rest(ctx, pending.node, reply);
    }

    /**
     * Suspends until the reply has arrived, but not longer than the given time, which does not include fetching the
     * rest of a long reply. After a timeout it may be awaited again.
     *
     * @throws org.gmt4j.GmtTimeoutException when the procedure has not ended
     */
    public byte[] await(final TaskContext ctx, final Pending pending, final long timeoutNs) throws SuspendExecution {
        final ProcedureTable.Reply reply;
        try {
            reply = ctx.await(pending.reply, timeoutNs);
        } catch (final GmtTimeoutException e) {
            throw e;
        } catch (final RuntimeException e) {
            pending.failed(ctx);
            throw e;
        }
        pending.awaitParts(ctx);
        return rest(ctx, pending.node, reply);
    }

    private static byte[] rest(final TaskContext ctx, final int node, final ProcedureTable.Reply reply)
        throws SuspendExecution {
        if (reply.stage() == 0) {
            return reply.first();
        }
        final long stage = reply.stage();
        final byte[] all;
        try {
            all = fetch(ctx, node, reply);
        } catch (final RuntimeException | Error e) {
            ctx.callLocalNb(node, c -> SyncServices.of(c).procedures().forgetReply(c, stage));
            throw e;
        }
        ctx.callLocal(node, c -> SyncServices.of(c).procedures().forgetReply(c, stage));
        return all;
    }

    private static byte[] fetch(final TaskContext ctx, final int node, final ProcedureTable.Reply reply)
        throws SuspendExecution {
        final byte[] all = java.util.Arrays.copyOf(reply.first(), reply.length());
        final int room = replyRoom(ctx);
        final long stage = reply.stage();
        final List<PendingResult<byte[]>> parts = new ArrayList<>();
        for (int at = reply.first().length; at < all.length; at += room) {
            final int offset = at;
            parts.add(ctx.callLocalNb(node, c -> SyncServices.of(c).procedures().partOfReply(c, stage, offset, room)));
        }
        int at = reply.first().length;
        for (final PendingResult<byte[]> pending : parts) {
            final byte[] part = ctx.await(pending);
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    /** A call whose reply has not been awaited. Belongs to the calling task. */
    public static final class Pending {
        private final int node;
        /** Number of arguments that have been sent ahead, or 0. */
        private long stage;
        private PendingResult<ProcedureTable.Reply> reply;
        private List<PendingResult<Boolean>> parts;

        private Pending(final int node) {
            this.node = node;
        }

        private void begin(final TaskContext ctx, final PendingResult<ProcedureTable.Reply> started) {
            reply = started;
            EngineTask.of(ctx).ifNotAwaited(started, this::notAwaited);
        }

        /** Gives back what a call that nobody awaited has left at its node. */
        private void notAwaited(final TaskContext ctx, final ProcedureTable.Reply ended) {
            if (ended == null) {
                forgetArguments(ctx);
            } else if (ended.stage() != 0) {
                final long rest = ended.stage();
                ctx.callLocalNb(node, c -> SyncServices.of(c).procedures().forgetReply(c, rest));
            }
        }

        /** The failure of an argument says more than that of the call without it. */
        private void failed(final TaskContext ctx) throws SuspendExecution {
            forgetArguments(ctx);
            awaitParts(ctx);
        }

        /** A procedure that could not begin has not taken its arguments. */
        private void forgetArguments(final TaskContext ctx) {
            final long number = stage;
            final int origin = ctx.nodeId();
            if (number != 0) {
                stage = 0;
                ctx.callLocalNb(node, c -> SyncServices.of(c).procedures().forgetArguments(origin, number));
            }
        }

        /** Returns whether the procedure has ended. Never waits. */
        public boolean test() {
            return reply.test();
        }

        private void awaitParts(final TaskContext ctx) throws SuspendExecution {
            if (parts != null) {
                for (final PendingResult<Boolean> part : parts) {
                    ctx.await(part);
                }
                parts = null;
            }
        }
    }
}

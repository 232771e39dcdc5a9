package org.gmt4j.engine.node;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Lets one thread of several be the communication server, for one turn. A thread that finds another in the role goes on
 * with its own work instead of waiting for it. What it has handed over meanwhile it finds by
 * {@link ServerRole#hasArrived} before it parks. Any thread of the node; per turn.
 */
final class ServerTurn {
    private static final VarHandle IS_TAKEN;

    static {
        try {
            IS_TAKEN = MethodHandles.lookup().findVarHandle(ServerTurn.class, "isTaken", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ServerRole server;
    @SuppressWarnings("unused") // through IS_TAKEN
    private volatile boolean isTaken;
    private volatile boolean hasUnsent;

    ServerTurn(final ServerRole server) {
        this.server = server;
    }

    /**
     * Polls, and sends notices and buffers, unless another thread does.
     *
     * @param helper sends the notices of the node
     * @param ageNs  age from which gathered blocks are sent before the buffer is full; 0 to send everything
     * @return 0 when there was nothing to do, or another thread is the server
     */
    int take(final HelperRole helper, final long nowNs, final long ageNs) {
        if (isTaken || !IS_TAKEN.compareAndSet(this, false, true)) {
            return 0;
        }
        try {
            int work = server.poll();
            if (helper.sendNotices() > 0) {
                work += 1 + helper.desk().sendReplies();     // seals their buffers, which would wait for the next turn
            }
            work += server.send(nowNs, ageNs);
            final boolean isLeft = server.server().hasUnsent();
            if (isLeft != hasUnsent) {
                hasUnsent = isLeft;
            }
            return work;
        } finally {
            isTaken = false;
        }
    }

    /** Returns whether the last turn has left something unsent. */
    boolean hasUnsent() {
        return hasUnsent;
    }
}

package org.gmt4j.engine.task;

import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;

/**
 * Lets balanced loops ({@link SpawnPolicy#balanced()}) use idle nodes: this node as {@link ChunkThief} and as
 * {@link ChunkGiver}, and their incoming messages. Any thread. Per request.
 */
final class LoadBalance {
    /**
     * Types of notices, in place of a signal's number, which is above 0: no chunks here; and: ask the node in the
     * value.
     */
    static final long NOTHING = -1;
    static final long HINT = -2;
    static final byte[] NO_BYTES = new byte[0];
    private static final int HINT_LENGTH = 16;

    private final NodeTasks tasks;
    final ChunkThief thief;
    final ChunkGiver giver;

    LoadBalance(final NodeTasks tasks) {
        this.tasks = tasks;
        thief = tasks.thief;
        giver = new ChunkGiver(tasks, tasks.config.balanceGrainNs());
    }

    /**
     * Handles a request, or a spawner's hint. Helper. Returns false when it is malformed.
     *
     * <pre>
     *  0 word0: MESSAGE, port, length     8 (hints only) i64 the node to ask
     * </pre>
     */
    boolean onMessage(final int origin, final long address, final int length, final EngineIssuer ctx) {
        if (length == ChunkThief.ASK_LENGTH && origin != tasks.nodeId) {
            giver.onAsk(origin, ctx);
            return true;
        }
        if (length == HINT_LENGTH) {
            onNotice(origin, HINT, UnsafeApi.getLong(address + 8));
            return true;
        }
        return false;
    }

    /**
     * Sends a spawner's hint about a node with work to a node without a part. A command, since its loss is harmless.
     */
    static void hint(final Aggregator aggregator, final int node, final int where) {
        final long at = aggregator.claim(node, HINT_LENGTH, new Hint());
        UnsafeApi.putLong(at, MessagePort.word(MessagePort.BALANCE, HINT_LENGTH));
        UnsafeApi.putLong(at + 8, where);
        aggregator.commit(node);
    }

    /** An outstanding hint. */
    private static final class Hint extends Completion {
        @Override
        protected void onComplete() {
            takeFailure();
        }
    }

    /** Handles a notice of another node. Server. Unknown ones are ignored, like signals without a waiting task. */
    void onNotice(final int source, final long what, final long value) {
        if (what == NOTHING) {
            thief.nothingFrom(source);
        } else if (what == HINT && value >= 0 && value < tasks.nodeCount) {
            thief.hint((int) value);
        }
    }

    Map<String, Long> counters() {
        final Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("balance.asked", thief.askCount());
        counters.put("balance.parts.taken", thief.partCount());
        counters.put("balance.parts.given", giver.givenParts());
        counters.put("balance.iterations.given", giver.givenIterations());
        counters.put("balance.parts.kept", giver.keptParts());
        return counters;
    }
}

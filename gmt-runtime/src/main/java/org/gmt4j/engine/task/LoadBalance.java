package org.gmt4j.engine.task;

import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;

/**
 * How balanced loops ({@link SpawnPolicy#balanced()}) use idle nodes: this node as {@link ChunkThief} and as
 * {@link ChunkGiver}, and what comes in for them. Any thread. Per question.
 */
final class LoadBalance {
    /**
     * Notices, in place of a signal's number, which is above 0: no chunks here; and: ask the node that the value names.
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
     * Helper: a question, or a spawner's hint. Returns false when it is malformed.
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
     * A spawner tells a node without a part whom to ask. A command, for a node that cannot be reached is nobody's loss.
     */
    static void hint(final Aggregator aggregator, final int node, final int where) {
        final long at = aggregator.claim(node, HINT_LENGTH, new Hint());
        UnsafeApi.putLong(at, MessagePort.word(MessagePort.BALANCE, HINT_LENGTH));
        UnsafeApi.putLong(at + 8, where);
        aggregator.commit(node);
    }

    /** On its way. */
    private static final class Hint extends Completion {
        @Override
        protected void onComplete() {
            takeFailure();
        }
    }

    /** Server: a notice of another node. Others than those above are ignored, like signals that nobody waits for. */
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

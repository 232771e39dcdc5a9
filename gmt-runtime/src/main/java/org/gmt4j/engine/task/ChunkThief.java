package org.gmt4j.engine.task;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.FlushReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node as one that looks for chunks of balanced loops elsewhere, when its own queue is empty. Any thread; per
 * part, and per turn of a worker without work one volatile read.
 *
 * <pre>
 *          a part of a balanced loop comes, or a HINT         its queue is empty: ASK one node
 *  SATED ----------------------------------------> HUNGRY ------------------------------------> ASKING
 *    ^                                              ^  ^                                         | |
 *    |                                              |  +--- NOTHING, and there are others -------+ |
 *    |                                              +------ a part is given ------------------------+
 *    +------------------------------------------------------ NOTHING, and it was the last -----------+
 * </pre>
 *
 * <p>At most one ASK is unanswered. Each part or hint is good for one round of at most {@link #TRIES} questions, so a
 * node without work asks nobody for ever: there are no timers, and when no balanced loop is running nothing is sent.
 * What a round has missed, the nodes asked will tell by a hint, see {@link ChunkGiver}.
 */
final class ChunkThief {
    /** Of a question, a MESSAGE. */
    static final int ASK_LENGTH = 8;
    static final int NOBODY = -1;
    /** Nodes asked in a round. */
    private static final int TRIES = 8;
    private static final Logger LOG = LoggerFactory.getLogger(ChunkThief.class);

    private final int nodeId;
    private final int nodeCount;
    private final LoopQueue loops;
    private final Runnable wakeWorkers;
    // Written under the monitor.
    private int asked = NOBODY;
    private int triesLeft;
    private int favourite = NOBODY;
    private int last;
    private volatile boolean isHungry;
    private volatile long askCount;
    private volatile long partCount;

    ChunkThief(final int nodeId, final int nodeCount, final LoopQueue loops, final Runnable wakeWorkers) {
        this.nodeId = nodeId;
        this.nodeCount = nodeCount;
        this.loops = loops;
        this.wakeWorkers = wakeWorkers;
        last = nodeId;
    }

    /** A question on its way: a node that cannot be reached has nothing to give. */
    private final class Question extends Completion {
        private final int node;

        Question(final int node) {
            this.node = node;
        }

        @Override
        protected void onComplete() {
            if (takeFailure() != null) {
                nothingFrom(node);
            }
        }
    }

    /** True when it would ask, were the queue empty. */
    boolean isHungry() {
        return isHungry;
    }

    /** A balanced loop is running. @param where a node that has work, or {@link #NOBODY} in particular */
    synchronized void loopHeardOf(final int where) {
        if (where != NOBODY && where != nodeId) {
            favourite = where;
        }
        triesLeft = Math.min(nodeCount - 1, TRIES);
        isHungry = asked == NOBODY && triesLeft > 0;
    }

    /** A worker without chunks: asks, unless another has been faster. May wait for room like any command. */
    void ask(final Aggregator aggregator) {
        final int node = nextToAsk();
        if (node == NOBODY) {
            return;
        }
        try {
            final long at = aggregator.claim(node, ASK_LENGTH, new Question(node));
            UnsafeApi.putLong(at, MessagePort.word(MessagePort.BALANCE, ASK_LENGTH));
            aggregator.commit(node);
            aggregator.flush(node, FlushReason.FORCED);
        } catch (final RuntimeException e) {
            // Unreachable, or this node stops: who waits for that node is told elsewhere. What breaks while room is
            // made fails the node there.
            LOG.debug("node {} could not ask node {} for chunks", nodeId, node, e);
            nothingFrom(node);
        }
    }

    private synchronized int nextToAsk() {
        if (!isHungry) {
            return NOBODY;
        }
        isHungry = false;
        triesLeft--;
        askCount++;
        if (favourite != NOBODY) {
            asked = favourite;
            favourite = NOBODY;
        } else {
            last = (last + 1) % nodeCount;
            last = last == nodeId ? (last + 1) % nodeCount : last;
            asked = last;
        }
        return asked;
    }

    /** The answer to a question. */
    void nothingFrom(final int node) {
        synchronized (this) {
            if (asked != node) {
                return;
            }
            asked = NOBODY;
            isHungry = triesLeft > 0;
        }
        wakeIfHungry();
    }

    /** Before the part itself is queued. */
    synchronized void partFrom(final int node) {
        partCount++;
        if (asked == node) {
            asked = NOBODY;
        }
        loopHeardOf(node);
    }

    /** A node says where there is work. */
    void hint(final int where) {
        loopHeardOf(where);
        wakeIfHungry();
    }

    private void wakeIfHungry() {
        if (isHungry && loops.isEmpty()) {
            wakeWorkers.run();
        }
    }

    long askCount() {
        return askCount;
    }

    long partCount() {
        return partCount;
    }
}

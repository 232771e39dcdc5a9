package org.gmt4j.engine.task;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.FlushReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks other nodes for chunks of balanced loops when the own queue is empty. Any thread; per part, and one volatile
 * read per turn of a worker without work.
 *
 * <pre>
 *       a part of a balanced loop arrives, or a HINT       its queue is empty: ASK one node
 *  SATED ----------------------------------------> HUNGRY ------------------------------------> ASKING
 *    ^                                              ^  ^                                         | |
 *    |                                              |  +--- NOTHING, and there are others -------+ |
 *    |                                              +------ a part is given ------------------------+
 *    +------------------------------------------------------ NOTHING, and it was the last -----------+
 * </pre>
 *
 * <p>At most one ASK is unanswered. Each part or hint permits one round of at most {@link #TRIES} requests, so a node
 * without work does not ask for ever: there are no timers, and nothing is sent when no balanced loop runs. The asked
 * nodes later report missed work by a hint, see {@link ChunkGiver}.
 */
final class ChunkThief {
    /** Length of a request, a MESSAGE. */
    static final int ASK_LENGTH = 8;
    static final int NOBODY = -1;
    /** Number of nodes asked in a round. */
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

    /** An outstanding request. A node that cannot be reached has nothing to give. */
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

    /** Returns whether it would ask if the queue were empty. */
    boolean isHungry() {
        return isHungry;
    }

    /** Notes that a balanced loop runs; {@code where} is a node with work, or {@link #NOBODY}. */
    synchronized void loopHeardOf(final int where) {
        if (where != NOBODY && where != nodeId) {
            favourite = where;
        }
        triesLeft = Math.min(nodeCount - 1, TRIES);
        isHungry = asked == NOBODY && triesLeft > 0;
    }

    /**
     * Sends a request, unless another worker has been faster. For workers without chunks. May wait for room like any
     * command.
     */
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
            // The node is unreachable, or this node stops; waits for it are failed elsewhere. A failure while room is
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

    /** Handles the answer that a node has nothing to give. */
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

    /** Notes an arriving part, before it is queued. */
    synchronized void partFrom(final int node) {
        partCount++;
        if (asked == node) {
            asked = NOBODY;
        }
        loopHeardOf(node);
    }

    /** Handles a hint about a node with work. */
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

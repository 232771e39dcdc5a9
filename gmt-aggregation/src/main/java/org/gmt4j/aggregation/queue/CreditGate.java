package org.gmt4j.aggregation.queue;

import java.util.function.IntConsumer;

/**
 * Lets closed blocks of one lane go that have a credit for their destination, and no others before them. The
 * others wait here in their order. Owned by the lane's thread. Per block.
 *
 * <p>A rendezvous that was announced holds later blocks for the same node until it is over, so that
 * operations take effect in their order although its data travel another way. Announcements themselves are not held:
 * the target keeps their order.
 */
final class CreditGate {
    private final int credits;
    private final BlockSink sink;
    private final int[] inFlight;
    private int inFlightTotal;
    private final RequestBlock[] head;
    private final RequestBlock[] tail;
    private final int[] waiting;
    private int waitingTotal;
    /** Rendezvous by node: announced to it and not over; issued, be their announcements still here, and not over. */
    private final int[] holding;
    private final int[] open;
    private int openTotal;

    CreditGate(final int nodeCount, final int credits, final BlockSink sink) {
        this.credits = credits;
        this.sink = sink;
        inFlight = new int[nodeCount];
        head = new RequestBlock[nodeCount];
        tail = new RequestBlock[nodeCount];
        waiting = new int[nodeCount];
        holding = new int[nodeCount];
        open = new int[nodeCount];
    }

    /** Closed blocks that have not been answered. */
    int unanswered(final int node) {
        return inFlight[node] + waiting[node];
    }

    int unanswered() {
        return waitingTotal + inFlightTotal;
    }

    /** False when all credits of a node are used or spoken for. */
    boolean hasCredit(final int node) {
        return inFlight[node] + waiting[node] < credits;
    }

    /** True when nothing waits here, so that a block sent directly keeps the order. */
    boolean isClear(final int node) {
        return waiting[node] == 0 && holding[node] == 0;
    }

    /** Sends the block now or when its turn comes. */
    void send(final RequestBlock block) {
        final int node = block.destination;
        if (waiting[node] == 0 && mayGo(node, block)) {
            go(node, block);
            return;
        }
        block.next = null;
        if (tail[node] == null) {
            head[node] = block;
        } else {
            tail[node].next = block;
        }
        tail[node] = block;
        waiting[node]++;
        waitingTotal++;
    }

    /** A block has gone another way. */
    void sent(final int node) {
        inFlight[node]++;
        inFlightTotal++;
    }

    private boolean mayGo(final int node, final RequestBlock block) {
        return inFlight[node] < credits && (holding[node] == 0 || block.isAnnouncement);
    }

    private void go(final int node, final RequestBlock block) {
        sent(node);
        if (block.isAnnouncement) {
            holding[node]++;
        }
        sink.accept(block);
    }

    /** A block has been answered; {@link #sendWaiting} may find that another can go. */
    void answered(final int node) {
        inFlight[node]--;
        inFlightTotal--;
    }

    void sendWaiting(final int node) {
        while (waiting[node] > 0 && mayGo(node, head[node])) {
            final RequestBlock block = head[node];
            head[node] = block.next;
            block.next = null;
            if (head[node] == null) {
                tail[node] = null;
            }
            waiting[node]--;
            waitingTotal--;
            go(node, block);
        }
    }

    /** Takes out the blocks that wait for a node, in their order: they are linked by {@link RequestBlock#next}. */
    RequestBlock takeWaiting(final int node) {
        final RequestBlock first = head[node];
        head[node] = null;
        tail[node] = null;
        waitingTotal -= waiting[node];
        waiting[node] = 0;
        return first;
    }

    // --- rendezvous ---

    void rendezvousIssued(final int node) {
        open[node]++;
        openTotal++;
    }

    void rendezvousOver(final int node) {
        open[node]--;
        openTotal--;
        holding[node]--;
    }

    /** All of a node are over, announced or not. */
    void rendezvousLost(final int node) {
        openTotal -= open[node];
        open[node] = 0;
        holding[node] = 0;
        for (RequestBlock block = head[node]; block != null; block = block.next) {
            block.isAnnouncement = false;
        }
    }

    int rendezvous(final int node) {
        return open[node];
    }

    int rendezvous() {
        return openTotal;
    }

    void forEachUnanswered(final IntConsumer consumer) {
        for (int node = 0; node < inFlight.length; node++) {
            if (inFlight[node] + waiting[node] + open[node] > 0) {
                consumer.accept(node);
            }
        }
    }
}

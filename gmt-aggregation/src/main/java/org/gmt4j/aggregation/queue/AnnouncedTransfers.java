package org.gmt4j.aggregation.queue;

import java.util.ArrayDeque;

/**
 * Announced transfers of other lanes to this one that are not over, by origin and in the origin's order. Stores that
 * stand at the head begin all at once, since their data come one after the other; a get begins when it stands at the
 * head alone, and its successors when it has been read. Owned by the lane's thread. Per transfer.
 */
final class AnnouncedTransfers {
    private final ArrayDeque<Transfer>[] byOrigin;
    private final OutgoingTransfers outgoing;

    @SuppressWarnings("unchecked")
    AnnouncedTransfers(final int nodeCount, final OutgoingTransfers outgoing) {
        this.outgoing = outgoing;
        byOrigin = new ArrayDeque[nodeCount];
    }

    void add(final Transfer transfer) {
        final int origin = transfer.node;
        if (byOrigin[origin] == null) {
            byOrigin[origin] = new ArrayDeque<>();
        }
        byOrigin[origin].add(transfer);
        beginNext(origin);
    }

    /** Takes it out, if it is here, and begins the transfers that may begin now. */
    void over(final Transfer transfer) {
        if (byOrigin[transfer.node].remove(transfer)) {
            beginNext(transfer.node);
        }
    }

    /** Grants the stores at the head of the queue, or begins the get that stands there. */
    private void beginNext(final int origin) {
        final ArrayDeque<Transfer> queue = byOrigin[origin];
        if (queue.isEmpty()) {
            return;
        }
        final Transfer first = queue.peek();
        if (first.role == Transfer.Role.GET_FROM) {
            if (!first.mustGrant) {
                first.mustGrant = true;
                outgoing.add(first);
            }
            return;
        }
        for (final Transfer transfer : queue) {
            if (transfer.role != Transfer.Role.STORE_INTO) {
                return;
            }
            if (!transfer.mustGrant) {
                transfer.mustGrant = true;
                outgoing.add(transfer);
            }
        }
    }

    /** Ends all of an origin that is gone. */
    void lose(final int origin, final TransferTable table) {
        if (byOrigin[origin] != null) {
            for (final Transfer transfer : byOrigin[origin]) {
                transfer.end.released();
                if (transfer.role == Transfer.Role.STORE_INTO) {
                    table.leave(transfer);
                }
            }
            byOrigin[origin].clear();
        }
    }

    int count() {
        int count = 0;
        for (final ArrayDeque<Transfer> queue : byOrigin) {
            count += queue == null ? 0 : queue.size();
        }
        return count;
    }
}

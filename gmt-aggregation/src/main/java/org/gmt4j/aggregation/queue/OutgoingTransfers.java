package org.gmt4j.aggregation.queue;

import java.util.ArrayDeque;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.TransferRecord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * Output of one lane's transfers, by node: grants, ends, and pieces of data, which are written straight into
 * the network buffer. A message without room stays at the head of its node's queue until the next {@link #pump}. Owned
 * by the lane's thread. Per piece of up to a network buffer; a queue is allocated when its node is first sent to.
 */
final class OutgoingTransfers {
    /** Bytes of a block of a transfer before its data. */
    static final int OVERHEAD = BlockHeader.LENGTH + TransferRecord.HEADER_LENGTH;
    /** Pieces for one node in one turn. */
    private static final int PIECES = 8;
    /** Pieces are multiples of the widest value that is accumulated. */
    private static final int PIECE_UNIT = 16;

    private final int nodeId;
    private final ReplyBuffers replies;
    private final Rendezvous protocol;
    private final int longestPiece;
    private final ArrayDeque<Transfer>[] byNode;
    private final int[] busyNodes;
    private int busyCount;

    /** {@code protocol} hears of transfers that are over with the message sent last. */
    @SuppressWarnings("unchecked")
    OutgoingTransfers(final int nodeId, final int nodeCount, final ReplyBuffers replies, final Rendezvous protocol) {
        this.nodeId = nodeId;
        this.replies = replies;
        this.protocol = protocol;
        longestPiece = (replies.maxLength() - OVERHEAD) / PIECE_UNIT * PIECE_UNIT;
        byNode = new ArrayDeque[nodeCount];
        busyNodes = new int[nodeCount];
    }

    /** False where network buffers are too short for any data. */
    boolean canSendPieces() {
        return longestPiece > 0;
    }

    /** Queues the next message of a transfer behind those for its node. */
    void add(final Transfer transfer) {
        final int node = transfer.node;
        ArrayDeque<Transfer> queue = byNode[node];
        if (queue == null) {
            queue = new ArrayDeque<>();
            byNode[node] = queue;
        }
        if (queue.isEmpty()) {
            busyNodes[busyCount++] = node;
        }
        queue.add(transfer);
    }

    /** It sends nothing more; no effect when it has nothing to send. */
    void remove(final Transfer transfer) {
        final ArrayDeque<Transfer> queue = byNode[transfer.node];
        if (queue != null && queue.remove(transfer) && queue.isEmpty()) {
            for (int i = 0; i < busyCount; i++) {
                if (busyNodes[i] == transfer.node) {
                    busyNodes[i] = busyNodes[--busyCount];
                    return;
                }
            }
        }
    }

    /** Nothing more goes to a node that is gone. */
    void lose(final int node) {
        if (byNode[node] != null) {
            for (final Transfer transfer : byNode[node].clone()) {
                remove(transfer);
            }
        }
    }

    /** Nodes for which something waits. */
    int busyCount() {
        return busyCount;
    }

    /** Sends the messages that can go. @return blocks sent */
    int pump() {
        int sent = 0;
        for (int i = busyCount - 1; i >= 0; i--) {
            final ArrayDeque<Transfer> queue = byNode[busyNodes[i]];
            int left = PIECES;
            while (left > 0 && !queue.isEmpty() && sendOne(queue.peek())) {
                left--;
                sent++;
                if (hasSent(queue.peek())) {
                    queue.poll();
                }
            }
            if (queue.isEmpty()) {
                busyNodes[i] = busyNodes[--busyCount];
            }
        }
        return sent;
    }

    /** One block of the transfer at the head of a queue; false: no room. */
    private boolean sendOne(final Transfer transfer) {
        switch (transfer.role) {
            case STORE_FROM:
            case GET_FROM:
                return sendPiece(transfer);
            default:
                return transfer.mustEnd ? sendRecord(transfer, TransferRecord.END, transfer.failure, 0)
                    : sendRecord(transfer, TransferRecord.GRANT, transfer.number, protocol.lane());
        }
    }

    /** True when it has nothing to send any more, or not now. */
    private boolean hasSent(final Transfer transfer) {
        switch (transfer.role) {
            case STORE_FROM:
                if (transfer.failure != 0) {
                    protocol.overAtOrigin(transfer);
                }
                return transfer.isMoved();
            case GET_FROM:
                if (transfer.isMoved()) {
                    protocol.overAtTarget(transfer);
                }
                return transfer.isMoved();
            default:
                return true;
        }
    }

    private boolean sendRecord(final Transfer transfer, final int what, final long value, final int length) {
        final long at = replies.claimInOrder(transfer.node, OVERHEAD);
        if (at == 0) {
            return false;
        }
        encode(at, transfer, OVERHEAD, what, value, length);
        return true;
    }

    private boolean sendPiece(final Transfer transfer) {
        final int bytes = (int) Math.min(longestPiece, transfer.length - transfer.moved);
        final int length = OVERHEAD + WireFormat.align(bytes);
        final long at = replies.claimInOrder(transfer.node, length);
        if (at == 0) {
            return false;
        }
        transfer.move(at + OVERHEAD, bytes);
        if (transfer.failure == 0) {
            encode(at, transfer, length, TransferRecord.DATA, transfer.moved, bytes);
            transfer.moved += bytes;
        } else {
            encode(at, transfer, length, TransferRecord.END, transfer.failure, 0);
            transfer.moved = transfer.length;
        }
        return true;
    }

    private void encode(final long at, final Transfer transfer, final int length, final int what, final long value,
                        final int count) {
        final int node = transfer.node;
        BlockHeader.encode(at, length, BlockHeader.REPLY, BlockHeader.TRANSFER, 0);
        BlockHeader.route(at, nodeId, node, node);
        BlockHeader.home(at, transfer.peerLane, transfer.peerNumber, 0);
        TransferRecord.encode(at + BlockHeader.LENGTH, what, value, count);
        if (replies.isDirect()) {
            replies.commitDirect();
        }
    }
}

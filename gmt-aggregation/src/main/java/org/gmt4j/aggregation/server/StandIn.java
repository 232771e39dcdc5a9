package org.gmt4j.aggregation.server;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.FailureRecord;

/**
 * Answers requests in the stead of nodes that cannot be reached: all commands of a block fail, and block and credit
 * come back to their lane. Owned by the communication server; grade: set-up.
 */
final class StandIn {
    private final BlockConsumer replyTaker;
    /** Answers to others. Null in a fully connected topology, where there are no blocks of others. */
    private final ReplyBuffers refusals;
    private ByteBuffer refusal;

    StandIn(final BlockConsumer replyTaker, final ReplyBuffers refusals) {
        this.replyTaker = replyTaker;
        this.refusals = refusals;
    }

    /** Answers a block of this node. @return false: not now, the block stays */
    boolean refuse(final RequestBlock block) {
        final long request = block.address();
        final int length = refusalLength(request);
        if (refusal == null || refusal.capacity() < length) {
            refusal = ByteBuffer.allocateDirect(length);
        }
        final long at = BufferUtil.address(refusal);
        writeRefusal(at, length, request, block.nextHop());
        block.departed();
        return replyTaker.onBlock(at, length);
    }

    /** Answers others' blocks for a neighbour; those for which there is no room now stay. */
    void refuseForwards(final EdgeTraffic traffic, final int edge) {
        while (traffic.hasForwards(edge)) {
            final long request = traffic.firstForward(edge);
            final int length = refusalLength(request);
            final long at = refusals.claim(BlockHeader.origin(request), length);
            if (at == 0) {
                break;
            }
            writeRefusal(at, length, request, traffic.neighbour(edge));
            traffic.dropFirst(edge);
        }
        refusals.flushAll();
    }

    private static int refusalLength(final long request) {
        return BlockHeader.LENGTH + BlockHeader.replyLength(request) + BlockHeader.FAILURE_LENGTH;
    }

    /** The reply that says of all commands of a block that they were not executed. */
    private static void writeRefusal(final long at, final int length, final long request, final int unreachable) {
        UnsafeApi.setMemory(at, length, (byte) 0);
        BlockHeader.encodeReply(at, request, length, 0, 1);
        UnsafeApi.putInt(at + length - BlockHeader.FAILURE_LENGTH, unreachable);
        UnsafeApi.putInt(at + length - BlockHeader.FAILURE_LENGTH + 4,
            FailureRecord.code(FailureRecord.UNREACHABLE, FailureRecord.REST));
    }

    /** After the server's thread has ended. */
    void close() {
        if (refusals != null) {
            refusals.close();
        }
    }
}

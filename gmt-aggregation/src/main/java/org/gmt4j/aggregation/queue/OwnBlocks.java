package org.gmt4j.aggregation.queue;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.BlockHeader;

/**
 * Blocks of commands for the lane's own node, which the lane executes itself, without credits or replies. Owned by its
 * thread. Per block.
 */
final class OwnBlocks {
    private final OwnCommands executor;
    private long reply;

    /** @param blockLength bytes of a block, and of all values that one brings back */
    OwnBlocks(final OwnCommands executor, final int blockLength) {
        this.executor = executor;
        reply = UnsafeApi.allocateMemory(blockLength);
    }

    /** Executes and completes the commands of a block, which may be released then. */
    void execute(final RequestBlock block) {
        final int replyLength = block.replyLength();
        final int failures = executor.execute(block.address + BlockHeader.LENGTH, block.position, reply, replyLength);
        for (int i = 0; i < failures; i++) {
            block.fail(executor.failureOrdinal(i), executor.failureCode(i));
        }
        block.complete(reply, failures == 0);
    }

    /** Frees its memory. */
    void close() {
        if (reply != 0) {
            UnsafeApi.freeMemory(reply);
            reply = 0;
        }
    }
}

package org.gmt4j.aggregation.queue;

import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * The settings of the gathering of commands.
 *
 * @param blockLength     bytes of a command block, header included
 * @param blockCommands   commands after which a block is closed; 1 switches level 1 off
 * @param blockTimeoutNs  age at which an open block is closed at the latest
 * @param bufferLength    bytes of a network buffer, headers included
 * @param bufferBlocks    blocks after which a buffer is closed; 1 switches level 2 off
 * @param bufferTimeoutNs age at which closed blocks are sent at the latest
 * @param nsPerTask       the time-outs shrink to runnable tasks times this: few runnable tasks, fast flush
 * @param credits         request blocks that one lane may have on their way to one destination
 * @param poolBlocks      request blocks of one lane, open and on their way, all destinations together
 * @param overflowBlocks  blocks beyond the pool that commands issued inside visits may take before the job fails
 * @param replyBuffers    network buffers of one helper for replies
 */
public record AggregationConfig(
    @Setting(key = "gmt.block.length", unit = "bytes", defaultValue = "4k", min = 256,
        meaning = "Level 1: length of a command block; also bounds captured values and results. At most half of "
            + "what the transport carries at once.") int blockLength,
    @Setting(key = "gmt.block.commands", unit = "count", defaultValue = "512", min = 1,
        meaning = "Level 1: commands after which a block is closed; 1 switches level 1 off.") int blockCommands,
    @Setting(key = "gmt.block.timeout", unit = "ns", defaultValue = "50us", min = 0,
        meaning = "Level 1: age at which an open block is closed at the latest.") long blockTimeoutNs,
    @Setting(key = "gmt.comm.buffer.size", unit = "bytes", defaultValue = "16k", min = 512,
        meaning = "Level 2: length of a network buffer, the unit handed to the transport.") int bufferLength,
    @Setting(key = "gmt.buffer.blocks", unit = "count", defaultValue = "64", min = 1,
        meaning = "Level 2: blocks after which a buffer is closed; 1 switches level 2 off.") int bufferBlocks,
    @Setting(key = "gmt.buffer.timeout", unit = "ns", defaultValue = "100us", min = 0,
        meaning = "Level 2: age at which closed blocks are sent at the latest.") long bufferTimeoutNs,
    @Setting(key = "gmt.flush.per.task", unit = "ns", defaultValue = "700ns", min = 0,
        meaning = "Time-outs shrink to runnable tasks times this: few runnable tasks, fast flush.") long nsPerTask,
    @Setting(key = "gmt.credits", unit = "count", defaultValue = "64", min = 1,
        meaning = "Request blocks that one thread may have on their way to one node.") int credits,
    @Setting(key = "gmt.pool.blocks", unit = "count", defaultValue = "1024", min = 1,
        meaning = "Request blocks of one thread, to all nodes together.") int poolBlocks,
    @Setting(key = "gmt.overflow.blocks", unit = "count", defaultValue = "16k", min = 0,
        meaning = "Blocks beyond the pool for commands issued inside visits; beyond that the job fails.")
    int overflowBlocks,
    @Setting(key = "gmt.reply.buffers", unit = "count", defaultValue = "64", min = 1,
        meaning = "Network buffers for replies of one helper.") int replyBuffers) {
    /** Bytes that a buffer with one reply needs besides the values. */
    private static final int REPLY_FRAME_LENGTH = BufferHeader.LENGTH + BlockHeader.LENGTH + BlockHeader.FAILURE_LENGTH;
    private static final int SHORTEST_BLOCK = 128;
    public static final AggregationConfig DEFAULT = Settings.defaults().load(AggregationConfig.class);

    public AggregationConfig {
        require(blockLength >= SHORTEST_BLOCK && WireFormat.isAligned(blockLength), "block length", blockLength,
            "a multiple of 8 from " + SHORTEST_BLOCK);
        require(blockCommands >= 1, "commands per block", blockCommands, "at least 1");
        final long shortest = (long) blockLength + REPLY_FRAME_LENGTH + 8;
        require(bufferLength >= shortest && WireFormat.isAligned(bufferLength), "buffer length", bufferLength,
            "a multiple of 8 that holds the reply to a block of " + blockLength + " B: from " + shortest);
        require(bufferBlocks >= 1, "blocks per buffer", bufferBlocks, "at least 1");
        require(credits >= 1, "credits", credits, "at least 1");
        require(poolBlocks >= 1, "pool of blocks", poolBlocks, "at least 1");
        require(overflowBlocks >= 0, "overflow blocks", overflowBlocks, "at least 0");
        require(replyBuffers >= 1, "reply buffers", replyBuffers, "at least 1");
        require(blockTimeoutNs >= 0 && bufferTimeoutNs >= 0 && nsPerTask >= 0, "time-out", blockTimeoutNs,
            "not negative");
    }

    /** As that of every record, which Java makes at its first call: dear where a node starts. */
    @Override
    public String toString() {
        return "AggregationConfig[blockLength=" + blockLength + ", blockCommands=" + blockCommands
            + ", blockTimeoutNs=" + blockTimeoutNs + ", bufferLength=" + bufferLength + ", bufferBlocks="
            + bufferBlocks + ", bufferTimeoutNs=" + bufferTimeoutNs + ", nsPerTask=" + nsPerTask + ", credits="
            + credits + ", poolBlocks=" + poolBlocks + ", overflowBlocks=" + overflowBlocks + ", replyBuffers="
            + replyBuffers + "]";
    }

    private static void require(final boolean holds, final String what, final long value, final String expected) {
        if (!holds) {
            throw new IllegalArgumentException(what + " is " + value + ", expected " + expected);
        }
    }

    /**
     * The same with buffers no longer than a transport's largest claim, which shrinks as nodes grow, and with blocks
     * of at most half of such a buffer: the reply to a block then has room for as much bulk data as for values. Without
     * room ranges are got word by word.
     */
    public AggregationConfig fitting(final int maxPayloadLength) {
        if (bufferLength <= maxPayloadLength) {
            return this;
        }
        final int length = maxPayloadLength & -WireFormat.ALIGNMENT;
        final int longestBlock = Math.max(SHORTEST_BLOCK, length / 2 & -WireFormat.ALIGNMENT);
        return new AggregationConfig(Math.min(blockLength, longestBlock), blockCommands, blockTimeoutNs, length,
            bufferBlocks, bufferTimeoutNs, nsPerTask, credits, poolBlocks, overflowBlocks, replyBuffers);
    }

    /** The same with blocks no longer than {@code length}, the capacity of an edge's request buffer. */
    public AggregationConfig withBlocksUpTo(final int length) {
        return blockLength <= length ? this : new AggregationConfig(length & -WireFormat.ALIGNMENT, blockCommands,
            blockTimeoutNs, bufferLength, bufferBlocks, bufferTimeoutNs, nsPerTask, credits, poolBlocks,
            overflowBlocks, replyBuffers);
    }

    /** Largest payload of commands in one block: bounds captured values and results. */
    public int maxCommandLength() {
        return blockLength - BlockHeader.LENGTH;
    }

    /** @throws IllegalArgumentException no block holds a command of so many bytes */
    void checkCommand(final int length) {
        if (length > maxCommandLength()) {
            throw new IllegalArgumentException("a command of " + length + " B does not fit a block of " + blockLength
                + " B; raise the block length");
        }
    }

    /** Bytes of values that one reply block may carry, with room for one failure. */
    public int maxReplyLength() {
        return bufferLength - REPLY_FRAME_LENGTH;
    }
}

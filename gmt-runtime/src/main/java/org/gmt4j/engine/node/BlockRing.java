package org.gmt4j.engine.node;

import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.gmt4j.aggregation.server.BlockConsumer;

/**
 * Passes whole blocks from the server's thread to one other thread: the server writes ({@link #put},
 * {@link #putUnreachable}), the other reads ({@link #take}). A full ring refuses. Per block.
 */
final class BlockRing implements ControlledMessageHandler {
    private static final int BLOCK_MESSAGE = 1;
    /** Type of a message that names a node which cannot be reached. */
    private static final int UNREACHABLE_MESSAGE = 2;
    private static final int MOST_BLOCKS = 64;

    private final ByteBuffer memory;
    private final OneToOneRingBuffer ring;
    private final NodeThread reader;
    private final BlockConsumer consumer;
    private final IntConsumer unreachable;

    /**
     * @param bufferLength length of network buffers; the ring holds the blocks of sixteen
     * @param reader       thread that takes blocks; woken by each block
     * @param consumer     may refuse a block, which then stays in the ring
     * @param unreachable  receives the ids of nodes that cannot be reached
     */
    BlockRing(final int bufferLength, final NodeThread reader, final BlockConsumer consumer,
              final IntConsumer unreachable) {
        this.reader = reader;
        this.consumer = consumer;
        this.unreachable = unreachable;
        final int length = (Integer.highestOneBit(bufferLength * 16 - 1) << 1) + RingBufferDescriptor.TRAILER_LENGTH;
        memory = ByteBuffer.allocateDirect(length + 64);
        ring = new OneToOneRingBuffer(new UnsafeBuffer(memory.alignedSlice(64).limit(length).slice()));
    }

    /** Copies a block into the ring. Server's thread. Returns false when there is no room. */
    boolean put(final long block, final int length) {
        final int index = ring.tryClaim(BLOCK_MESSAGE, length);
        if (index < 0) {
            return false;
        }
        UnsafeApi.copyMemory(block, ring.buffer().addressOffset() + index, length);
        return committed(index);
    }

    /** Notifies the reader of a node that cannot be reached. Server's thread. Returns false when there is no room. */
    boolean putUnreachable(final int node) {
        final int index = ring.tryClaim(UNREACHABLE_MESSAGE, Integer.BYTES);
        if (index < 0) {
            return false;
        }
        ring.buffer().putInt(index, node);
        return committed(index);
    }

    private boolean committed(final int index) {
        ring.commit(index);
        reader.wake();
        return true;
    }

    /** Takes some blocks and returns their number. Reader's thread. */
    int take() {
        return ring.controlledRead(this, MOST_BLOCKS);
    }

    @Override
    public Action onMessage(final int type, final MutableDirectBuffer buffer, final int index, final int length) {
        if (type == BLOCK_MESSAGE) {
            return consumer.onBlock(buffer.addressOffset() + index, length) ? Action.CONTINUE : Action.ABORT;
        }
        unreachable.accept(buffer.getInt(index));
        return Action.CONTINUE;
    }

    boolean hasBlocks() {
        return ring.size() > 0;
    }

    /** Frees the memory, after both threads have ended. */
    void free() {
        BufferUtil.free(memory);
    }
}

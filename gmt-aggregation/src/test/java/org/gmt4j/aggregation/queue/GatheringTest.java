package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class GatheringTest {
    private static final int CAPACITY = 480;
    private final AggregationQueue queue = new AggregationQueue(1, 64);
    private final List<RequestBlock> blocks = new ArrayList<>();
    private final NativeBytes memory = new NativeBytes(CAPACITY);
    private int copied;

    private void add(final int length) {
        final RequestBlock block = new RequestBlock(blocks.size(), 480);
        block.open(1, 1, 10, 0);
        block.position += length - BlockHeader.LENGTH;
        UnsafeApi.setMemory(block.address, length, (byte) 0);
        UnsafeApi.putInt(block.address, length);
        UnsafeApi.putInt(block.address + 20, block.slot);
        blocks.add(block);
        queue.add(block);
    }

    @AfterEach
    void close() {
        blocks.forEach(RequestBlock::free);
        memory.close();
    }

    private Gathering gathering(final int maxBlocks) {
        return new Gathering(queue, maxBlocks, CAPACITY);
    }

    /** Copies and checks that the next blocks are there, whole and in order. */
    private int copy(final Gathering gathering) {
        final int length = gathering.length();
        gathering.copyTo(memory.address());
        int count = 0;
        for (int at = 0; at < length; at += UnsafeApi.getInt(memory.address() + at)) {
            assertEquals(copied++, UnsafeApi.getInt(memory.address() + at + 20));
            count++;
        }
        return count;
    }

    @Test
    void shouldHaveNothingToSendWhenNothingCame() {
        final Gathering gathering = gathering(64);
        assertNull(gathering.gather(0, 0));
        assertTrue(gathering.isEmpty());
        assertEquals(1, gathering.queue().nextHop());
    }

    @Test
    void shouldCloseByBytes() {
        final Gathering gathering = gathering(64);
        add(240);
        add(200);
        assertNull(gathering.gather(0, 100));
        add(48);
        assertEquals(FlushReason.FULL, gathering.gather(0, 100));
        assertEquals(440, gathering.length());
        assertEquals(2, copy(gathering));
        assertFalse(gathering.isEmpty(), "the block that did not fit");
        assertEquals(FlushReason.IDLE, gathering.gather(0, 0));
        assertEquals(1, copy(gathering));
        assertTrue(gathering.isEmpty());
        assertEquals(2, gathering.sequence());
    }

    @Test
    void shouldNotKeepAFullBufferWaitingForAge() {
        final Gathering gathering = gathering(64);
        add(240);
        add(240);
        assertEquals(FlushReason.FULL, gathering.gather(0, 1_000_000));
        assertEquals(2, copy(gathering), "full to the last byte");
    }

    @Test
    void shouldCloseByCount() {
        final Gathering gathering = gathering(3);
        add(40);
        add(40);
        assertNull(gathering.gather(0, 100));
        add(40);
        add(40);
        assertEquals(FlushReason.COUNT, gathering.gather(0, 100));
        assertEquals(3, copy(gathering));
    }

    @Test
    void shouldSendEachBlockAloneWhenLevelTwoIsOff() {
        final Gathering gathering = gathering(1);
        for (int i = 0; i < 5; i++) {
            add(40);
        }
        for (int i = 0; i < 5; i++) {
            assertEquals(FlushReason.COUNT, gathering.gather(0, 100));
            assertEquals(1, copy(gathering));
        }
        assertNull(gathering.gather(0, 0));
    }

    @Test
    void shouldCloseByAgeOfItsFirstBlock() {
        final Gathering gathering = gathering(64);
        add(40);
        assertNull(gathering.gather(1000, 100));
        add(40);
        assertNull(gathering.gather(1099, 100));
        assertEquals(FlushReason.EXPIRED, gathering.gather(1100, 100));
        assertEquals(2, copy(gathering));
        add(40);
        assertNull(gathering.gather(1150, 100), "young again");
        assertEquals(FlushReason.EXPIRED, gathering.gather(1250, 100));
    }

    @Test
    void shouldFollowAnAgeThatShrinks() {
        final Gathering gathering = gathering(64);
        add(40);
        assertNull(gathering.gather(1000, 100));
        assertNull(gathering.gather(1010, 20));
        assertEquals(FlushReason.EXPIRED, gathering.gather(1010, 10));
        assertEquals(FlushReason.IDLE, gathering.gather(1010, 0));
    }

    @Test
    void shouldOfferTheSameBufferAgainWhenItWasRefused() {
        final Gathering gathering = gathering(64);
        add(240);
        add(200);
        add(200);
        for (int i = 0; i < 10; i++) {
            assertEquals(FlushReason.FULL, gathering.gather(i, 100));
            assertEquals(440, gathering.length());
            assertEquals(0, gathering.sequence());
        }
        assertEquals(2, copy(gathering));
        assertEquals(1, gathering.sequence());
    }

    @Test
    void shouldLetNewBlocksJoinARefusedBuffer() {
        final Gathering gathering = gathering(64);
        add(40);
        assertEquals(FlushReason.IDLE, gathering.gather(0, 0));
        add(40);
        assertEquals(FlushReason.IDLE, gathering.gather(0, 0));
        assertEquals(80, gathering.length());
        assertEquals(2, copy(gathering));
    }

    /** A lane on another thread may fill a block again before the server, which has refused it, goes on. */
    @Test
    void shouldForgetRefusedBlocksWhateverTheirLaneDoesWithThem() {
        final Gathering gathering = gathering(64);
        add(240);
        add(200);
        assertEquals(FlushReason.IDLE, gathering.gather(0, 0));
        assertEquals(2, gathering.refuse(block -> {
            block.open(1, 1, 10, 0);           // its lane has had the answer, and fills it again
            block.position += 400;
            return true;
        }));
        assertTrue(gathering.isEmpty());
        assertEquals(0, gathering.length());
    }
}

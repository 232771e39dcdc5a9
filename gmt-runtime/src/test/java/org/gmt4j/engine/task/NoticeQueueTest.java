package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.aggregation.wire.TaskDoneRecord;
import org.gmt4j.engine.helper.NoBackPressure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Notices of node 0 of three, of which node 1 takes nothing until this test does. */
@Timeout(60)
final class NoticeQueueTest {
    private static final int PIECE = 4000;
    private static final int PIECES = 600;
    private static final long JOIN = 9;

    private final AggregationConfig config = AggregationConfig.DEFAULT;
    private final List<NetworkBuffer> forFirst = new ArrayList<>();
    private final List<NetworkBuffer> forSecond = new ArrayList<>();
    private final NoticeQueue notices = new NoticeQueue(0, 3);
    private Lane lane;

    @BeforeEach
    void setUp() {
        final BackPressure none = new NoBackPressure();
        final Routes routes = Routes.direct(0, 3);
        lane = new Lane(0, new Aggregator(config, routes, 0, block -> { }, none), new ReplyBuffers(config, 3,
            buffer -> (buffer.node() == 1 ? forFirst : forSecond).add(buffer)));
    }

    @AfterEach
    void tearDown() {
        lane.close();
    }

    /** More than all buffers of the lane. */
    private void sendLongResult() {
        final byte[] result = new byte[PIECE * PIECES];
        for (int i = 0; i < result.length; i++) {
            result[i] = (byte) (i / PIECE);
        }
        notices.taskDoneInPieces(1, JOIN, TaskDoneRecord.PIECE, result, PIECE);
    }

    /** Returns the number of notices sent until there is no room. */
    private int flushAll() {
        int all = 0;
        int sent;
        while ((sent = notices.flush(lane)) > 0) {
            all += sent;
            lane.replies().flushAll();
        }
        return all;
    }

    @Test
    void shouldSendToOthersWhileOneNodeTakesNothing() {
        sendLongResult();
        final int sent = flushAll();
        assertTrue(sent > 0 && sent < PIECES, sent + " pieces");
        assertEquals(0, notices.flush(lane), "nothing has found room, and the thread may rest");
        assertFalse(notices.isEmpty());
        notices.signal(2, 5, 7);
        assertEquals(1, notices.flush(lane), "long results leave room to signals");
        lane.replies().flushAll();
        assertEquals(1, forSecond.size());
    }

    @Test
    void shouldSendAllPiecesOnceThereIsRoom() {
        sendLongResult();
        final int[] seen = new int[PIECES];
        for (int turns = 0; !notices.isEmpty() && turns < PIECES; turns++) {
            flushAll();
            for (final NetworkBuffer buffer : forFirst) {
                take(buffer, seen);
                buffer.release();
            }
            forFirst.clear();
        }
        assertTrue(notices.isEmpty());
        for (int piece = 0; piece < PIECES; piece++) {
            assertEquals(1, seen[piece], "piece " + piece);
        }
    }

    private static void take(final NetworkBuffer buffer, final int[] seen) {
        final long end = buffer.address() + buffer.length();
        for (long block = buffer.address() + BufferHeader.LENGTH; block < end; block += BlockHeader.length(block)) {
            final long record = block + BlockHeader.LENGTH;
            assertEquals(PIECE * PIECES, TaskDoneRecord.pieceTotal(record));
            final int piece = TaskDoneRecord.pieceOffset(record) / PIECE;
            seen[piece]++;
            assertEquals((byte) piece, UnsafeApi.getByte(record + TaskDoneRecord.HEADER_LENGTH));
        }
    }
}

package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.StringJoiner;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.junit.jupiter.api.Test;

final class AggregationConfigTest {
    private static AggregationConfig lengths(final int blockLength, final int bufferLength) {
        return new AggregationConfig(blockLength, 512, 0, bufferLength, 64, 0, 1, 4, 4, 0, 2);
    }

    private static AggregationConfig counts(final int commands, final int blocks, final int credits, final int pool,
                                            final int overflow, final int replies) {
        return new AggregationConfig(256, commands, 0, 1024, blocks, 0, 1, credits, pool, overflow, replies);
    }

    @Test
    void shouldHaveSoundDefaults() {
        final AggregationConfig config = AggregationConfig.DEFAULT;
        assertEquals(4096, config.blockLength());
        assertEquals(16384, config.bufferLength());
        assertTrue(config.credits() >= 2);
    }

    /** Nodes compare these texts: a setting that is left out could differ between them without a word. */
    @Test
    void shouldTellAllComponents() throws ReflectiveOperationException {
        for (final Record config : List.of(counts(1, 2, 3, 5, 6, 7), TopologyConfig.DEFAULT)) {
            final StringJoiner expected = new StringJoiner(", ", config.getClass().getSimpleName() + "[", "]");
            for (final RecordComponent component : config.getClass().getRecordComponents()) {
                expected.add(component.getName() + "=" + component.getAccessor().invoke(config));
            }
            assertEquals(expected.toString(), config.toString());
        }
    }

    @Test
    void shouldFitBuffersAndBlocksToTheTransport() {
        final AggregationConfig config = lengths(4096, 16384);
        assertEquals(config, config.fitting(16384));
        assertEquals(lengths(4096, 8880), config.fitting(8884));
        assertEquals(lengths(4096, 8192), config.fitting(8192));
        assertEquals(lengths(4088, 8184), config.fitting(8190));
        assertEquals(lengths(680, 1360), config.fitting(1360));
        assertEquals(lengths(256, 1360), lengths(256, 2048).fitting(1360));
        assertEquals(lengths(128, 208), config.fitting(208));
    }

    /** A reply has room for a block's values and as much again: else gets of ranges would travel word by word. */
    @Test
    void shouldLeaveRoomForBulkDataInRepliesThatItHasCut() {
        final AggregationConfig config = lengths(4096, 16384);
        for (int claim = 416; claim <= 16384; claim++) {
            final AggregationConfig fitted = config.fitting(claim);
            assertTrue(fitted.bufferLength() <= claim && fitted.bufferLength() > claim - 8, fitted::toString);
            final int length = maxGetLength(fitted);
            assertTrue(length >= fitted.bufferLength() / 2 - 80, length + " in " + fitted);
        }
    }

    @Test
    void shouldRefuseLengthsThatDoNotFit() {
        refuses("block length", () -> lengths(120, 1024));
        refuses("block length", () -> lengths(132, 1024));
        refuses("buffer length", () -> lengths(256, 256));
        refuses("buffer length", () -> lengths(256, 1020));
    }

    @Test
    void shouldRefuseABufferThatDoesNotHoldTheReplyToABlock() {
        refuses("buffer length", () -> lengths(256, 256 + BufferHeader.LENGTH));
        refuses("buffer length", () -> lengths(256, 256 + BufferHeader.LENGTH + BlockHeader.LENGTH));
        refuses("buffer length",
            () -> lengths(256, 256 + BufferHeader.LENGTH + BlockHeader.LENGTH + BlockHeader.FAILURE_LENGTH));
        refuses("buffer length", () -> lengths(Integer.MAX_VALUE - 7, 1024));
        assertEquals(8, maxGetLength(lengths(256, 336)));
    }

    @Test
    void shouldRefuseCountsOutOfRange() {
        refuses("commands", () -> counts(0, 1, 1, 1, 0, 1));
        refuses("blocks per buffer", () -> counts(1, 0, 1, 1, 0, 1));
        refuses("credits", () -> counts(1, 1, 0, 1, 0, 1));
        refuses("pool", () -> counts(1, 1, 1, 0, 0, 1));
        refuses("overflow", () -> counts(1, 1, 1, 1, -1, 1));
        refuses("reply buffers", () -> counts(1, 1, 1, 1, 0, 0));
        refuses("time-out", () -> new AggregationConfig(256, 1, -1, 1024, 1, 0, 1, 1, 1, 0, 1));
    }

    private static void refuses(final String what, final org.junit.jupiter.api.function.Executable executable) {
        final String message = assertThrows(IllegalArgumentException.class, executable).getMessage();
        assertTrue(message.contains(what) && message.contains("expected"), message);
    }

    @Test
    void shouldCutBulkGetsToWhatTheLogOfABlockCanTell() {
        final AggregationConfig config = lengths(4096, 4 << 20);
        final int length = maxGetLength(config);
        assertTrue(length > 512 << 10, "length " + length);
        final byte[] target = new byte[length];
        final long[] sent = new long[1];
        final Aggregator aggregator = new Aggregator(config, Routes.direct(0, 2), 0, block -> {
            sent[0] = block.address();
            block.departed();
        }, new NoBackPressure());
        final CountingCompletion owner = new CountingCompletion();
        aggregator.fetchBulk(1, Words.getBulk(0), length, owner, target, UnsafeApi.arrayBaseOffset(byte[].class));
        aggregator.flushAll(FlushReason.FORCED);
        try (NativeBytes reply = new NativeBytes(BlockHeader.LENGTH + length)) {
            UnsafeApi.setMemory(reply.address(), reply.length(), (byte) 7);
            BlockHeader.encode(reply.address(), reply.length(), BlockHeader.REPLY, 0, 0);
            BlockHeader.route(reply.address(), 0, 0, 0);
            BlockHeader.home(reply.address(), 0, BlockHeader.slot(sent[0]), BlockHeader.generation(sent[0]));
            assertTrue(aggregator.inFlight().onReply(reply.address(), reply.length()));
        }
        assertEquals(1, owner.completionCount());
        assertEquals(7, target[0]);
        assertEquals(7, target[length - 1]);
        aggregator.close();
    }

    private static int maxGetLength(final AggregationConfig config) {
        final Aggregator aggregator = new Aggregator(config, Routes.direct(0, 2), 0, block -> { },
            new NoBackPressure());
        final int length = aggregator.maxGetLength();
        aggregator.close();
        return length;
    }

    /** For aggregators that never wait. */
    private static final class NoBackPressure implements BackPressure {
        @Override
        public void relieve(final int attempt) {
            throw new AssertionError("must not wait");
        }

        @Override
        public void blockClosed() {
        }

        @Override
        public long nowNs() {
            return 0;
        }
    }
}

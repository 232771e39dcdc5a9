package org.gmt4j.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.SpawnRecord;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.travel.BodyCodec;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.engine.task.TaskRuntime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocks full of nonsense with a valid header: never a crash, never a touch outside, always exactly one reply. */
@Timeout(240)
class CommandFuzzTest {
    private static final int GUARD = 4096;
    private static final int SPACE = 64 * 1024;

    private final AggregationConfig config = AggregationConfig.DEFAULT;
    private final SegmentTable segments = new SegmentTable(true, 1 << 20);
    private long memory;
    /** Where segments between guards begin, and their lengths in bytes. */
    private final Map<Long, Long> guarded = new HashMap<>();
    private long block;
    private NetworkBuffer lastReply;
    private Lane lane;
    private CommandExecutor executor;

    @BeforeEach
    void setUp() {
        final BackPressure none = new BackPressure() {
            @Override
            public void relieve(final int attempt) {
                throw new AssertionError("an executor must not wait");
            }

            @Override
            public void blockClosed() {
                throw new AssertionError("an executor must not pause");
            }

            @Override
            public long nowNs() {
                return 0;
            }
        };
        final TaskRuntime tasks = new TaskRuntime(0, 4, 1, 1, TaskConfig.DEFAULT,
            new BodyCodec(NodeStarter.registryOf(), (kind, id) -> {
                throw new IllegalStateException("no object " + id);
            }), config.maxCommandLength());
        lane = new Lane(0, new Aggregator(config, Routes.direct(0, 4), 0, sent -> { }, none),
            new ReplyBuffers(config, 4, buffer -> lastReply = buffer));
        executor = new CommandExecutor(lane, segments, tasks, config.maxReplyLength());
        memory = UnsafeApi.allocateMemory(SPACE + 2 * GUARD);
        UnsafeApi.setMemory(memory, SPACE + 2 * GUARD, (byte) 0x5a);
        block = memory + GUARD;
    }

    @AfterEach
    void tearDown() {
        segments.close();
        UnsafeApi.freeMemory(memory);
        guarded.keySet().forEach(address -> UnsafeApi.freeMemory(address - GUARD));
        lane.close();
    }

    private void segment(final int id, final int elementLength, final long count) {
        final long length = elementLength * count;
        final long address = UnsafeApi.allocateMemory(length + 2 * GUARD) + GUARD;
        UnsafeApi.setMemory(address - GUARD, length + 2 * GUARD, (byte) 0x5a);
        UnsafeApi.setMemory(address, length, (byte) 0);
        guarded.put(address, length);
        segments.register(id, elementLength, count, address);
    }

    /** Executes and returns the address of the reply block. */
    private long execute(final int length, final int replyLength) {
        BlockHeader.encode(block, length, BlockHeader.REQUEST, 0, replyLength);
        BlockHeader.route(block, 2, 0, 0);
        BlockHeader.home(block, 1, 7, 3);
        assertTrue(executor.onBlock(block, length));
        lastReply = null;
        lane.replies().flushAll();
        return lastReply == null ? 0 : lastReply.address() + 32;
    }

    private void release() {
        if (lastReply != null) {
            lastReply.release();
            lastReply = null;
        }
    }

    @Test
    void shouldSurviveRandomCommands() {
        final int[] widths = {1, 2, 4, 8, 13};
        for (int i = 0; i < widths.length; i++) {
            segment(i, widths[i], 64);
        }
        final SplittableRandom random = new SplittableRandom(42);
        final long before = executor.failedCount();
        for (int round = 0; round < 60_000; round++) {
            final int words = 1 + random.nextInt(60);
            long at = block + BlockHeader.LENGTH;
            for (int i = 0; i < words; i++, at += 8) {
                UnsafeApi.putLong(at, word(random));
            }
            final int length = BlockHeader.LENGTH + words * 8;
            final int replyLength = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(80) * 8;
            final long reply = execute(length, replyLength);
            if (reply != 0) {
                checkReply(reply, replyLength);
            }
            release();
            if (round % 1000 == 0) {
                assertGuards();
            }
        }
        assertTrue(executor.failedCount() > before);
        assertGuards();
    }

    private static long word(final SplittableRandom random) {
        switch (random.nextInt(4)) {
            case 0:
                return random.nextLong();
            case 1:
                return random.nextInt(200);
            case 2:
                return random.nextInt(-10, 10);
            default:
                final int[] types = {CommandType.GET, CommandType.PUT_VALUE, CommandType.COMPARE_AND_SET,
                    CommandType.COMPARE_AND_SET_NARROW, CommandType.PUT,
                    CommandType.GET_BULK, CommandType.VISIT, CommandType.SPAWN, CommandType.MESSAGE,
                    CommandType.TASK_DONE, CommandType.UPDATE + random.nextInt(8),
                    CommandType.ACCUMULATE + random.nextInt(7), CommandType.REPEAT, CommandType.REPEAT,
                    CommandType.FETCH + random.nextInt(8)};
                final long offset = random.nextInt(3) == 0 ? random.nextLong() & CommandWord.MAX_OFFSET
                    : random.nextInt(130);
                return CommandWord.base(types[random.nextInt(types.length)], random.nextInt(7)) | offset;
        }
    }

    private static void checkReply(final long reply, final int replyLength) {
        assertEquals(BlockHeader.REPLY, BlockHeader.kind(reply));
        assertEquals(2, BlockHeader.destination(reply));
        assertEquals(7, BlockHeader.slot(reply));
        assertEquals(3, BlockHeader.generation(reply));
        assertEquals(BlockHeader.LENGTH + replyLength + BlockHeader.failureCount(reply) * BlockHeader.FAILURE_LENGTH,
            BlockHeader.length(reply));
    }

    private void assertGuards() {
        assertGuards(block, SPACE);
        guarded.forEach(CommandFuzzTest::assertGuards);
    }

    private static void assertGuards(final long address, final long length) {
        for (int i = 0; i < GUARD; i++) {
            assertEquals((byte) 0x5a, UnsafeApi.getByte(address - GUARD + i));
            assertEquals((byte) 0x5a, UnsafeApi.getByte(address + length + i));
        }
    }

    @Test
    void shouldRefuseReplyLengthsBeyondABuffer() {
        for (final int replyLength : new int[] {-8, Integer.MIN_VALUE, 4, config.maxReplyLength() + 8,
            1 << 30, Integer.MAX_VALUE - 7}) {
            assertEquals(0, execute(BlockHeader.LENGTH, replyLength), "reply length " + replyLength);
        }
        assertTrue(execute(BlockHeader.LENGTH, config.maxReplyLength() - BlockHeader.FAILURE_LENGTH) != 0);
        release();
    }

    @Test
    void shouldFailOnlyTheCommandsThatAreOutOfRange() {
        segment(5, 8, 10);
        final Segment longs = segments.get(5);
        long at = block + BlockHeader.LENGTH;
        final long[] offsets = {3, 10, 4, CommandWord.MAX_OFFSET, 5};
        for (final long offset : offsets) {
            UnsafeApi.putLong(at, CommandWord.base(CommandType.UPDATE, 5) | offset);
            UnsafeApi.putLong(at + 8, 100 + offset);
            at += 16;
        }
        for (final long offset : offsets) {
            UnsafeApi.putLong(at, CommandWord.base(CommandType.GET, 5) | offset);
            at += 8;
        }
        // Bulk, one byte too long; unknown segment; then one that is well.
        UnsafeApi.putLong(at, CommandWord.base(CommandType.GET_BULK, 5) | 9);
        UnsafeApi.putLong(at + 8, 9);
        UnsafeApi.putLong(at + 16, CommandWord.base(CommandType.PUT_VALUE, 99) | 1);
        UnsafeApi.putLong(at + 24, 1);
        UnsafeApi.putLong(at + 32, CommandWord.base(CommandType.PUT, 5) | 9);
        UnsafeApi.putLong(at + 40, 8);
        UnsafeApi.putLong(at + 48, 77);
        at += 56;
        final long reply = execute((int) (at - block), 5 * 8 + 16);
        assertEquals(103, longs.load(3));
        assertEquals(104, longs.load(4));
        assertEquals(105, longs.load(5));
        assertEquals(77, longs.load(9));
        assertEquals(6, BlockHeader.failureCount(reply));
        final long values = reply + BlockHeader.LENGTH;
        final long[] expected = {103, 0, 104, 0, 105};
        for (int i = 0; i < 5; i++) {
            assertEquals(expected[i], UnsafeApi.getLong(values + i * 8L));
        }
        // Unvalued 1, 3 of the updates and 5, the value put; valued 1, 3 of the gets and 5, the bulk get.
        final int[] ordinals = {1 | Integer.MIN_VALUE, 3 | Integer.MIN_VALUE, 1, 3, 5, 5 | Integer.MIN_VALUE};
        for (int i = 0; i < ordinals.length; i++) {
            assertEquals(ordinals[i], UnsafeApi.getInt(values + 56 + i * 8L), "failure " + i);
        }
        release();
    }

    private static int[] repeatable() {
        return java.util.stream.IntStream.range(0, 64).filter(type -> CommandType.repeatableLength(type) > 0).toArray();
    }

    /** A repetition leaves the same memory, values and failures as the commands that it stands for. */
    @Test
    void shouldRepeatEachKindAsSingleCommandsWouldRun() {
        final int[] widths = {1, 2, 4, 8, 13};
        for (int i = 0; i < widths.length; i++) {
            segment(i, widths[i], 8);
            segment(10 + i, widths[i], 8);
        }
        final SplittableRandom random = new SplittableRandom(3);
        for (final int type : repeatable()) {
            for (int round = 0; round < 600; round++) {
                final int width = random.nextInt(widths.length + 1);        // the last: no such segment
                final int[] offsets = random.ints(random.nextInt(1, 40), 0, width == 4 || random.nextBoolean() ? 8 : 10)
                    .toArray();
                final long operand = random.nextInt(3) | (long) random.nextInt(2) << 32;
                final long upper = width < 4 && random.nextInt(10) == 0 ? 1L << 33 : 0;
                final String single = outcome(single(type, width, upper, operand, offsets), type, offsets.length);
                final String repeated = outcome(repeated(type, 10 + width, upper, operand, offsets),
                    type, offsets.length);
                assertEquals(single, repeated, "type " + type + " on segment " + width + " at "
                    + java.util.Arrays.toString(offsets));
                for (int i = 0; i < 8 && width < 4; i++) {
                    assertEquals(segments.get(width).load(i), segments.get(10 + width).load(i),
                        "type " + type + " element " + i);
                }
            }
        }
    }

    private long command(final long at, final int type, final int segment, final long offset, final long operand) {
        UnsafeApi.putLong(at, CommandWord.base(type, segment) | offset);
        UnsafeApi.putLong(at + 8, operand);
        UnsafeApi.putLong(at + 16, 1);
        return at + CommandType.repeatableLength(type);
    }

    private int single(final int type, final int segment, final long upper, final long operand, final int[] offsets) {
        long at = block + BlockHeader.LENGTH;
        for (final int offset : offsets) {
            at = command(at, type, segment, upper | offset, operand);
        }
        return (int) (at - block);
    }

    private int repeated(final int type, final int segment, final long upper, final long operand, final int[] offsets) {
        final long at = command(block + BlockHeader.LENGTH, type, segment, upper | offsets[0], operand);
        if (offsets.length == 1) {
            return (int) (at - block);
        }
        UnsafeApi.putLong(at, CommandWord.base(CommandType.REPEAT, 0) | offsets.length - 1);
        for (int i = 1; i < offsets.length; i++) {
            UnsafeApi.putInt(at + 4 + i * 4L, offsets[i]);
        }
        return (int) (at + 8 + (offsets.length * 4 + 3 & -8) - block);
    }

    private String outcome(final int length, final int type, final int count) {
        final int valueLength = type == CommandType.COMPARE_AND_SET_NARROW ? 4
            : CommandType.isFetch(type) || type == CommandType.COMPARE_AND_SET ? 8 : 0;
        final long reply = execute(length, count * valueLength + 7 & -8);
        final StringBuilder text = new StringBuilder();
        for (int i = 24; i < BlockHeader.length(reply); i += 4) {
            text.append(Integer.toHexString(UnsafeApi.getInt(reply + i))).append(' ');
        }
        release();
        return text.toString();
    }

    @Test
    void shouldRefuseRepetitionsOfNothing() {
        segment(5, 8, 10);
        final long update = CommandWord.base(CommandType.UPDATE, 5);
        final long repeat = CommandWord.base(CommandType.REPEAT, 0);
        final long[][] cases = {
            {repeat | 1, 0}, {CommandWord.base(CommandType.GET, 5), repeat | 1, 0},
            {update, 1, CommandWord.base(CommandType.GET, 5), repeat | 1, 0},
            {update, 1, repeat}, {update, 1, repeat | 3, 0}, {update, 1, repeat | CommandWord.MAX_OFFSET, 0},
            {repeat | 1, 0, repeat | 1, 0}, {CommandWord.base(CommandType.FETCH, 5), 1, repeat | 2, 0},
            {CommandWord.base(CommandType.COMPARE_AND_SET_NARROW, 5), 1, repeat | 9, 0, 0, 0, 0, 0}};
        for (final long[] words : cases) {
            for (int i = 0; i < words.length; i++) {
                UnsafeApi.putLong(block + BlockHeader.LENGTH + i * 8L, words[i]);
            }
            final long failed = executor.failedCount();
            execute(BlockHeader.LENGTH + words.length * 8, 16);
            release();
            assertTrue(executor.failedCount() > failed, java.util.Arrays.toString(words));
        }
        assertGuards();
    }

    @Test
    void shouldStopAtTruncatedCommands() {
        segment(5, 8, 10);
        final int[] types = {CommandType.UPDATE, CommandType.FETCH, CommandType.PUT_VALUE, CommandType.COMPARE_AND_SET,
            CommandType.COMPARE_AND_SET_NARROW, CommandType.BULK_VISIT, CommandType.PUT, CommandType.GET_BULK,
            CommandType.VISIT, CommandType.SPAWN, CommandType.MESSAGE};
        for (final int type : types) {
            final long failed = executor.failedCount();
            final long word = CommandWord.base(type, type == CommandType.MESSAGE ? 1 : 5);
            UnsafeApi.putLong(block + BlockHeader.LENGTH,
                type == CommandType.SPAWN || type == CommandType.MESSAGE ? word | 96 : word);
            UnsafeApi.putLong(block + BlockHeader.LENGTH + 8, 1L << 62);    // behind the end: what must not be used
            execute(BlockHeader.LENGTH + 8, 8);
            release();
            assertTrue(executor.failedCount() > failed, "type " + type);
        }
        for (int i = 0; i < 10; i++) {
            assertEquals(0, segments.get(5).load(i));
        }
    }

    @Test
    void shouldRefuseUnsoundSpawns() {
        final long[][] cases = {{10, 10, 0, 0}, {10, 10, 1, 0}, {-5, 10, 1, 0}, {0, 10, -1, 0}, {0, 10, 1, 99},
            {0, 10, 1, 1 << 20}};
        for (final long[] one : cases) {
            final long failed = executor.failedCount();
            SpawnRecord.encode(block + BlockHeader.LENGTH, 1, 0, 0);
            SpawnRecord.loop(block + BlockHeader.LENGTH, one[0], one[1], one[2], 1);
            SpawnRecord.task(block + BlockHeader.LENGTH, (int) one[3], 1, 0);
            execute(BlockHeader.LENGTH + SpawnRecord.HEADER_LENGTH, 0);
            release();
            assertTrue(executor.failedCount() > failed);
        }
        final long failed = executor.failedCount();
        SpawnRecord.encode(block + BlockHeader.LENGTH, 1, 1 << 20, 0);
        SpawnRecord.loop(block + BlockHeader.LENGTH, 0, 1, 1, 1);
        SpawnRecord.task(block + BlockHeader.LENGTH, 0, 1, 0);
        execute(BlockHeader.LENGTH + SpawnRecord.HEADER_LENGTH, 0);
        assertTrue(executor.failedCount() > failed);
    }

    @Test
    void shouldRefuseUnsoundPlacements() {
        final int[][] cases = {{0, 8, 64}, {-8, 8, 72}, {0, -8, 72}, {8, 8, 72},
            {Integer.MAX_VALUE, Integer.MAX_VALUE, 80}, {0, Integer.MAX_VALUE, 72}};
        for (final int[] one : cases) {
            final long failed = executor.failedCount();
            spawnFollowing(0, one[0], one[1], one[2]);
            assertTrue(executor.failedCount() > failed, java.util.Arrays.toString(one));
        }
        final long failed = executor.failedCount();
        spawnFollowing(2, 0, 8, 72);     // a single task follows nothing
        assertTrue(executor.failedCount() > failed);
    }

    private void spawnFollowing(final int kind, final int captures, final int placement, final int length) {
        UnsafeApi.setMemory(block, 256, (byte) 0);
        SpawnRecord.encode(block + BlockHeader.LENGTH, 1, captures, placement);
        SpawnRecord.loop(block + BlockHeader.LENGTH, 0, 1, 1, 1);
        SpawnRecord.task(block + BlockHeader.LENGTH, kind, 1, 0);
        UnsafeApi.putLong(block + BlockHeader.LENGTH, CommandWord.base(CommandType.SPAWN, 1) | length);
        execute(BlockHeader.LENGTH + length, 0);
        release();
    }
}

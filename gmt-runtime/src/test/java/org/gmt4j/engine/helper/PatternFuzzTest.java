package org.gmt4j.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.StridedRecord;
import org.gmt4j.aggregation.wire.VectorRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.SegmentTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Strided and vectored commands that are almost right: memory around the segment and around the reply is never written.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PatternFuzzTest {
    private static final int GUARD = 8192;
    private static final int LENGTH = 512;
    private static final int SEGMENT = 3;

    /** The executor's parts that are tested, without the rest. */
    private static final class Target {
        private final BlockCursor block = new BlockCursor();
        private final ElementCommands elements;
        private final BulkCommands bulk;
        private final PatternCommands patterns;

        Target(final SegmentTable segments) {
            elements = new ElementCommands(block, segments);
            bulk = new BulkCommands(block, segments);
            patterns = new PatternCommands(block, segments);
        }

        boolean execute(final long from, final long end, final long values, final int replyLength) {
            block.begin(from, end, values, replyLength, 0);
            while (block.at < end) {
                final long word = UnsafeApi.getLong(block.at);
                final boolean isSound;
                switch (CommandWord.type(word)) {
                    case CommandType.ACCUMULATE:
                        isSound = bulk.accumulate(word);
                        break;
                    case CommandType.STRIDED_STORE:
                        isSound = patterns.stridedStore(word);
                        break;
                    case CommandType.STRIDED_GET:
                        isSound = patterns.stridedGet(word);
                        break;
                    case CommandType.VECTOR_STORE:
                        isSound = patterns.vectorStore(word);
                        break;
                    case CommandType.VECTOR_GET:
                        isSound = patterns.vectorGet(word);
                        break;
                    default:
                        isSound = elements.addsAtBytes(word);
                        break;
                }
                if (!isSound) {
                    return false;
                }
            }
            assertTrue(block.reply <= block.replyEnd);
            return true;
        }
    }

    @Test
    void shouldNeverTouchMemoryOutside() {
        for (final boolean exclusive : new boolean[] {true, false}) {
            final long memory = UnsafeApi.allocateMemory(4L * GUARD + LENGTH);
            final long block = UnsafeApi.allocateMemory(8192);
            final SegmentTable segments = new SegmentTable(exclusive, 1 << 20);
            segments.register(SEGMENT, 1, LENGTH, memory + GUARD);
            final Target target = new Target(segments);
            final long reply = memory + 2L * GUARD + LENGTH;
            UnsafeApi.setMemory(memory, 4L * GUARD + LENGTH, (byte) 0x5a);
            final SplittableRandom random = new SplittableRandom(99);
            int failed = 0;
            int done = 0;
            for (int round = 0; round < 60_000; round++) {
                final int length = command(random, block);
                final int replyLength = WireFormat.align(random.nextInt(600));
                final boolean isSound = target.execute(block, block + length, reply, replyLength);
                if (isSound && target.block.failures.isEmpty()) {
                    done++;
                } else {
                    failed++;
                }
                UnsafeApi.setMemory(reply, 600, (byte) 0x5a);
                if (round % 256 == 0) {
                    assertGuard(memory, GUARD);
                    assertGuard(memory + GUARD + LENGTH, GUARD);
                    assertGuard(reply, GUARD);
                }
            }
            assertTrue(done > 300, "too few were right: " + done);
            assertTrue(failed > 300, "too few were wrong: " + failed);
            segments.close();
            UnsafeApi.freeMemory(memory);
            UnsafeApi.freeMemory(block);
        }
    }

    /** Mostly sound; each field is wrong now and then. Returns the length of the block. */
    private static int command(final SplittableRandom random, final long at) {
        for (int i = 0; i < 1024; i += 8) {
            UnsafeApi.putLong(at + i, random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(64));
        }
        final int type = CommandType.ACCUMULATE + random.nextInt(7);
        final int id = random.nextInt(30) == 0 ? 4 : SEGMENT;
        final long offset = pick(random, random.nextInt(40) * 8L) & CommandWord.MAX_OFFSET;
        final int length = (int) pick(random, 8L * random.nextInt(12));
        switch (type) {
            case CommandType.STRIDED_STORE:
            case CommandType.STRIDED_GET:
                final int levels = random.nextInt(20) == 0 ? random.nextInt(256) : random.nextInt(4);
                StridedRecord.encode(at, CommandWord.base(type, id) | offset, length, random.nextInt(6),
                    levels, pick(random, 0), pick(random, 8L * (1 + random.nextInt(4))));
                for (int i = 0; i < Math.min(levels, 40); i++) {
                    StridedRecord.encodeLevel(at, i, pick(random, 1 + random.nextInt(4)),
                        pick(random, 8L * random.nextInt(12)));
                }
                return StridedRecord.headerLength(Math.min(levels, 8))
                    + WireFormat.align(Math.max(0, Math.min(length, 500)));
            case CommandType.VECTOR_STORE:
            case CommandType.VECTOR_GET:
                final int count = random.nextInt(8);
                final boolean isEven = random.nextBoolean();
                int sum = 0;
                for (int i = 0; i < count; i++) {
                    final int bytes = (int) pick(random, isEven ? 8 : 8L * random.nextInt(3))
                        & VectorRecord.MAX_ENTRY_BYTES;
                    VectorRecord.encodeEntry(at, i, pick(random, 8L * random.nextInt(60)) & CommandWord.MAX_OFFSET,
                        bytes);
                    sum += bytes;
                }
                VectorRecord.encode(at, type, id, random.nextInt(30) == 0 ? random.nextInt() & 0xffff : count,
                    (int) pick(random, sum), random.nextInt(7));
                return VectorRecord.HEADER_LENGTH + count * 8 + WireFormat.align(Math.max(0, Math.min(sum, 500)));
            default:
                UnsafeApi.putLong(at, CommandWord.base(type, id) | offset);
                if (type == CommandType.ACCUMULATE) {
                    UnsafeApi.putInt(at + 8, length);
                    UnsafeApi.putInt(at + 12, random.nextInt(6));
                }
                return 16 + (type == CommandType.ACCUMULATE ? WireFormat.align(Math.max(0, Math.min(length, 500))) : 0);
        }
    }

    private static long pick(final SplittableRandom random, final long sound) {
        switch (random.nextInt(30)) {
            case 0:
                return random.nextLong();
            case 1:
                return Long.MAX_VALUE - random.nextInt(16);
            case 2:
                return random.nextInt(-20, 600);
            case 3:
                return 1L << random.nextInt(63);
            default:
                return sound;
        }
    }

    private static void assertGuard(final long from, final int length) {
        for (int i = 0; i < length; i += 8) {
            assertEquals(0x5a5a5a5a5a5a5a5aL, UnsafeApi.getLong(from + i));
        }
    }
}

package org.gmt4j.engine.helper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.VectorRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.SegmentTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors of every kind, of pieces of eight bytes and of several lengths, executed as commands, against an array. */
class ListedValuesTest {
    private static final int SEGMENT = 3;
    private static final int WORDS = 64;
    private static final int ROUNDS = 400;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCombineEveryKind(final boolean exclusive) {
        final long memory = UnsafeApi.allocateMemory(8L * WORDS);
        final long record = UnsafeApi.allocateMemory(8192);
        final SegmentTable segments = new SegmentTable(exclusive, 1 << 20);
        segments.register(SEGMENT, 1, 8L * WORDS, memory);
        final BlockCursor block = new BlockCursor();
        final PatternCommands patterns = new PatternCommands(block, segments);
        final SplittableRandom random = new SplittableRandom(5);
        final long[] expected = new long[WORDS];
        final long[] found = new long[WORDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < WORDS; i++) {
                expected[i] = number(random);
                UnsafeApi.putLong(memory + 8L * i, expected[i]);
            }
            final int kind = round % (AccumulateKind.LONG_XOR + 1);
            final int length = command(random, record, kind, random.nextInt(40), random.nextBoolean(), expected);
            block.begin(record, record + length, record + 4096, 0, 0);
            assertEquals(true, patterns.vectorStore(UnsafeApi.getLong(record)));
            assertEquals(record + length, block.at);
            for (int i = 0; i < WORDS; i++) {
                found[i] = UnsafeApi.getLong(memory + 8L * i);
            }
            assertArrayEquals(expected, found, "round " + round + " of " + AccumulateKind.name(kind));
        }
        segments.close();
        UnsafeApi.freeMemory(memory);
        UnsafeApi.freeMemory(record);
    }

    /** A double whose sums are exact. */
    private static long number(final SplittableRandom random) {
        return Double.doubleToRawLongBits(random.nextInt(1 << 20));
    }

    /** Writes a command and does to the array what it shall do. Returns its length. */
    private static int command(final SplittableRandom random, final long record, final int kind, final int count,
                               final boolean isEven, final long[] words) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            final int pieces = isEven ? 1 : random.nextInt(4);
            VectorRecord.encodeEntry(record, i, 8L * random.nextInt(WORDS - 3), 8 * pieces);
            sum += 8 * pieces;
        }
        VectorRecord.encode(record, CommandType.VECTOR_STORE, SEGMENT, count, sum, kind);
        final int header = VectorRecord.HEADER_LENGTH + count * VectorRecord.ENTRY_LENGTH;
        int packed = 0;
        for (int i = 0; i < count; i++) {
            final long entry = VectorRecord.entry(record, i);
            for (int k = 0; k < VectorRecord.bytes(entry) / 8; k++, packed += 8) {
                final long value = number(random);
                UnsafeApi.putLong(record + header + packed, value);
                final int at = (int) VectorRecord.offset(entry) / 8 + k;
                words[at] = combine(kind, words[at], value);
            }
        }
        assertEquals(CommandType.VECTOR_STORE, CommandWord.type(UnsafeApi.getLong(record)));
        return header + WireFormat.align(packed);
    }

    private static long combine(final int kind, final long word, final long value) {
        switch (kind) {
            case AccumulateKind.PUT:
                return value;
            case AccumulateKind.LONG:
                return word + value;
            case AccumulateKind.DOUBLE:
                return Double.doubleToRawLongBits(Double.longBitsToDouble(word) + Double.longBitsToDouble(value));
            case AccumulateKind.LONG_XOR:
            case AccumulateKind.INT_XOR:
                return word ^ value;
            case AccumulateKind.INT:
                return low((int) word + (int) value) | (long) ((int) (word >>> 32) + (int) (value >>> 32)) << 32;
            default:
                return low(floats((int) word, (int) value)) | (long) floats((int) (word >>> 32), (int) (value >>> 32))
                    << 32;
        }
    }

    private static long low(final int word) {
        return word & 0xffffffffL;
    }

    private static int floats(final int a, final int b) {
        return Float.floatToRawIntBits(Float.intBitsToFloat(a) + Float.intBitsToFloat(b));
    }
}

package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Lists of commands and packed blocks between single commands of all sizes, against words that the test keeps itself.
 */
final class ListsTest {
    private static final int LONG_BASE = UnsafeApi.arrayBaseOffset(long[].class);
    private static final int TARGETS = 4096;
    private static final int ROUNDS = 3000;
    private final SplittableRandom random = new SplittableRandom(7);
    private final CountingCompletion[] owners = {new CountingCompletion(), new CountingCompletion(),
        new CountingCompletion()};
    private final long[] model = new long[AggregatorRig.WORDS];
    private final long[] target = new long[TARGETS];
    private final long[] expected = new long[TARGETS];
    private int targetCount;
    private int issuedCount;

    /** Values fit four bytes, as narrow answers do. */
    private long value() {
        return random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(3);
    }

    private long[] list() {
        final long[] indices = new long[random.nextInt(1, random.nextInt(10) == 0 ? 200 : 12)];
        Arrays.setAll(indices, i -> random.nextInt(AggregatorRig.WORDS));
        return indices;
    }

    private static long word(final int type, final long offset) {
        return CommandWord.base(type, 1) | offset;
    }

    private void listOfUpdates(final Aggregator aggregator, final CountingCompletion owner) {
        final long[] indices = list();
        final long operand = value();
        for (int at = 0; at < indices.length; ) {
            at += aggregator.lists().of(indices, at, indices.length - at, 0)
                .update(1, word(CommandType.UPDATE + CommandType.XOR, 0), operand, owner);
        }
        for (final long index : indices) {
            model[(int) index] ^= operand;
        }
        issuedCount += indices.length;
    }

    private void listOfCompares(final Aggregator aggregator, final CountingCompletion owner, final boolean isNarrow) {
        final long[] indices = list();
        final long compared = value();
        final long replacement = value();
        for (int at = 0; at < indices.length; ) {
            final long place = RequestBlock.toElement(3, LONG_BASE, targetCount + at);
            final CommandLists rest = aggregator.lists().of(indices, at, indices.length - at, 0);
            at += isNarrow
                ? rest.fetch(1, word(CommandType.COMPARE_AND_SET_NARROW, 0),
                    compared << 32 | replacement & 0xFFFF_FFFFL, owner, target, RequestBlock.narrow(place))
                : rest.fetch(1, word(CommandType.COMPARE_AND_SET, 0), compared, replacement, owner, target, place);
        }
        for (final long index : indices) {
            compare((int) index, compared, replacement);
        }
        issuedCount += indices.length;
    }

    private void compare(final int index, final long compared, final long replacement) {
        expected[targetCount++] = model[index];
        if (model[index] == compared) {
            model[index] = replacement;
        }
    }

    /** Runs of single commands, often with one operand, so that their block can be packed. */
    private void singles(final Aggregator aggregator, final CountingCompletion owner) {
        final long operand = value();
        final int type = random.nextInt(5);
        for (int i = random.nextInt(1, 20); i > 0; i--) {
            single(aggregator, owner, type, random.nextInt(AggregatorRig.WORDS),
                random.nextInt(8) == 0 ? value() : operand);
            issuedCount++;
        }
    }

    private void single(final Aggregator aggregator, final CountingCompletion owner, final int type,
                        final int index, final long operand) {
        final long place = RequestBlock.toElement(3, LONG_BASE, targetCount);
        switch (type) {
            case 0:
                aggregator.update(1, word(CommandType.UPDATE + CommandType.SWAP, index), operand, owner);
                model[index] = operand;
                break;
            case 1:
                aggregator.update(1, word(CommandType.PUT_VALUE, index), operand, owner);
                model[index] = operand;
                break;
            case 2:
                aggregator.fetch(1, word(CommandType.FETCH + CommandType.XOR, index), operand, owner, target, place);
                expected[targetCount++] = model[index];
                model[index] ^= operand;
                break;
            case 3:
                aggregator.fetch(1, word(CommandType.COMPARE_AND_SET_NARROW, index), operand, owner,
                    target, RequestBlock.narrow(place));
                compare(index, operand >> 32, (int) operand);
                break;
            default:
                aggregator.fetch(1, word(CommandType.GET, index), owner, target, place);
                expected[targetCount++] = model[index];
                break;
        }
    }

    @ParameterizedTest
    @CsvSource({"100,4,8", "1,4,8", "2,1,1", "3,2,2", "7,8,16"})
    void shouldDoWhatSingleCommandsDo(final int blockCommands, final int credits, final int poolBlocks) {
        try (AggregatorRig rig = new AggregatorRig(AggregatorRig.config(blockCommands, credits, poolBlocks, 0), 3)) {
            for (int round = 0; round < ROUNDS; round++) {
                if (targetCount > TARGETS - 400) {
                    settle(rig);
                }
                final CountingCompletion owner = owners[random.nextInt(owners.length)];
                switch (random.nextInt(5)) {
                    case 0:
                        listOfUpdates(rig.aggregator, owner);
                        break;
                    case 1:
                        listOfCompares(rig.aggregator, owner, true);
                        break;
                    case 2:
                        listOfCompares(rig.aggregator, owner, false);
                        break;
                    default:
                        singles(rig.aggregator, owner);
                        break;
                }
            }
            settle(rig);
            assertEquals(issuedCount, rig.aggregator.counters().commands());
        }
    }

    private void settle(final AggregatorRig rig) {
        rig.drain();
        assertArrayEquals(model, rig.owners[1].words());
        assertArrayEquals(Arrays.copyOf(expected, targetCount), Arrays.copyOf(target, targetCount));
        targetCount = 0;
        for (final CountingCompletion owner : owners) {
            assertTrue(owner.isComplete());
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "5", "11"})
    void shouldBlameWhoHasIssuedTheCommandThatFails(final int position) {
        try (AggregatorRig rig = new AggregatorRig(AggregatorRig.config(100, 4, 8, 0), 3)) {
            final long[] indices = new long[12];
            indices[position] = 1000;
            final CountingCompletion good = new CountingCompletion();
            final CountingCompletion bad = new CountingCompletion();
            final long place = RequestBlock.toElement(3, LONG_BASE, 0);
            final long narrow = word(CommandType.COMPARE_AND_SET_NARROW, 0);
            final CommandLists lists = rig.aggregator.lists();
            lists.of(new long[3], 0, 3, 0).fetch(1, narrow, 0, good, target, RequestBlock.narrow(place));
            lists.of(indices, 0, 12, 0).fetch(1, narrow, 0, bad, target, RequestBlock.narrow(place));
            lists.of(new long[3], 0, 3, 0).fetch(1, narrow, 0, good, target, RequestBlock.narrow(place));
            rig.drain();
            assertTrue(bad.hasFailed() && bad.isComplete());
            assertTrue(!good.hasFailed() && good.isComplete());
        }
    }
}

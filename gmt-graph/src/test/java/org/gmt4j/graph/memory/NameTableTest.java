package org.gmt4j.graph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameTableTest {
    /** Near each other, far apart, equal in their lower or their upper bits, and the extremes. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 32, 48, 63})
    void shouldNumberValuesAsTheyCome(final int shift) {
        final SplittableRandom random = new SplittableRandom(shift);
        final Map<Long, Integer> expected = new LinkedHashMap<>();
        try (NameTable table = new NameTable(Room.BOUNDLESS)) {
            assertEquals(-1, table.find(0));
            for (int i = 0; i < 20_000; i++) {
                final long bits = random.nextLong(15_000);
                final long value = i == 7 ? Long.MAX_VALUE : i == 8 ? Long.MIN_VALUE : i == 9 ? -1 : bits << shift;
                expected.putIfAbsent(value, expected.size());
                assertEquals(expected.get(value), table.number(value));
            }
            assertEquals(expected.size(), table.count());
            expected.forEach((value, number) -> {
                assertEquals(number, table.find(value));
                assertEquals(value, table.value(number));
            });
            assertEquals(-1, table.find(0x1234_5678_9ABC_DEF1L));
        }
    }

    /** Some values index an array, others do not; where the bound lies changes as the table grows. */
    @ParameterizedTest
    @ValueSource(ints = {0, 40, 60, 100})
    void shouldNumberDenseValuesAmongOthers(final int percent) {
        final SplittableRandom random = new SplittableRandom(percent);
        final Map<Long, Integer> expected = new LinkedHashMap<>();
        final long[] some = new long[32];
        final int[] numbers = new int[some.length];
        try (NameTable table = new NameTable(Room.BOUNDLESS)) {
            for (int turn = 0; turn < 4000; turn++) {
                for (int i = 0; i < some.length; i++) {
                    some[i] = random.nextInt(100) < percent ? random.nextLong(20L * turn + 1) : random.nextLong();
                    expected.putIfAbsent(some[i], expected.size());
                }
                table.numbers(some, some.length, numbers);
                for (int i = 0; i < some.length; i++) {
                    assertEquals(expected.get(some[i]), numbers[i]);
                }
            }
            expected.forEach((value, number) -> assertEquals(number, table.find(value)));
            assertEquals(expected.size(), table.count());
            for (int i = 0; i < 1000; i++) {
                final long value = random.nextLong(1L << 20);
                assertEquals(expected.getOrDefault(value, -1), table.find(value));
            }
        }
    }

    @Test
    void shouldNumberManyAsOneAfterTheOther() {
        final SplittableRandom random = new SplittableRandom(1);
        final long[] some = new long[64];
        final int[] numbers = new int[some.length];
        try (NameTable one = new NameTable(Room.BOUNDLESS); NameTable many = new NameTable(Room.BOUNDLESS)) {
            for (int turn = 0; turn < 500; turn++) {
                for (int i = 0; i < some.length; i++) {
                    some[i] = random.nextLong(9000) - 100;
                }
                many.numbers(some, turn % some.length, numbers);
                for (int i = 0; i < turn % some.length; i++) {
                    assertEquals(one.number(some[i]), numbers[i]);
                }
            }
            assertEquals(one.count(), many.count());
        }
    }

    /** Full slots would let look-ups of new names go on without end. */
    @Test
    void shouldStayAsItIsWhenItsSlotsCannotGrow() {
        final int slots = 2 * Long.BYTES << 12;                 // room for 2,048 values
        try (NameTable table = new NameTable(bytes -> {
            if (bytes == slots) {
                throw new IllegalStateException("no room");
            }
        })) {
            for (long value = 1; value < 1024; value++) {
                assertEquals(value - 1, table.number(value << 40));
            }
            for (long value = 1024; value < 9000; value++) {
                final long next = value << 40;
                assertThrows(IllegalStateException.class, () -> table.number(next));
            }
            assertEquals(1023, table.count());
            assertEquals(1022, table.number(1023L << 40));
        }
    }
}

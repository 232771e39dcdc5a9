package org.gmt4j.graph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against sets of the JDK. */
class BitmapTest {
    private static final int SIZE = 1000;

    private static Bitmap of(final BitSet set, final int size) {
        final Bitmap bitmap = Bitmap.allocate(size);
        bitmap.clear();
        set.stream().forEach(bitmap::add);
        return bitmap;
    }

    private static BitSet randomSet(final long seed, final int size, final int oneOf) {
        final Random random = new Random(seed);
        final BitSet set = new BitSet(size);
        IntStream.range(0, size).filter(i -> random.nextInt(oneOf) == 0).forEach(set::set);
        return set;
    }

    private static void assertSame(final BitSet expected, final Bitmap bitmap, final int size) {
        for (int i = 0; i < size; i++) {
            assertEquals(expected.get(i), bitmap.has(i), "bit " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSayWhoAddedANumberFirst(final boolean atomically) {
        try (Bitmap bitmap = of(new BitSet(), SIZE)) {
            for (final int bit : new int[] {0, 31, 32, 63, 64, SIZE - 1}) {
                assertFalse(bitmap.has(bit));
                assertTrue(atomically ? bitmap.addAtomically(bit) : bitmap.add(bit));
                assertFalse(atomically ? bitmap.addAtomically(bit) : bitmap.add(bit));
                assertTrue(bitmap.has(bit));
            }
            assertFalse(bitmap.has(1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 137})
    void shouldAddASetThatBeginsAnywhere(final int first) {
        final BitSet other = randomSet(3, 500, 5);
        final BitSet expected = randomSet(4, SIZE, 7);
        try (Bitmap bitmap = of(expected, SIZE); Bitmap added = of(other, 500)) {
            bitmap.addAll(added, first);
            other.stream().forEach(i -> expected.set(first + i));
            assertSame(expected, bitmap, SIZE);
        }
    }

    @Test
    void shouldAddASetAtomicallyWhileOthersAddNumbers() throws Exception {
        final BitSet other = randomSet(5, SIZE, 3);
        final BitSet others = randomSet(6, SIZE, 3);
        try (Bitmap bitmap = of(new BitSet(), SIZE); Bitmap added = of(other, SIZE)) {
            final Thread thread = new Thread(() -> others.stream().forEach(bitmap::addAtomically));
            thread.start();
            bitmap.addAllAtomically(added);
            thread.join();
            other.or(others);
            assertSame(other, bitmap, SIZE);
        }
    }

    @Test
    void shouldReadAWordFromAnyNumberOn() {
        final BitSet set = randomSet(8, SIZE, 2);
        try (Bitmap bitmap = of(set, SIZE)) {
            for (int from = 0; from < SIZE; from++) {
                for (int i = 0; i < 64 && from + i < SIZE; i++) {
                    assertEquals(set.get(from + i), (bitmap.wordFrom(from) >>> i & 1) == 1,
                        "bit " + i + " from " + from);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 3", "false, 1", "false, 3", "false, 1000000"})
    void shouldFindTheNextNumberThatIsOrIsNotThere(final boolean isWide, final int oneOf) {
        final BitSet set = randomSet(9, SIZE, oneOf);
        final Random random = new Random(10);
        try (Bitmap bitmap = of(set, SIZE); LocalView numbers = LocalView.allocate(300, isWide)) {
            for (int i = 0; i < numbers.count(); i++) {
                numbers.set(i, random.nextInt(SIZE));
            }
            for (int from = 0; from <= 300; from++) {
                for (final int to : new int[] {from, Math.min(300, from + 40), 300}) {
                    assertEquals(next(set, numbers, from, to, true), bitmap.nextPresent(numbers, from, to));
                    assertEquals(next(set, numbers, from, to, false), bitmap.nextAbsent(numbers, from, to));
                }
            }
        }
    }

    private static long next(final BitSet set, final LocalView numbers, final int from, final int to,
                             final boolean wanted) {
        return IntStream.range(from, to).filter(i -> set.get((int) numbers.get(i)) == wanted).findFirst().orElse(to);
    }

    /** What lies behind it is somebody else's. */
    @Test
    void shouldNotTouchMoreThanItsWordsInMemoryOfOthers() {
        try (LocalView memory = LocalView.allocate(3, true)) {
            memory.fill(-1);
            try (Bitmap bitmap = Bitmap.at(memory.address(0), 65)) {
                bitmap.clear();
            }
            assertEquals(0, memory.word(0));
            assertEquals(0, memory.word(1));
            assertEquals(-1, memory.word(2));
        }
    }
}

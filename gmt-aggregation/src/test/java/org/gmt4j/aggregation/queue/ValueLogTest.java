package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where values go, however near to or far from each other their places are and in whatever order kinds come. */
class ValueLogTest {
    private static final int LONGS = UnsafeApi.arrayBaseOffset(long[].class);
    private static final int INTS = UnsafeApi.arrayBaseOffset(int[].class);
    private static final int LENGTH = 1 << 14;

    private final ValueLog log = new ValueLog();
    private final long reply = UnsafeApi.allocateMemory(LENGTH);

    @AfterEach
    void free() {
        UnsafeApi.freeMemory(reply);
    }

    @Test
    void shouldTellReceiversThePositionsThatTheyGaveHoweverFarApart() {
        final long[] positions = {0, 8, (1L << 40) - 1, 3, 1L << 31, (1L << 31) - 1, -1 + (1L << 32),
            7, (1L << 39) + 5};
        final List<Long> received = new ArrayList<>();
        final PackedReceiver receiver = (address, length, position) -> {
            assertEquals(8, length);
            assertEquals(position ^ 42, UnsafeApi.getLong(address));
            received.add(position);
        };
        final CountingCompletion owner = new CountingCompletion();
        for (int i = 0; i < positions.length; i++) {
            log.add(owner, receiver, ValueLog.toReceiver(positions[i], 8));
            UnsafeApi.putLong(reply + 8L * i, positions[i] ^ 42);
        }
        assertEquals(8 * positions.length, log.length());
        assertEquals(positions.length, owner.pendingCount());
        log.complete(reply, true);
        assertArrayEquals(positions, received.stream().mapToLong(Long::longValue).toArray());
        assertEquals(0, owner.pendingCount());
    }

    /** Against a list of what each value should do, in a thousand mixtures of owners, arrays, widths and series. */
    @Test
    void shouldStoreEachValueWhereItsCommandSaid() {
        final Random random = new Random(11);
        for (int round = 0; round < 1000; round++) {
            final CountingCompletion[] owners = {new CountingCompletion(), new CountingCompletion()};
            final long[][] longs = {new long[300], new long[300]};
            final long[][] expectedLongs = {new long[300], new long[300]};
            final int[] ints = new int[300];
            final int[] expectedInts = new int[300];
            long at = reply;
            int count = 0;
            final int commands = 1 + random.nextInt(60);
            for (int k = 0; k < commands; k++) {
                final CountingCompletion owner = owners[random.nextInt(8) / 7];
                final int which = random.nextInt(6) / 5;
                final int index = random.nextInt(280);
                final int value = random.nextInt();
                final boolean isNarrow = random.nextInt(3) > 0;
                switch (random.nextInt(8)) {
                    case 0:
                        log.add(owner, ints, ValueLog.narrow(ValueLog.toElement(2, INTS, index)));
                        expectedInts[index] = value;
                        UnsafeApi.putInt(at, value);
                        at += 4;
                        count++;
                        break;
                    case 1:
                        final int more = 1 + random.nextInt(20);
                        final long place = ValueLog.toElement(3, LONGS, index);
                        owner.issued(more);
                        log.addSeries(owner, longs[which], isNarrow ? ValueLog.narrow(place) : place, more);
                        for (int i = 0; i < more; i++) {
                            expectedLongs[which][index + i] = (long) value + i;
                            at = put(at, value + i, isNarrow);
                        }
                        count += more;
                        break;
                    default:
                        final long element = ValueLog.toElement(3, LONGS, index);
                        log.add(owner, longs[which], isNarrow ? ValueLog.narrow(element) : element);
                        expectedLongs[which][index] = value;
                        at = put(at, value, isNarrow);
                        count++;
                        break;
                }
                assertEquals(at - reply, log.length());
            }
            assertEquals(count, owners[0].pendingCount() + owners[1].pendingCount());
            log.complete(reply, true);
            assertArrayEquals(expectedLongs, longs);
            assertArrayEquals(expectedInts, ints);
            assertEquals(0, owners[0].pendingCount() + owners[1].pendingCount());
            assertEquals(0, log.length());
        }
        assertTrue(log.isStale());
        log.forgetCompleted();
        assertFalse(log.isStale());
    }

    /** Between other values, wide and narrow, sound or not, and when nothing comes. */
    @Test
    void shouldGiveValuesToTakersByThePositionsThatTheyGave() {
        final List<String> taken = new ArrayList<>();
        final ValueTaker taker = new ValueTaker() {
            @Override
            public void take(final long value, final long position, final boolean isSound) {
                taken.add(position + "=" + value + (isSound ? "" : "?"));
            }

            @Override
            public void drop(final long position) {
                taken.add(position + " dropped");
            }
        };
        final CountingCompletion owner = new CountingCompletion();
        final long[] target = new long[1];
        for (int way = 0; way < 3; way++) {
            log.add(owner, taker, ValueLog.toTaker(3));
            log.add(owner, taker, ValueLog.toTaker((1L << 40) - 1));
            log.add(owner, target, ValueLog.toElement(3, LONGS, 0));
            log.add(owner, taker, ValueLog.narrow(ValueLog.toTaker(7)));
            log.add(owner, taker, ValueLog.narrow(ValueLog.toTaker(6)));
            assertEquals(3 * 8 + 2 * 4, log.length());
            long at = put(put(put(reply, -30, false), 40, false), 50 + way, false);
            at = put(put(at, -70, true), 60, true);
            if (way < 2) {
                log.complete(reply, way == 0);
                assertEquals(50 + way, target[0]);
            } else {
                log.completeAll();
            }
            assertEquals(0, owner.pendingCount());
        }
        final long last = (1L << 40) - 1;
        assertEquals(List.of("3=-30", last + "=40", "7=-70", "6=60",
            "3=-30?", last + "=40?", "7=-70?", "6=60?",
            "3 dropped", last + " dropped", "7 dropped", "6 dropped"), taken);
    }

    private static long put(final long at, final int value, final boolean isNarrow) {
        if (isNarrow) {
            UnsafeApi.putInt(at, value);
            return at + 4;
        }
        UnsafeApi.putLong(at, value);
        return at + 8;
    }

    @Test
    void shouldTellThoseWhoseValuesFailAndNoOthers() {
        final CountingCompletion good = new CountingCompletion();
        final CountingCompletion bad = new CountingCompletion();
        final long[] target = new long[8];
        log.add(good, target, ValueLog.toElement(3, LONGS, 0));
        log.add(bad, target, ValueLog.toElement(3, LONGS, 1));
        bad.issued(3);
        log.addSeries(bad, target, ValueLog.toElement(3, LONGS, 2), 3);
        log.add(good, target, ValueLog.toElement(3, LONGS, 5));
        log.fail(4, 5, new IllegalStateException("the last of the series"));
        assertTrue(bad.hasFailed());
        assertFalse(good.hasFailed());
        log.fail(5, Integer.MAX_VALUE, new IllegalStateException("all behind it"));
        assertTrue(good.hasFailed());
        log.completeAll();
        assertEquals(0, good.pendingCount() + bad.pendingCount());
        assertArrayEquals(new long[8], target);
    }
}

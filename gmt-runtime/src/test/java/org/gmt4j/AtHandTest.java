package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocking accesses that are made without the preparations for a wait have the results and checks of all others. */
@Timeout(240)
class AtHandTest {
    private static final int SIZE = 61;

    /** The rest of this class tests nothing if the step did not put the calls. */
    @Test
    void shouldBeCalledByInstrumentedMethods() throws IOException {
        try (InputStream in = AtHandTest.class.getResourceAsStream("AtHandTest.class")) {
            final String code = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            for (final String name : List.of("org/gmt4j/AtHand", "canGet", "canPut", "canCompareAndSet", "canView")) {
                assertTrue(code.contains(name), name);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldAccessElementsOfAllTypesAndPlaces(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, AtHandTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(AtHandTest::allPlaces)));
        }
    }

    private static List<String> allPlaces(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        for (final Allocation allocation : Allocation.values()) {
            failures.add(check(ctx, ArraySpec.of(SIZE).allocated(allocation)));
        }
        failures.add(check(ctx, ArraySpec.of(SIZE).cyclic(3)));
        failures.add(summed(ctx));
        failures.add(once(ctx));
        return failures;
    }

    private static String check(final TaskContext ctx, final ArraySpec spec) throws SuspendExecution {
        final GlobalLongArray longs = GlobalLongArray.allocate(ctx, spec);
        final GlobalIntArray ints = GlobalIntArray.allocate(ctx, spec);
        final GlobalShortArray shorts = GlobalShortArray.allocate(ctx, spec);
        final GlobalByteArray bytes = GlobalByteArray.allocate(ctx, spec);
        final GlobalFloatArray floats = GlobalFloatArray.allocate(ctx, spec);
        final GlobalDoubleArray doubles = GlobalDoubleArray.allocate(ctx, spec);
        final long wrong = ctx.sum(SIZE, (i, c) -> {
            longs.put(c, i, -i * 3);
            ints.put(c, i, (int) -i * 5);
            shorts.put(c, i, (short) (-i * 7));
            bytes.put(c, i, (byte) -i);
            floats.put(c, i, -i / 2.0f);
            doubles.put(c, i, -i / 4.0);
            // operands of several accesses wait on the stack for each other
            final double sum = longs.get(c, i) + ints.get(c, i) * (shorts.get(c, i) - (bytes.get(c, i)
                + floats.get(c, i))) - doubles.get(c, i);
            final double expected = -i * 3 + -i * 5 * (-i * 7 - (-i + -i / 2.0f)) - -i / 4.0;
            return sum == expected ? 0 : 1;
        });
        long behind = 0;
        for (int i = 0; i < SIZE; i++) {
            behind += longs.get(ctx, i) == -i * 3L ? 0 : 1;
        }
        long compared = 0;
        if (spec.allocation() != Allocation.REPLICATE) {
            compared = ctx.sum(SIZE, (i, c) -> {
                final long before = ints.compareAndSet(c, i, ints.get(c, i), 1);
                final long after = longs.compareAndSet(c, i, 4711, 1);
                return before == -i * 5 && after == -i * 3 && ints.get(c, i) == 1 && longs.get(c, i) == -i * 3 ? 0 : 1;
            });
        }
        long viewed = 0;
        for (int from = 0; from < SIZE; from += 4) {
            for (int count = 0; count <= SIZE - from; count += 5) {
                final ElementView view = longs.view(ctx, from, count);
                viewed += view.size() == count ? 0 : 1;
                for (int k = 0; k < count; k++) {
                    viewed += view.getLong(k) == -(from + k) * 3L ? 0 : 1;
                }
            }
        }
        final long types = doubles.view(ctx, 1, 3).getDouble(2) == -0.75 && floats.view(ctx, 2, 1).getFloat(0) == -1.0f
            && shorts.view(ctx, 3, 2).getShort(1) == -28 && bytes.view(ctx, 5, 1).getByte(0) == -5
            && ints.view(ctx, 0, 1).size() == 1 && bytes.view(ctx, 5, 1).getInteger(0) == -5
            && shorts.view(ctx, 3, 2).getInteger(1) == -28 && longs.view(ctx, 1, 2).getInteger(1) == -6
            && ints.view(ctx, 0, 2).getInteger(1) == ints.get(ctx, 1) ? 0 : 1;
        for (final GlobalArray array : List.of(longs, ints, shorts, bytes, floats, doubles)) {
            array.free(ctx);
        }
        return wrong + behind + compared + viewed + types == 0 ? ""
            : spec + ": " + List.of(wrong, behind, compared, viewed, types);
    }

    /** What a task has added is there when it gets the element, though nothing has been awaited. */
    private static String summed(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.ADD));
        final GlobalDoubleArray halves = GlobalDoubleArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.ADD));
        final long wrong = ctx.sum(SIZE, (i, c) -> {
            final long before = sums.get(c, i);
            sums.addNb(c, i, 2);
            sums.addNb(c, i, 3);
            halves.addNb(c, i, 0.5);
            final long sum = sums.get(c, i);
            sums.put(c, i, sum + 1);
            sums.addNb(c, i, 10);
            return before == 0 && sum == 5 && halves.view(c, i, 1).getDouble(0) == 0.5 && sums.get(c, i) == 16 ? 0 : 1;
        });
        sums.free(ctx);
        halves.free(ctx);
        return wrong == 0 ? "" : "sums " + wrong;
    }

    private static String once(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray once = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).once(0));
        final GlobalLongArray winners = GlobalLongArray.allocate(ctx, 1);
        ctx.parFor(40L * SIZE, 7, (i, c) -> {
            if (once.compareAndSet(c, i % SIZE, 0, i + 1) == 0) {
                winners.addNb(c, 0, 1);
            }
        });
        final long won = winners.get(ctx, 0);
        long wrong = 0;
        for (int i = 0; i < SIZE; i++) {
            wrong += (once.get(ctx, i) - 1) % SIZE == i ? 0 : 1;
        }
        once.free(ctx);
        winners.free(ctx);
        return won == SIZE && wrong == 0 ? "" : "once " + won + " " + wrong;
    }

    @Test
    void shouldCheckAsOtherAccessesDo() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, AtHandTest.class)) {
            cluster.run(ctx -> {
                final GlobalIntArray a = GlobalIntArray.allocate(ctx, 10);
                assertThrows(IndexOutOfBoundsException.class, () -> a.owner(10));
                assertEquals(4, failures(ctx, a, 10) + failures(ctx, a, -1));
                final ElementView view = a.view(ctx, 2, 3);
                assertThrows(IndexOutOfBoundsException.class, () -> view.getInt(3));
                assertThrows(IndexOutOfBoundsException.class, () -> view.getInt(-1));
                assertThrows(UnsupportedOperationException.class, () -> view.getLong(0));
                assertThrows(IndexOutOfBoundsException.class, () -> view.getInteger(3));
                final ElementView real = GlobalDoubleArray.allocate(ctx, 2).view(ctx, 0, 2);
                assertThrows(UnsupportedOperationException.class, () -> real.getInteger(0));
                a.free(ctx);
                assertEquals(2, failures(ctx, a, 0));
                assertEquals("GMT-230", refusalOfNoElements(ctx, a));
                assertThrows(GmtException.class, () -> view.getInt(0));
            });
        }
    }

    private static String refusalOfNoElements(final TaskContext ctx, final GlobalIntArray a) throws SuspendExecution {
        try {
            a.get(ctx, 0, new int[0], 0, 0);
            return "";
        } catch (final GmtException e) {
            return e.code();
        }
    }

    private static int failures(final TaskContext ctx, final GlobalIntArray a, final long index)
        throws SuspendExecution {
        int failures = 0;
        try {
            a.get(ctx, index);
        } catch (final IndexOutOfBoundsException | GmtException e) {
            failures++;
        }
        try {
            a.view(ctx, index, 1);
        } catch (final IndexOutOfBoundsException | GmtException e) {
            failures++;
        }
        return failures;
    }
}

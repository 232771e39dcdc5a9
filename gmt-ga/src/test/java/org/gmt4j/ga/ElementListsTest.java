package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of elements against an array; and threads that are no tasks. */
@Timeout(120)
class ElementListsTest {
    private static final int ROWS = 37;
    private static final int COLUMNS = 29;
    private static final int LENGTH = 3000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldMoveElementsInAnyOrder(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, ElementListsTest.class)) {
            cluster.run(ctx -> {
                for (final MatrixSpec spec : new MatrixSpec[] {MatrixSpec.doubles(ROWS, COLUMNS),
                    MatrixSpec.doubles(ROWS, COLUMNS).blockCyclic(3, 4)}) {
                    final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
                    final double[] model = new double[ROWS * COLUMNS];
                    final Random random = new Random(nodes);
                    final long[] rows = random.longs(LENGTH, 0, ROWS).toArray();
                    final long[] columns = random.longs(LENGTH, 0, COLUMNS).toArray();
                    final double[] values = new double[LENGTH];
                    for (int i = 0; i < LENGTH; i++) {
                        values[i] = random.nextInt(100);
                        model[(int) (rows[i] * COLUMNS + columns[i])] += 3 * values[i];
                    }
                    matrix.scatterAccumulate(ctx, 3, Tile.of(values, LENGTH), rows, columns);
                    assertArrayEquals(model, matrix.get(ctx, matrix.box()).doubles());
                    final double[] found = new double[LENGTH];
                    matrix.gather(ctx, Tile.of(found, LENGTH), rows, columns);
                    for (int i = 0; i < LENGTH; i++) {
                        assertEquals(model[(int) (rows[i] * COLUMNS + columns[i])], found[i]);
                    }
                    final long[] once = new long[ROWS];
                    Arrays.setAll(once, i -> i);
                    final double[] diagonal = new double[COLUMNS];
                    Arrays.setAll(diagonal, i -> -i);
                    matrix.scatter(ctx, Tile.of(diagonal, COLUMNS), once, once);
                    for (int i = 0; i < COLUMNS; i++) {
                        assertEquals(-i, matrix.get(ctx, Box.of(i, i + 1, i, i + 1)).doubles()[0]);
                    }
                    matrix.gather(ctx, Tile.of(new double[0], 0), new long[0], new long[0]);
                    matrix.destroy(ctx);
                }
            });
        }
    }

    /** Places that loops over whole lists find, against those that a patch of one element has. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldFindElementsOfAnyDistribution(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, ElementListsTest.class, RandomPatches.class)) {
            final Random random = new Random(17L * nodes);
            for (int i = 0; i < 60; i++) {
                final MatrixSpec any = RandomPatches.randomSpec(random, nodes);
                final int[] ones = new int[any.dims()];
                Arrays.fill(ones, 1);
                final boolean isDealt = any.block().length > 0;
                final MatrixSpec spec = i % 3 > 0 || isDealt || any.isIrregular() ? any
                    : MatrixSpec.of(any.type(), any.extents()).ghosts(ones);
                final long seed = i;
                assertEquals("", cluster.call(ctx -> {
                    final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
                    return ctx.call((int) (seed % ctx.nodeCount()), there -> compare(there, matrix, seed));
                }));
            }
        }
    }

    /** Scatters each element its number, reads all as a patch and as a list, and adds to all. */
    private static String compare(final TaskContext ctx, final GlobalMatrix matrix, final long seed)
        throws SuspendExecution {
        final int count = (int) matrix.box().size();
        final long[][] subscripts = shuffled(matrix, new Random(seed));
        final Tile numbers = Tile.of(matrix.type(), count);
        for (int i = 0; i < count; i++) {
            set(numbers, i, number(matrix, subscripts, i));
        }
        matrix.scatter(ctx, numbers, subscripts);
        final Tile whole = matrix.get(ctx, matrix.box());
        final Tile found = Tile.of(matrix.type(), count);
        matrix.gather(ctx, found, subscripts);
        for (int i = 0; i < count; i++) {
            final double there = first(whole, i);
            if (there != i || first(found, i) != number(matrix, subscripts, i)) {
                return matrix.summary() + ": element " + i + " is " + there + ", listed " + first(found, i);
            }
        }
        matrix.scatterAccumulate(ctx, 2, numbers, subscripts);
        matrix.gather(ctx, found, subscripts);
        for (int i = 0; i < count; i++) {
            if (first(found, i) != 3 * first(numbers, i)) {
                return matrix.summary() + ": listed " + i + " is " + first(found, i) + " after adding";
            }
        }
        matrix.destroy(ctx);
        return "";
    }

    private static long[][] shuffled(final GlobalMatrix matrix, final Random random) {
        final int count = (int) matrix.box().size();
        final List<Integer> order = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        final long[][] subscripts = new long[matrix.dims()][count];
        for (int i = 0; i < count; i++) {
            long rest = order.get(i);
            for (int dim = matrix.dims() - 1; dim >= 0; dim--) {
                subscripts[dim][i] = rest % matrix.extent(dim);
                rest /= matrix.extent(dim);
            }
        }
        return subscripts;
    }

    private static int number(final GlobalMatrix matrix, final long[][] subscripts, final int i) {
        long number = 0;
        for (int dim = 0; dim < subscripts.length; dim++) {
            number = number * matrix.extent(dim) + subscripts[dim][i];
        }
        return (int) number;
    }

    private static void set(final Tile tile, final int i, final double value) {
        if (tile.type() == MatrixType.COMPLEX) {
            tile.doubles()[2 * i] = value;
            tile.doubles()[2 * i + 1] = -value;
        } else {
            TileMath.set(tile, i, value);
        }
    }

    /** Returns an element; of a complex one the real part, where the imaginary one is its negative. */
    private static double first(final Tile tile, final int i) {
        if (tile.type() != MatrixType.COMPLEX) {
            return TileMath.value(tile, i);
        }
        final double real = tile.doubles()[2 * i];
        return tile.doubles()[2 * i + 1] == -real ? real : Double.NaN;
    }

    /** Longer than one part, by many tasks of each node at once: each has lists of its own. */
    @Test
    void shouldMoveLongListsOfManyTasks() {
        try (GmtCluster cluster = TestClusters.local(3, ElementListsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix matrix = GlobalMatrix.create(ctx, MatrixSpec.longs(50, 50));
                final int length = 2 * ElementLists.LONGEST + 77;
                ctx.parFor(12, 1, SpawnPolicy.PARTITION, (task, c) -> add(c, matrix, numbered(length, task)));
                ctx.parFor(60, 1, SpawnPolicy.PARTITION, (task, c) -> add(c, matrix, numbered(100, 1000 + task)));
                final long[] model = new long[50 * 50];
                for (int task = 0; task < 12; task++) {
                    numbered(length, task).addTo(model);
                }
                for (int task = 0; task < 60; task++) {
                    numbered(100, 1000 + task).addTo(model);
                }
                assertArrayEquals(model, matrix.get(ctx, matrix.box()).longs());
                final CallTable calls = matrix.calls(ctx);
                assertEquals(72, calls.calls(CallKind.SCATTER_ACCUMULATE));
                assertEquals(8 * (12L * length + 60 * 100), calls.bytes(CallKind.SCATTER_ACCUMULATE));
                matrix.destroy(ctx);
            });
        }
    }

    /** Elements of 50 rows and columns, and what is added to each. */
    private record Additions(long[] rows, long[] columns, long[] values) {
        void addTo(final long[] model) {
            for (int i = 0; i < values.length; i++) {
                model[(int) (rows[i] * 50 + columns[i])] += values[i];
            }
        }
    }

    private static Additions numbered(final int length, final long number) {
        final Random random = new Random(number);
        return new Additions(random.longs(length, 0, 50).toArray(), random.longs(length, 0, 50).toArray(),
            random.longs(length, 1, 1000).toArray());
    }

    private static void add(final TaskContext ctx, final GlobalMatrix matrix, final Additions list)
        throws SuspendExecution {
        matrix.scatterAccumulate(ctx, 1, Tile.of(list.values, list.values.length), list.rows, list.columns);
    }

    @Test
    void shouldServeThreadsThatAreNoTasks() throws InterruptedException {
        try (GmtCluster cluster = TestClusters.local(3, ElementListsTest.class)) {
            final GlobalMatrix matrix = cluster.call(ctx -> GlobalMatrix.create(ctx, MatrixSpec.longs(4, 50)));
            final BlockingMatrix blocking = new BlockingMatrix(cluster.armci(), matrix);
            final Thread[] threads = new Thread[4];
            for (int i = 0; i < threads.length; i++) {
                final long row = i;
                threads[i] = new Thread(() -> addRow(blocking, row));
                threads[i].start();
            }
            for (final Thread thread : threads) {
                thread.join();
            }
            final long[] all = new long[200];
            blocking.get(matrix.box(), Tile.of(all, 4, 50));
            assertEquals(200 * 5, Arrays.stream(all).sum());
            blocking.put(Box.of(0, 1, 0, 1), Tile.of(new long[] {7}, 1, 1));
            assertEquals(7, blocking.readIncrement(1, 0, 0));
            assertEquals(8, blocking.readIncrement(1, 0, 0));
        }
    }

    /** Two accumulates at once, and one element more. */
    private static void addRow(final BlockingMatrix matrix, final long row) {
        final long[] twos = new long[50];
        Arrays.fill(twos, 2);
        final Box box = Box.of(row, row + 1, 0, 50);
        CompletableFuture.allOf(matrix.accumulateNb(box, Tile.of(twos, 1, 50), 1),
            matrix.accumulateNb(box, Tile.of(twos, 1, 50), 1)).join();
        final long[] ones = new long[49];
        Arrays.fill(ones, 1);
        matrix.accumulate(Box.of(row, row + 1, 1, 50), Tile.of(ones, 1, 49), 1);
        matrix.readIncrement(1, row, 0);
    }
}

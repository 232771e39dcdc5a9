package org.gmt4j.ga;

import static org.gmt4j.ga.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.gmt4j.CaptureException;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every so many index of a box; what moves beside is compared by {@link RandomPatchesTest}. */
@Timeout(120)
class StridedPatchesTest {
    /** Returns a matrix of longs whose elements are their numbers in the order of rows. */
    private static GlobalMatrix numbered(final TaskContext ctx, final MatrixSpec spec) throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
        final long[] numbers = LongStream.range(0, matrix.box().size()).toArray();
        matrix.put(ctx, matrix.box(), Tile.of(numbers, matrix.box().extents()));
        return matrix;
    }

    // --- operations ---

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldCallEachOwnerOnce(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, StridedPatchesTest.class)) {
            cluster.run(ctx -> {
                calls(ctx, MatrixSpec.longs(60, 70));
                calls(ctx, MatrixSpec.longs(97));
                calls(ctx, MatrixSpec.longs(9, 14, 17));
                calls(ctx, MatrixSpec.longs(41, 20).irregular(ctx.nodeCount() == 1 ? new long[] {0}
                    : new long[] {0, 5}, new long[] {0}));
                calls(ctx, MatrixSpec.longs(60, 70).blockCyclic(1, 1));
                calls(ctx, MatrixSpec.longs(61, 73).blockCyclic(4, 3));
                calls(ctx, MatrixSpec.longs(400).blockCyclic(7));
                calls(ctx, MatrixSpec.longs(9, 14, 17).blockCyclic(2, 3, 2));
            });
        }
    }

    private static void calls(final TaskContext ctx, final MatrixSpec spec) throws SuspendExecution {
        final GlobalMatrix matrix = numbered(ctx, spec.named("calls"));
        final Random random = new Random(spec.dims());
        for (int i = 0; i < 20; i++) {
            final long[] steps = random.longs(spec.dims(), 1, 9).toArray();
            final int caller = random.nextInt(ctx.nodeCount());
            assertEquals("", ctx.call(caller, node -> one(node, matrix, steps)), spec.toString());
        }
        matrix.destroy(ctx);
    }

    /** Reads the whole box in steps. Returns what was wrong. */
    private static String one(final TaskContext ctx, final GlobalMatrix matrix, final long[] steps)
        throws SuspendExecution {
        final long[] extents = new long[steps.length];
        Arrays.setAll(extents, dim -> (matrix.extent(dim) + steps[dim] - 1) / steps[dim]);
        final Tile tile = Tile.of(MatrixType.LONG, extents);
        final long before = matrix.callsHere().operations(CallKind.GET);
        final long bytes = matrix.callsHere().bytes(CallKind.GET);
        final OperationHandle handle = ctx.newOperation();
        matrix.getStridedNb(handle, matrix.box(), steps, tile);
        ctx.await(handle);
        final boolean[] owns = new boolean[ctx.nodeCount()];
        for (final long number : tile.longs()) {
            owns[matrix.locate(index(matrix, number))] = true;
        }
        long owners = 0;
        for (final boolean isOwner : owns) {
            owners += isOwner ? 1 : 0;
        }
        final long operations = matrix.callsHere().operations(CallKind.GET) - before;
        final long moved = matrix.callsHere().bytes(CallKind.GET) - bytes;
        return operations == owners && moved == 8L * tile.longs().length ? ""
            : operations + " operations and " + moved + " bytes for " + owners + " owners, steps of "
            + Arrays.toString(steps);
    }

    private static long[] index(final GlobalMatrix matrix, final long number) {
        final long[] index = new long[matrix.dims()];
        long rest = number;
        for (int dim = index.length - 1; dim >= 0; dim--) {
            index[dim] = rest % matrix.extent(dim);
            rest /= matrix.extent(dim);
        }
        return index;
    }

    /** Many elements, in more patterns than one. */
    @Test
    void shouldMoveMoreElementsThanOneListHolds() {
        try (GmtCluster cluster = TestClusters.local(2, StridedPatchesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix matrix = GlobalMatrix.create(ctx, MatrixSpec.ints(1203, 603).blockCyclic(4, 5));
                final int[] numbers = new int[602 * 201];
                Arrays.setAll(numbers, i -> i + 1);
                matrix.putStrided(ctx, matrix.box(), new long[] {2, 3}, Tile.of(numbers, 602, 201));
                assertEquals(2, matrix.callsHere().operations(CallKind.PUT));
                final int[] all = matrix.get(ctx, matrix.box()).ints();
                for (int i = 0; i < all.length; i++) {
                    final int row = i / 603;
                    final int column = i % 603;
                    assertEquals(row % 2 == 0 && column % 3 == 0 ? row / 2 * 201 + column / 3 + 1 : 0, all[i]);
                }
            });
        }
    }

    /** Two halves under one handle, and a third box around the edges. */
    @Test
    void shouldAwaitSeveralByOneHandle() {
        try (GmtCluster cluster = TestClusters.local(3, StridedPatchesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix line = numbered(ctx, MatrixSpec.longs(11));
                final Tile even = Tile.of(new long[6], 6);
                final Tile odd = Tile.of(new long[5], 5);
                final Tile around = Tile.of(new long[5], 5);
                final OperationHandle handle = ctx.newOperation();
                line.getStridedNb(handle, line.box(), new long[] {2}, even);
                line.getStridedNb(handle, Box.of(1, 11), new long[] {2}, odd);
                line.getPeriodicNb(handle, Box.of(-2, 3), around);
                ctx.await(handle);
                assertTrue(handle.test());
                assertArrayEquals(new long[] {0, 2, 4, 6, 8, 10}, even.longs());
                assertArrayEquals(new long[] {1, 3, 5, 7, 9}, odd.longs());
                assertArrayEquals(new long[] {9, 10, 0, 1, 2}, around.longs());
                line.putPeriodicNb(ctx, Box.of(10, 12), Tile.of(new long[] {70, 80}, 2));
                ctx.await();
                line.accumulateStridedNb(ctx, line.box(), new long[] {10}, Tile.of(new long[] {1, 2}, 2), 3);
                ctx.await();
                assertArrayEquals(new long[] {83, 1, 2, 3, 4, 5, 6, 7, 8, 9, 76}, line.get(ctx, line.box()).longs());
                assertEquals(3, line.calls(ctx).calls(CallKind.GET) - 1);
            });
        }
    }

    // --- odd ones, and refusals ---

    @Test
    void shouldTakeStepsBeyondTheBoxAndEmptyBoxes() {
        try (GmtCluster cluster = TestClusters.local(3, StridedPatchesTest.class)) {
            cluster.run(ctx -> {
                for (final MatrixSpec spec : new MatrixSpec[] {MatrixSpec.longs(5, 7),
                    MatrixSpec.longs(5, 7).blockCyclic(2, 2)}) {
                    final GlobalMatrix a = numbered(ctx, spec);
                    final long[] far = {Long.MAX_VALUE, 6};
                    final long[] two = new long[2];
                    a.getStrided(ctx, a.box(), far, Tile.of(two, 1, 2));
                    assertArrayEquals(new long[] {0, 6}, two);
                    a.getStrided(ctx, Box.of(4, 5, 6, 7), far, Tile.of(two, 1, 1));
                    assertArrayEquals(new long[] {34, 6}, two);
                    final long[] none = {};
                    a.putStrided(ctx, Box.of(5, 5, 0, 7), far, Tile.of(none, 0, 2));
                    a.accumulateStrided(ctx, Box.of(0, 5, 7, 7), new long[] {2, 2}, Tile.of(none, 3, 0), 2);
                    assertArrayEquals(LongStream.range(0, 35).toArray(), a.get(ctx, a.box()).longs());
                }
            });
        }
    }

    @Test
    void shouldRefuseBeforeAnythingMoves() {
        try (GmtCluster cluster = TestClusters.local(3, StridedPatchesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.longs(10, 10).named("a"));
                ctx.execute(2, node -> {
                    final Tile tile = Tile.of(new long[] {1, 2, 3, 4}, 2, 2);
                    final Box box = Box.of(0, 4, 3, 7);
                    final long[] steps = {2, 2};
                    refuses("GMT-380", "[2, 0]", () -> a.putStrided(node, box, new long[] {2, 0}, tile));
                    refuses("GMT-380", "[0..4, 3..7)", () -> a.putStrided(node, box, new long[] {-1, 2}, tile));
                    refuses("GMT-380", "'a'", () -> a.accumulateStridedNb(node, box, new long[] {2}, tile, 1));
                    refuses("GMT-380", "node 2", () -> a.putStridedNb(node, box, new long[] {2, 2, 2}, tile));
                    refuses("GMT-381", "asked by node 2", () -> a.putStrided(node, Box.of(0, 4, 7, 11), steps, tile));
                    refuses("GMT-381", "of 1 dimensions", () -> a.putStrided(node, Box.of(0, 4), steps, tile));
                    final String both = "the box [0..4, 3..7) in steps of [2, 3] of matrix 'a'";
                    refuses("GMT-382", both, () -> a.putStrided(node, box, new long[] {2, 3}, Tile.of(new long[2],
                        1, 2)));
                    refuses("GMT-382", "asked by node 2", () -> a.putStrided(node, box, steps, Tile.of(new int[4],
                        2, 2)));
                    refuses("GMT-386", "'a' of [10, 10] LONG, asked by node 2",
                        () -> a.accumulateStrided(node, box, steps, tile, 0.5));
                    refuses("GMT-386", "[1.0, 2.0]", () -> a.accumulateStrided(node, box, steps, tile, 1, 2));
                    refuses("GMT-386", "[1.0, 0.0, 0.0]", () -> a.accumulate(node, box, tile, 1, 0, 0));
                });
                assertArrayEquals(new long[100], a.get(ctx, a.box()).longs());
                assertEquals(0, a.calls(ctx).calls(CallKind.PUT));
                assertEquals(0, a.calls(ctx).calls(CallKind.ACCUMULATE));
                a.destroy(ctx);
                refuses("GMT-383", "has been destroyed, asked by node 0",
                    () -> a.getStrided(ctx, Box.of(0, 1, 0, 1), new long[] {1, 1}, Tile.of(new long[1], 1, 1)));
            });
        }
    }

    /** Refusals of other calls, too, say which node has asked; of tiles see {@link TileRefusalsTest}. */
    @Test
    void shouldNameMatrixBoxAndNode() {
        try (GmtCluster cluster = TestClusters.local(2, StridedPatchesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 10).named("a"));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.longs(9).named("b"));
                final String asked = "matrix 'a' of [10, 10] DOUBLE, asked by node 1";
                ctx.execute(1, node -> {
                    final Box box = Box.of(2, 4, 2, 4);
                    refuses("GMT-382", "type INT for the box [2..4, 2..4) of " + asked,
                        () -> a.get(node, box, Tile.of(new int[4], 2, 2)));
                    refuses("GMT-382", "[4, 1] for the box [2..4, 2..4) of " + asked,
                        () -> a.putPeriodicNb(node, box, Tile.of(new double[4], 4, 1)));
                    refuses("GMT-382", "2 subscripts in dimension 1, for " + asked, () -> a.gather(node,
                        Tile.of(new double[3], 3), new long[3], new long[2]));
                    refuses("GMT-382", "type LONG for " + asked, () -> a.gather(node, Tile.of(new long[1], 1),
                        new long[1], new long[1]));
                    refuses("GMT-381", "1 dimensions for " + asked, () -> a.scatter(node, Tile.of(new double[1], 1),
                        new long[1]));
                    refuses("GMT-386", asked + ": expected type", () -> a.readIncrement(node, 1, 0, 0));
                    refuses("GMT-385", "asked by node 1", () -> MatrixMath.copy(node, a, Box.of(0, 9, 0, 10), a,
                        Box.of(1, 10, 0, 10)));
                });
                refuses("GMT-385", "and the box [0..9) of matrix 'b' of [9] LONG, asked by node 0",
                    () -> MatrixMath.dot(ctx, a, b));
                refuses("GMT-382", "2 for rows of 3 elements in a tile of [3, 3] DOUBLE, for the box [1..4, 2..5) of "
                    + "matrix 'a' of [10, 10] DOUBLE, asked by node 0: expected at least", () -> a.put(ctx,
                    Box.of(1, 4, 2, 5), Tile.of(new double[9], 3, 3).leading(2)));
                b.destroy(ctx);
                refuses("GMT-383", "'b' of [9] LONG has been destroyed, asked by node 0", () -> b.destroy(ctx));
                ctx.execute(1, node -> refuses("GMT-383", "asked by node 1",
                    () -> b.readIncrementNb(node, 1, new long[1], 0, 0)));
            });
        }
    }

    /** The node that runs the body has a copy of the array, which nobody would see. */
    @Test
    void shouldRefuseToFillATileOfACapturedArray() {
        try (GmtCluster cluster = TestClusters.local(2, StridedPatchesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(4));
                final double[] values = {1, 2};
                final long[] steps = {2};
                ctx.execute(1, node -> a.putStrided(node, Box.of(0, 4), steps, Tile.of(values, 2)));
                final String message = assertThrows(CaptureException.class, () -> ctx.execute(1,
                    node -> a.getStrided(node, Box.of(0, 4), steps, Tile.of(values, 2)))).getMessage();
                assertTrue(message.startsWith("GMT-700 captured variable 'values'"), message);
            });
        }
    }

    /** Odd columns from even ones beside them, which share no element; others do. */
    @Test
    void shouldTakeTilesOfTheOwnBlockThatNoStepMeets() {
        try (GmtCluster cluster = TestClusters.local(1, StridedPatchesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = numbered(ctx, MatrixSpec.longs(3, 5));
                final LocalPatch mine = a.local().get(0);
                final Tile column = mine.tile(Box.of(0, 3, 2, 3));
                a.putStrided(ctx, Box.of(0, 3, 1, 2), new long[] {1, 3}, column);
                a.putStrided(ctx, Box.of(0, 3, 2, 3), new long[] {1, 7}, column);
                refuses("GMT-385", "in steps of [2, 2]", () -> a.putStrided(ctx, a.box(), new long[] {2, 2},
                    mine.tile(Box.of(0, 2, 0, 3))));
                a.putStrided(ctx, Box.of(0, 3, 3, 5), new long[] {2, 1}, mine.tile(Box.of(0, 2, 0, 2)));
                assertArrayEquals(new long[] {0, 2, 2, 0, 2, 5, 7, 7, 8, 9, 10, 12, 12, 5, 7},
                    a.get(ctx, a.box()).longs());
            });
        }
    }

    // --- complex numbers ---

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldMultiplyWithComplexFactors(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, StridedPatchesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.complex(7).named("a"));
                final Tile one = Tile.complex(new double[] {1, 2, 3, 4, 5, 6, 7, 8}, 4);
                a.accumulate(ctx, Box.of(0, 4), one, 2, 3);                             // (1 + 2i) (2 + 3i) = -4 + 7i
                a.accumulateStrided(ctx, a.box(), new long[] {2}, one, 0, 1);
                a.accumulatePeriodic(ctx, Box.of(6, 8), Tile.complex(new double[] {1, 1, 2, 2}, 2), -1, 1);
                a.accumulate(ctx, Box.of(5, 6), Tile.complex(new double[] {9, 8}, 1));
                a.scatterAccumulate(ctx, 0, -2, Tile.complex(new double[] {1, 1, 1, 0}, 2), new long[] {5, 5});
                assertArrayEquals(new double[] {-4 - 2 - 4, 7 + 1, -6, 17, -8 - 4, 27 + 3, -10, 37, -6, 5, 11, 4,
                    -8 - 2, 7}, a.get(ctx, a.box()).doubles());
                final GlobalMatrix real = GlobalMatrix.create(ctx, MatrixSpec.doubles(2).named("real"));
                refuses("GMT-386", "'real'", () -> real.accumulate(ctx, real.box(), Tile.of(new double[2], 2), 1, 1));
                refuses("GMT-386", "'real'", () -> real.scatterAccumulate(ctx, 1, 1, Tile.of(new double[1], 1),
                    new long[1]));
            });
        }
    }

    @Test
    void shouldReadAndWriteComplexElementsInPlace() {
        try (GmtCluster cluster = TestClusters.local(3, StridedPatchesTest.class)) {
            cluster.run(ctx -> {
                for (final MatrixSpec spec : new MatrixSpec[] {MatrixSpec.complex(7), MatrixSpec.complex(5, 4),
                    MatrixSpec.complex(2, 3, 4), MatrixSpec.complex(5, 4).ghosts(1, 1)}) {
                    final GlobalMatrix a = GlobalMatrix.create(ctx, spec.named("a"));
                    ctx.executeOnAll(node -> number(a));
                    final double[] found = a.get(ctx, a.box()).doubles();
                    for (int i = 0; i < found.length; i++) {
                        assertEquals(i, found[i]);
                    }
                }
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.complex(6).named("a"));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(6).named("b"));
                refuses("GMT-382", "DOUBLE in the block [0..2) of node 0 of matrix 'a' of [6] COMPLEX",
                    () -> a.local().get(0).getDouble(0));
                refuses("GMT-382", "expected type DOUBLE", () -> b.local().get(0).setComplex(0, 1, 2));
                refuses("GMT-381", "of node 0", () -> a.local().get(0).getReal(2));
                refuses("GMT-381", "2 indices", () -> a.local().get(0).getImaginary(0, 0));
            });
        }
    }

    /** Sets the elements of a node to two numbers each, in the order of rows, and reads them again. */
    private static void number(final GlobalMatrix a) {
        for (final LocalPatch mine : a.local()) {
            for (long number = 0; number < a.box().size(); number++) {
                final long[] i = index(a, number);
                final Box one = Box.of(i, Arrays.stream(i).map(first -> first + 1).toArray());
                if (mine.box().contains(one)) {
                    assertEquals(4 * number + 1, set(mine, i, 2 * number));
                }
            }
        }
    }

    /** Returns the sum of both parts, read again. */
    private static double set(final LocalPatch mine, final long[] i, final double value) {
        switch (i.length) {
            case 1:
                mine.setComplex(i[0], value, value + 1);
                return mine.getReal(i[0]) + mine.getImaginary(i[0]);
            case 2:
                mine.setComplex(i[0], i[1], value, value + 1);
                return mine.getReal(i[0], i[1]) + mine.getImaginary(i[0], i[1]);
            default:
                mine.setComplex(i[0], i[1], i[2], value, value + 1);
                return mine.getReal(i[0], i[1], i[2]) + mine.getImaginary(i[0], i[1], i[2]);
        }
    }

    // --- threads ---

    /** Three threads, each with its own third of the columns, and one ticket for each column. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldServeThreadsThatAreNoTasks(final int nodes) throws InterruptedException {
        try (GmtCluster cluster = TestClusters.local(nodes, StridedPatchesTest.class)) {
            final GlobalMatrix matrix = cluster.call(ctx -> numbered(ctx, MatrixSpec.longs(5, 21).named("a")));
            final BlockingMatrix blocking = new BlockingMatrix(cluster.armci(), matrix);
            final Throwable[] failures = new Throwable[3];
            final Thread[] threads = new Thread[3];
            for (int i = 0; i < threads.length; i++) {
                final int third = i;
                threads[i] = new Thread(() -> change(blocking, third), "third " + i);
                threads[i].setUncaughtExceptionHandler((thread, failure) -> failures[third] = failure);
                threads[i].start();
            }
            for (final Thread thread : threads) {
                thread.join();
            }
            assertArrayEquals(new Throwable[3], failures);
            final long[] all = new long[105];
            blocking.getPeriodic(Box.of(-5, 0, 42, 63), Tile.of(all, 5, 21));
            for (int i = 0; i < all.length; i++) {
                final int first = i % 21 < 3 ? 100 : 0;
                final int own = i / 21 == 4 && i % 21 < 3 ? 0 : 3 * i + 7 + first;
                assertEquals(i == 104 ? 2 * own + 3 : own, all[i]);
            }
        }
    }

    /** Trebles and adds 7, by several verbs; what is put to the first column of the last row is 0. */
    private static void change(final BlockingMatrix a, final int third) {
        final Box box = Box.of(0, 5, third, 21);
        final long[] steps = {1, 3};
        final Tile tile = Tile.of(new long[35], 5, 7);
        a.getStrided(box, steps, tile);
        a.accumulateStrided(box, steps, tile);
        a.accumulateStridedNb(box, steps, tile, 1).join();
        final Tile sevens = Tile.of(new long[35], 5, 7);
        Arrays.fill(sevens.longs(), 7);
        a.accumulateStrided(box, steps, sevens, 1);
        final Tile again = Tile.of(new long[35], 5, 7);
        final CompletableFuture<Boolean> got = a.getStridedNb(box, steps, again);
        assertTrue(got.join());
        a.putStridedNb(box, steps, again).join();
        a.putStrided(box, steps, again);

        final Box around = Box.of(5, 10, 21 + third, 22 + third);
        final Tile column = Tile.of(new long[5], 5, 1);
        a.getPeriodicNb(around, column).join();
        assertEquals(3L * third + 7, column.longs()[0]);
        final Tile hundred = Tile.of(new long[] {100, 100, 100, 100, 100}, 5, 1);
        a.accumulatePeriodic(around, hundred, 2);
        a.accumulatePeriodicNb(around, hundred, -1).join();
        a.putPeriodic(Box.of(-1, 0, third - 21, third - 20), Tile.of(new long[] {5}, 1, 1));
        a.putPeriodicNb(Box.of(-1, 0, third - 21, third - 20), Tile.of(new long[1], 1, 1)).join();

        final long[] last = {4};
        final long[] end = {20};
        if (third == 2) {
            final Tile value = Tile.of(new long[1], 1);
            a.gather(value, last, end);
            assertEquals(3 * 104 + 7, value.longs()[0]);
            a.scatter(value, last, end);
            a.scatterAccumulate(1, value, last, end);
            a.scatterAccumulate(1, 0, Tile.of(new long[] {1}, 1), last, end);
            assertEquals(2 * (3 * 104 + 7) + 1, a.readIncrement(1, 4, 20));
            assertEquals(2 * (3 * 104 + 7) + 2, a.readIncrementNb(1, 4, 20).join());
        }
    }

    /** The thread gets the matrix' own refusal. */
    @Test
    void shouldRefuseThreadsAsTasks() throws SuspendExecution {
        try (GmtCluster cluster = TestClusters.local(2, StridedPatchesTest.class)) {
            final GlobalMatrix matrix = cluster.call(ctx -> numbered(ctx, MatrixSpec.longs(4, 4).named("a")));
            final BlockingMatrix blocking = new BlockingMatrix(cluster.armci(), matrix);
            final Tile tile = Tile.of(new long[4], 2, 2);
            refuses("GMT-380", "[0, 1]", () -> blocking.getStrided(matrix.box(), new long[] {0, 1}, tile));
            refuses("GMT-382", "'a'", () -> blocking.getPeriodic(Box.of(0, 1, 0, 1), tile));
            refuses("GMT-381", "subscript 4", () -> blocking.gather(Tile.of(new long[1], 1), new long[] {4},
                new long[] {0}));
        }
    }
}

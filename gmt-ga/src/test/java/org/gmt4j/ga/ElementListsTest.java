package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.gmt4j.GmtCluster;
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
        try (GmtCluster cluster = GmtCluster.local(nodes, ElementListsTest.class)) {
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

    @Test
    void shouldServeThreadsThatAreNoTasks() throws InterruptedException {
        try (GmtCluster cluster = GmtCluster.local(3, ElementListsTest.class)) {
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

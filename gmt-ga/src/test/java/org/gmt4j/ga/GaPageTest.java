package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of docs/global-arrays.md, compiled and run, and compared with the page line for line. */
@Timeout(120)
class GaPageTest {
    private static final Path SOURCE = Path.of("src/test/java/org/gmt4j/ga/GaPageTest.java");

    @Test
    void shouldBeginAsThePageSays() {
        // example
        try (GmtCluster cluster = GmtCluster.local(4)) {
            double sum = cluster.call(ctx -> {
                GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(1000, 1000).named("a"));
                a.fill(ctx, 1);
                double[] tile = new double[10 * 20];
                a.get(ctx, Box.of(0, 10, 500, 520), Tile.of(tile, 10, 20));              // ends do not belong
                a.accumulate(ctx, Box.of(0, 10, 500, 520), Tile.of(tile, 10, 20), 0.5);  // atomic by element
                return MatrixMath.dot(ctx, a, a);
            });
            System.out.println(sum);
        }
        // end
    }

    @Test
    void shouldListElementsAsThePageSays() {
        try (GmtCluster cluster = GmtCluster.local(3)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(1000, 10));
                a.fill(ctx, 1);
                // example
                long[] rows = {5, 999, 0};
                long[] columns = {7, 3, 0};
                double[] values = new double[3];
                a.gather(ctx, Tile.of(values, 3), rows, columns);                // in any order
                a.scatterAccumulate(ctx, 2, Tile.of(values, 3), rows, columns);  // all count, also those of one element

                GlobalMatrix counter = GlobalMatrix.create(ctx, MatrixSpec.longs(1));
                long ticket = counter.readIncrement(ctx, 1, 0);                  // each caller gets another number
                // end
                assertEquals(0, ticket);
                assertEquals(10_000 - 3 + 27, MatrixMath.dot(ctx, a, a));
            });
        }
    }

    @Test
    void shouldMoveInStepsAsThePageSays() {
        try (GmtCluster cluster = GmtCluster.local(3)) {
            cluster.run(ctx -> {
                // example
                GlobalMatrix grid = GlobalMatrix.create(ctx, MatrixSpec.longs(9, 10));
                Tile tile = Tile.of(new long[] {1, 2, 3, 4, 5, 6}, 3, 2);                // as many as steps meet
                OperationHandle moves = ctx.newOperation();
                grid.putStridedNb(moves, Box.of(0, 9, 1, 10), new long[] {3, 5}, tile);  // rows 0, 3, 6 of columns 1, 6
                grid.putPeriodicNb(moves, Box.of(-2, 1, 9, 11), tile);                   // rows 7, 8, 0 of columns 9, 0
                ctx.await(moves);
                // end
                assertEquals(4, grid.get(ctx, Box.of(3, 4, 6, 7)).longs()[0]);
                assertEquals(6, grid.get(ctx, Box.of(0, 1, 0, 1)).longs()[0]);
                assertEquals(2 * 91, MatrixMath.dot(ctx, grid, grid), "twice 1 + 4 + 9 + 16 + 25 + 36");
            });
        }
    }

    @Test
    void shouldHaveGhostsAsThePageSays() {
        try (GmtCluster cluster = GmtCluster.local(4)) {
            cluster.run(ctx -> {
                // example
                GlobalMatrix grid = GlobalMatrix.create(ctx, MatrixSpec.doubles(100, 100).ghosts(1, 1));
                ctx.executeOnAll(node -> {
                    for (final LocalPatch mine : grid.local()) {                 // in place; indices of the matrix
                        Box box = mine.box();
                        mine.setDouble(box.from(0), box.from(1), node.nodeId() + 1);
                    }
                });
                grid.updateGhosts(ctx, true);                                    // periodic; corners, too
                // end
                assertEquals(1, grid.get(ctx, Box.of(0, 1, 0, 1)).doubles()[0]);
            });
        }
    }

    @Test
    void shouldMultiplyBoxesAsThePageSays() {
        try (GmtCluster cluster = GmtCluster.local(3)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(200, 40));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(60, 100));
                a.fill(ctx, 2);
                b.fill(ctx, 3);
                // example
                GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.doubles(20, 30));
                Operand left = Operand.of(a, Box.of(100, 150, 0, 20)).turned();  // 20 x 50, transposed without a copy
                Operand right = Operand.of(b, Box.of(0, 50, 70, 100));           // 50 x 30
                MatrixMath.multiply(ctx, 1, left, right, 0, c, c.box());         // 1 left right + 0 c
                // end
                assertEquals(20 * 30 * 300.0, MatrixMath.norm1(ctx, c) * 30);
            });
        }
    }

    @Test
    void shouldMultiplyComplexNumbersAsThePageSays() {
        try (GmtCluster cluster = GmtCluster.local(3)) {
            cluster.run(ctx -> {
                // example
                GlobalMatrix z = GlobalMatrix.create(ctx, MatrixSpec.complex(50, 20));
                GlobalMatrix h = GlobalMatrix.create(ctx, MatrixSpec.complex(20, 20));
                z.fill(ctx, 1, 2);                                               // 1 + 2i
                Operand adjoint = Operand.of(z).turned().conjugated();
                double[] i = {0, 1};
                MatrixMath.multiply(ctx, i, adjoint, Operand.of(z), new double[] {0}, h, h.box());
                // end
                final double[] found = h.get(ctx, Box.of(7, 8, 7, 8)).doubles();
                assertEquals("0.0 250.0", found[0] + " " + found[1]);
            });
        }
    }

    @Test
    void shouldLeaveBarriersOutAsThePageSays() {
        try (GmtCluster cluster = GmtCluster.local(3)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(50, 50));
                final GlobalMatrix b = a.duplicate(ctx, "b");
                final GlobalMatrix c = a.duplicate(ctx, "c");
                // example
                ctx.executeOnAll(node -> {                        // a team: one task on each node
                    TeamMath.fill(node, a, 1);
                    TeamMath.fill(node, b, 2);
                    TeamMath.add(node, 1, a, 3, b, b);            // alike: each node has what it reads; no barrier yet
                    node.barrier();
                    TeamMath.multiply(node, 1, Operand.of(a), Operand.of(b), 0, c, c.box());  // reads others' elements
                    node.barrier();
                    TeamMath.scale(node, b, 0.5);                 // nobody reads b any more
                });
                // end
                assertEquals(50 * 50 * 350.0 / 50, MatrixMath.norm1(ctx, c));
                assertEquals(3.5, MatrixMath.greatest(ctx, b).value());
            });
        }
    }

    @Test
    void shouldGiveATeamItsNumbersAsThePageSays() {
        try (GmtCluster cluster = GmtCluster.local(3)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(50, 50));
                // example
                ctx.executeOnAll(node -> {
                    TeamMath.fill(node, a, 1);
                    double norm = TeamMath.normFrobenius(node, a);    // of own elements: no barrier before
                    TeamMath.scale(node, a, 1 / norm);                // all have read a
                });
                // end
                assertEquals(0.02, MatrixMath.least(ctx, a).value());
            });
        }
    }

    @Test
    void shouldUpdateSomeGhostsAsThePageSays() {
        try (GmtCluster cluster = GmtCluster.local(4)) {
            cluster.run(ctx -> {
                final GlobalMatrix grid = GlobalMatrix.create(ctx, MatrixSpec.doubles(100, 100).ghosts(1, 1));
                grid.fill(ctx, 5);
                // example
                grid.updateGhosts(ctx, false, new int[] {-1, 0}, new int[] {1, 0});      // rows before and behind
                // end
                final double ghosts = ctx.call(3, node -> {
                    final LocalPatch mine = grid.local().get(0);
                    return mine.getDouble(mine.box().from(0) - 1, 99) + mine.getDouble(99, mine.box().from(1) - 1);
                });
                assertEquals(5, ghosts);
            });
        }
    }

    @Test
    void shouldUpdateGhostsInATeamAsThePageSays() {
        try (GmtCluster cluster = GmtCluster.local(4)) {
            cluster.run(ctx -> {
                final GlobalMatrix grid = GlobalMatrix.create(ctx, MatrixSpec.doubles(100, 100).ghosts(1, 1));
                // example
                ctx.executeOnAll(node -> {
                    for (int step = 1; step <= 10; step++) {
                        for (final LocalPatch mine : grid.local()) {
                            mine.put(mine.box(), next(mine, step));              // from the ghosts of the last step
                        }
                        TeamMath.updateGhosts(node, grid, false, new int[] {-1, 0}, new int[] {1, 0});
                    }
                });
                // end
                final double ghosts = ctx.call(3, node -> {
                    final LocalPatch mine = grid.local().get(0);
                    return mine.getDouble(mine.box().from(0) - 1, 99) + mine.getDouble(99, mine.box().from(1) - 1);
                });
                assertEquals(10, ghosts);
            });
        }
    }

    @Test
    void shouldCountCallsAsThePageSays() throws IOException {
        final PrintStream screen = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (GmtCluster cluster = GmtCluster.local(4)) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            cluster.run(ctx -> {
                // example
                CallTable before = CallTable.ofAll(ctx);
                GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(100, 100));
                a.put(ctx, Box.of(0, 10, 0, 100), Tile.of(new double[1000], 10, 100));
                a.fill(ctx, 1);
                a.destroy(ctx);
                System.out.print(CallTable.ofAll(ctx).minus(before));            // on 4 nodes:
                // end
            });
        } finally {
            System.setOut(screen);
        }
        final String table = printed.toString(StandardCharsets.UTF_8).replace("\r", "");
        assertTrue(table.lines().count() == 4 && Files.readString(Path.of("../docs/global-arrays.md"))
            .contains("```\n" + table + "```"), table);
    }

    private static Tile next(final LocalPatch mine, final int step) {
        final Tile tile = Tile.of(MatrixType.DOUBLE, mine.box().extents());
        Arrays.fill(tile.doubles(), step);
        return tile;
    }

    /** What stands between the lines is on the page, without the indentation. */
    @Test
    void shouldBeWhatThePageShows() throws IOException {
        final String page = Files.readString(Path.of("../docs/global-arrays.md"));
        final List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        int indent = 0;
        for (final String line : Files.readAllLines(SOURCE)) {
            if (line.strip().equals("// example")) {
                block = new StringBuilder();
                indent = line.indexOf('/');
            } else if (line.strip().equals("// end")) {
                blocks.add(block.toString());
                block = null;
            } else if (block != null) {
                block.append(line.isBlank() ? "" : line.substring(indent)).append('\n');
            }
        }
        assertEquals(page.split("```java").length - 1, blocks.size());
        for (final String one : blocks) {
            assertTrue(page.contains("```java\n" + one + "```"), () -> "not on the page:\n" + one);
        }
    }
}

package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The examples of docs/data.md, compiled and run: what stands between the lines {@code // example} and {@code // end}
 * is what the page shows, line for line.
 */
@Timeout(120)
@SuppressWarnings("IntLongMath")     // as a reader of the page would write it
class DataPageTest {
    private static final String SOURCE = "src/test/java/org/gmt4j/DataPageTest.java";

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldDoWhatThePageSays(final int nodes, final TestClusters.Plan plan, @TempDir final Path folder) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, DataPageTest.class)) {
            cluster.run(ctx -> {
                inAndOut(ctx);
                patches(ctx);
                combining(ctx);
                hotElement(ctx);
                views(ctx);
                scratches(ctx);
                loops(ctx);
                wholeArrays(ctx, folder);
                placements(ctx);
                nodes(ctx);
                sorted(ctx);
                tables(ctx);
                visits(ctx);
            });
        }
    }

    private static void inAndOut(final TaskContext ctx) throws SuspendExecution {
        // example
        GlobalLongArray a = GlobalLongArray.of(ctx, 3, 1, 2);            // from values or from a long[]
        GlobalDoubleArray x = GlobalDoubleArray.allocate(ctx, 1_000_000);
        x.fill(ctx, 0.5);                                                // each node its own part
        x.fill(ctx, 10, 20, -1);                                         // elements 10 to 19
        long[] copy = a.toArray(ctx);
        ByteBuffer buffer = ByteBuffer.allocateDirect(80);               // heap or direct, any byte order, any length
        x.get(ctx, 5, buffer);                                           // ten elements from 5 on
        buffer.flip();
        x.put(ctx, 100, buffer);
        // end
        assertArrayEquals(new long[] {3, 1, 2}, copy);
        assertEquals(-1.0, x.get(ctx, 105));
        assertEquals(0.5, x.get(ctx, 104));
    }

    private static void patches(final TaskContext ctx) throws SuspendExecution {
        // example
        GlobalDoubleArray matrix = GlobalDoubleArray.allocate(ctx, 1000L * 1000);    // rows of 1,000, in order
        Patch tile = Patch.of(1000L * 10 + 20, 64).times(64, 1000);      // 64 rows of 64, from row 10 and column 20 on
        double[] values = new double[64 * 64];
        LocalBuffer side = LocalBuffer.of(values);
        Patch packed = Patch.of(0, values.length);                       // here one row behind the other
        matrix.getPatch(ctx, tile, side, packed);
        values[0] += 1;
        matrix.putPatch(ctx, side, packed, tile);
        matrix.accumulatePatch(ctx, Accumulate.DOUBLE.scaled(0.5), side, packed, tile.at(500_020));
        // end
        assertEquals(1.0, matrix.get(ctx, 10_020));
        assertEquals(0.5, matrix.get(ctx, 500_020));
    }

    private static void combining(final TaskContext ctx) throws SuspendExecution {
        // example
        GlobalLongArray words = GlobalLongArray.allocate(ctx, ArraySpec.of(1000).combining(Combining.ADD));
        ctx.parFor(100_000, 1024, SpawnPolicy.PARTITION, (i, c) -> words.addNb(c, i % 10, 1));        // counts
        GlobalDoubleArray distance = GlobalDoubleArray.allocate(ctx, ArraySpec.of(1000).combining(Combining.MIN));
        distance.fill(ctx, Double.POSITIVE_INFINITY);
        ctx.parFor(100_000, 1024, SpawnPolicy.PARTITION, (i, c) -> distance.minNb(c, i % 1000, 1.0 + i % 7));
        GlobalIntArray parents = GlobalIntArray.allocate(ctx, ArraySpec.of(1000).once(-1));           // write-once
        parents.fill(ctx, -1);
        long visited = ctx.sum(100_000, 1024, (i, c) -> parents.compareAndSet(c, i % 1000, -1, i) == -1 ? 1 : 0);
        // end
        assertEquals(10_000, words.get(ctx, 9));
        assertEquals(1.0, distance.max(ctx));
        assertEquals(1000, visited);
    }

    private static void hotElement(final TaskContext ctx) throws SuspendExecution {
        // example
        GlobalLongArray tail = GlobalLongArray.allocate(ctx, 1);
        GlobalLongArray queue = GlobalLongArray.allocate(ctx, 100_000);
        ctx.parFor(100_000, (i, c) -> queue.put(c, tail.add(c, 0, 1), i));
        // end
        assertEquals(100_000, tail.get(ctx, 0));
        assertEquals(100_000L * 99_999 / 2, queue.sum(ctx));
    }

    private static void views(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray distances = GlobalLongArray.allocate(ctx, 100);
        distances.fill(ctx, 3);
        // example
        ElementView row = distances.view(ctx, 10, 5);                   // of this node's elements: no copy, no command
        long few = 0;
        for (int i = 0; i < row.size(); i++) {
            few += row.getLong(i);
        }
        // end
        assertEquals(15, few);
    }

    private static void scratches(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray words = GlobalLongArray.allocate(ctx, 100);
        final GlobalDoubleArray x = GlobalDoubleArray.allocate(ctx, 50);
        words.fill(ctx, 4);
        // example
        try (Scratch scratch = ctx.scratch()) {
            long[] some = scratch.longs(50);                             // zeros; 50 elements at least
            words.get(ctx, 10, some, 0, 50);                             // give the number, not some.length
            double[] weights = scratch.doubles(50);
            for (int i = 0; i < 50; i++) {
                weights[i] = 1.0 / some[i];
            }
            x.put(ctx, 0, weights, 0, 50);
        }
        // end
        assertEquals(12.5, x.sum(ctx));
    }

    private static void loops(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.of(ctx, new long[] {5, 6, 7, 8, 9});
        // example
        long even = ctx.loop(a.size(), 1024).count((i, c) -> a.get(c, i) % 2 == 0);
        long hits = ctx.sum(1_000_000, 4096,
            (i, c) -> Math.hypot(c.nextRandom(1 << 30), c.nextRandom(1 << 30)) < 1 << 30 ? 1 : 0);
        double pi = 4.0 * hits / 1_000_000;
        double norm = ctx.loop(1_000_000, 4096).deterministic().sumDouble((i, c) -> 1 / ((i + 1.0) * (i + 1.0)));
        long best = ctx.loop(a.size(), 64).with(SpawnPolicy.ownerOf(a)).max((low, high, c) -> {
            long most = Long.MIN_VALUE;
            for (long i = low; i < high; i++) {
                most = Math.max(most, a.getLocal(i));                    // a chunk at a time, at the owner: fastest
            }
            return most;
        });
        long divisor = ctx.reduce(a.size(), 64, 0, (p, q) -> gcd(p, q), (i, c) -> a.get(c, i));   // your operator
        // end
        assertEquals(2, even);
        assertEquals(Math.PI, pi, 0.01);
        assertEquals(Math.PI * Math.PI / 6, norm, 2e-6);
        assertEquals(9, best);
        assertEquals(1, divisor);
    }

    private static long gcd(final long p, final long q) {
        return q == 0 ? p : gcd(q, p % q);
    }

    private static void wholeArrays(final TaskContext ctx, final Path folder) throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.of(ctx, new long[] {9, 4, 4, 7});
        final GlobalDoubleArray x = GlobalDoubleArray.of(ctx, 1e308, 1, 1e308, -1e308, -1e308);
        // example
        long sum = a.sum(ctx);
        long least = a.min(ctx);
        long where = a.indexOfMin(ctx);                                  // the first place of several
        long large = a.count(ctx, v -> v > 5);
        double exact = x.sum(ctx);                                       // rounded once, the same on any count of nodes
        a.sort(ctx);
        long total = a.prefixSumExclusive(ctx);                          // a[i] becomes the sum of those before it
        a.save(ctx, folder.resolve("a.gmt"));                            // each node writes its part
        GlobalLongArray again = GlobalLongArray.load(ctx, folder.resolve("a.gmt"));   // on any count of nodes
        // end
        assertEquals("24 4 1 2 1.0 24", sum + " " + least + " " + where + " " + large + " " + exact + " " + total);
        assertArrayEquals(new long[] {0, 4, 8, 15}, again.toArray(ctx));
    }

    private static void placements(final TaskContext ctx) throws SuspendExecution {
        // example
        GlobalLongArray table = GlobalLongArray.allocate(ctx, ArraySpec.of(1000).allocated(Allocation.REPLICATE));
        table.put(ctx, 7, 49);                                           // in all copies
        GlobalLongArray dealt = GlobalLongArray.allocate(ctx, ArraySpec.of(10_000).cyclic(64));   // blocks of 64
        GlobalLongArray ranks = GlobalLongArray.allocate(ctx, ArraySpec.of(1000).named("ranks").unzeroed());
        ranks.fill(ctx, 1);
        long rank = ctx.call(ctx.nodeCount() - 1, c -> GlobalLongArray.attach(c, "ranks").get(c, 999));
        // end
        assertEquals(Collections.nCopies(ctx.nodeCount(), 49L), ctx.callOnAll(c -> table.get(c, 7)));
        assertEquals(dealt.owner(0), dealt.owner(64L * ctx.nodeCount()));
        assertEquals(1, rank);
    }

    /** What a node keeps. */
    private static final class Tally {
        private long hits;
    }

    private static void nodes(final TaskContext ctx) throws SuspendExecution {
        // example
        NodeLocal<Tally> tallies = NodeLocal.create(ctx, node -> new Tally());
        ctx.executeOnAll(node -> tallies.get().hits = node.nodeId() + 1);
        long all = tallies.sum(ctx, tally -> tally.hits);
        long most = tallies.reduce(ctx, (p, q) -> Math.max(p, q), tally -> tally.hits);
        // end
        assertEquals(ctx.nodeCount() * (ctx.nodeCount() + 1L) / 2, all);
        assertEquals(ctx.nodeCount(), most);
    }

    private static void sorted(final TaskContext ctx) throws SuspendExecution {
        final Map<String, Integer> sortedCities = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sortedCities.put("Berlin", 1);
        // example
        Map<String, Integer> cities = new LinkedHashMap<>(sortedCities);
        List<Integer> found = ctx.callOnAll(c -> {
            Map<String, Integer> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            own.putAll(cities);
            return own.get("berlin");
        });
        // end
        assertEquals(Collections.nCopies(ctx.nodeCount(), 1), found);
    }

    private static void tables(final TaskContext ctx) throws SuspendExecution {
        // example
        double[] table = new double[1_000_000];                          // 8 MB, captured: each node gets a copy
        Arrays.setAll(table, i -> Math.sqrt(i));
        double sum = ctx.sumDouble(1000, 10, (i, c) -> table[(int) (i * i)]);
        List<double[]> parts = ctx.callOnAll(node -> new double[500_000]);
        // end
        assertEquals(499_500, sum);
        assertEquals(ctx.nodeCount(), parts.size());
    }

    private static void visits(final TaskContext ctx) throws SuspendExecution {
        final GlobalDoubleArray distance = GlobalDoubleArray.allocate(ctx, 100);
        final GlobalLongArray parent = GlobalLongArray.allocate(ctx, 100);
        distance.fill(ctx, Double.POSITIVE_INFINITY);
        // example
        WideVisitor relax = WideVisitor.open(ctx, distance, (vertex, bits, from, c) -> {
            double offered = Double.longBitsToDouble(bits);
            if (offered < distance.getLocal(vertex)) {   // nobody is between with one thread per node (plan combined)
                distance.setLocal(vertex, offered);
                parent.setLocal(vertex, from);
            }
        });
        relax.send(ctx, 42, Double.doubleToRawLongBits(2.5), 7);
        relax.send(ctx, 42, Double.doubleToRawLongBits(3.5), 8);
        ctx.await();
        double before = distance.min(ctx, 42, 1.5);                      // atomic; minNb does not wait
        // end
        assertEquals(2.5, before);
        assertEquals(7, parent.get(ctx, 42));
    }

    @Test
    void shouldShowExactlyTheseExamples() throws IOException {
        PageExamples.requireSame(SOURCE, 6, "data.md");
    }
}

package org.gmt4j.graph.csr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checksums against sums over sets that are made by hand, and builds that lose or change edges. */
@Timeout(240)
class EdgeCheckTest {
    private static GmtCluster.Builder cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes).register(EdgeCheckTest.class, DefectiveBuilds.class,
            DefectiveBuilds.Defect.class)
            .register(CsrBuilder.bodyClasses()).timeout(Duration.ofSeconds(120));
    }

    private static EdgeKeys keys(final long vertices) {
        return new EdgeKeys(vertices, vertices);
    }

    /** By hand: both hashes of {row, target, direction}. */
    private static EdgeChecksum checksum(final EdgeKeys keys, final Iterable<long[]> directions) {
        EdgeChecksum sum = EdgeChecksum.NOTHING;
        for (final long[] one : directions) {
            final long first = EdgeChecksum.first(keys.direction(one[0], one[1] << 1 | one[2]));
            sum = sum.plus(new EdgeChecksum(1, first, EdgeChecksum.second(first)));
        }
        return sum;
    }

    /** Rows are summed up by a hash of their own. */
    private static EdgeChecksum rows(final Iterable<long[]> pairs) {
        EdgeChecksum sum = EdgeChecksum.NOTHING;
        for (final long[] pair : pairs) {
            sum = sum.plus(new EdgeChecksum(1, EdgeChecksum.kept(pair[0], pair[1]), 0));
        }
        return sum;
    }

    private static EdgeChecksum of(final LocalCsr graph) {
        final List<long[]> pairs = new ArrayList<>();
        for (int v = 0; v < graph.vertexCount(); v++) {
            for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
                pairs.add(new long[] {v, graph.targets()[e]});
            }
        }
        return rows(pairs);
    }

    private static EdgeChecksum listed(final EdgeSource source, final boolean isBothWays) {
        final List<long[]> directions = new ArrayList<>();
        source.forEachEdge(0, 1, batch -> {
            for (int i = 0; i < batch.count(); i++) {
                directions.add(new long[] {batch.source(i), batch.target(i), 0});
                if (isBothWays && batch.source(i) != batch.target(i)) {
                    directions.add(new long[] {batch.target(i), batch.source(i), 1});
                }
            }
        });
        return checksum(keys(source.vertexCount().getAsLong()), directions);
    }

    @ParameterizedTest
    @CsvSource({"1,0", "2,0", "3,0", "7,0", "2,2"})
    void shouldCompareWhatTheSourceYieldsWithWhatIsStored(final int nodes, final int workers) {
        try (GmtCluster cluster = (workers == 0 ? cluster(nodes) : cluster(nodes).dedicated(workers, 1)).start()) {
            final EdgeSource source = new KroneckerSource(9, 8, 5);
            final BuildTimes times = new BuildTimes();
            final CsrGraph both = cluster.call(ctx -> CsrBuilder.symmetrised(ctx,
                () -> new KroneckerSource(9, 8, 5), times));
            assertEquals(listed(source, true), times.edges().all());
            assertEquals(listed(source, false).count(), times.edges().listed());
            assertEquals(listed(source, true).count() - listed(source, false).count(), times.edges().reversed());
            assertEquals(of(LocalCsr.symmetrised(source)), times.edges().kept());
            assertEquals(Optional.empty(), cluster.call(ctx -> times.edges().differenceOf(ctx, both)));
            final CsrGraph forth = cluster.call(ctx -> CsrBuilder.directed(ctx,
                () -> new KroneckerSource(9, 8, 5), times));
            assertEquals(listed(source, false), times.edges().all());
            assertEquals(0, times.edges().reversed());
            assertEquals(of(LocalCsr.directed(source)), times.edges().kept());
            assertEquals(Optional.empty(), cluster.call(ctx -> times.edges().differenceOf(ctx, forth)));
            final CsrGraph back = cluster.call(ctx -> CsrBuilder.reversed(ctx, forth));
            assertEquals(of(LocalCsr.directed(source).reversed()), sum(cluster, back));
            assertTrue(assertThrows(RuntimeException.class, () -> cluster.run(ctx -> CsrBuilder.reversed(ctx, both)))
                .getMessage().contains("it is its own reverse"));
        }
    }

    private static EdgeChecksum sum(final GmtCluster cluster, final CsrGraph graph) {
        return cluster.call(ctx -> {
            EdgeChecksum all = EdgeChecksum.NOTHING;
            for (final EdgeChecksum part : ctx.callOnAll(node -> RowSums.of(graph.part()))) {
                all = all.plus(part);
            }
            return all;
        });
    }

    @ParameterizedTest
    @EnumSource(DefectiveBuilds.Defect.class)
    void shouldRefuseABuildThatLosesOrChangesEdges(final DefectiveBuilds.Defect defect) {
        for (final int nodes : new int[] {1, 3}) {
            try (GmtCluster cluster = cluster(nodes).start()) {
                for (final boolean isDirected : new boolean[] {false, true}) {
                    final RuntimeException failure = assertThrows(RuntimeException.class, () -> cluster.run(ctx ->
                        DefectiveBuilds.build(ctx, () -> new KroneckerSource(10, 8, 5), isDirected,
                            new BuildTimes(), defect)));
                    assertTrue(failure.getMessage()
                        .contains("GMT-313 the graph built from kron-10 has not the edges of its source"),
                        failure.getMessage());
                }
                NodeCluster.of(cluster).nodes()
                    .forEach(node -> assertEquals(0, node.arrayBytes(), "nothing stays behind"));
            }
        }
    }

    @Test
    void shouldNoticeRowsThatWereChangedAfterwards() {
        try (GmtCluster cluster = cluster(2).start()) {
            final BuildTimes times = new BuildTimes();
            final CsrGraph graph = cluster.call(ctx -> CsrBuilder.symmetrised(ctx,
                () -> new KroneckerSource(8, 4, 5), times));
            cluster.run(ctx -> graph.listed().add(ctx, 5, 1));
            assertTrue(difference(cluster, times, graph)
                .contains("1025 edges that begin at them, the source has yielded 1024"));
            cluster.run(ctx -> graph.listed().add(ctx, 5, -1));
            assertEquals("", difference(cluster, times, graph));
            cluster.run(ctx -> changeATarget(ctx, graph));
            assertTrue(difference(cluster, times, graph).contains("hold other edges than were to be kept"));
        }
    }

    private static String difference(final GmtCluster cluster, final BuildTimes times, final CsrGraph graph) {
        return cluster.call(ctx -> times.edges().differenceOf(ctx, graph)).orElse("");
    }

    private static void changeATarget(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        final long[] bounds = new long[2];
        graph.offsets().get(ctx, graph.boundsOf(graph.vertexCount() - 1), bounds, 0, 1);
        graph.targets().add(ctx, bounds[0] - 1, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {63, 16})
    void shouldSumUpKeysOfABucketAsASetWouldBe(final int narrowBits) {
        final Random random = new Random(3);
        final EdgeKeys keys = new EdgeKeys(300, 100, narrowBits);
        assertEquals(narrowBits == 63, keys.direction(1, 0) == 1L << keys.wordBits(),
            "else the row is hashed with a factor");
        final int count = 5000;
        final long[] sorted = new long[count];
        final long firstVertex = 100;
        for (int i = 0; i < count; i++) {
            sorted[i] = keys.key(random.nextInt(100), EdgeKeys.word(random.nextInt(300), random.nextInt(2)));
        }
        // As the sorter leaves them: by row and target, the direction does not count.
        final long[] ordered = Arrays.stream(sorted).boxed().sorted((a, b) -> Long.compare(a >>> 1, b >>> 1))
            .mapToLong(Long::longValue).toArray();
        final List<long[]> all = new ArrayList<>();
        final Set<String> seen = new HashSet<>();
        final List<long[]> kept = new ArrayList<>();
        final LocalView memory = LocalView.allocate(count, true);
        for (int i = 0; i < count; i++) {
            memory.setWord(i, ordered[i]);
            final long[] one = {firstVertex + (ordered[i] >>> keys.wordBits()),
                (ordered[i] & (1L << keys.wordBits()) - 1) >>> 1, ordered[i] & 1};
            all.add(one);
            if (one[0] != one[1] && seen.add(one[0] + ">" + one[1])) {
                kept.add(one);
            }
        }
        final RowSums sums = new RowSums(keys, RowRule.SYMMETRIC);
        assertEquals(rows(kept), sums.kept(firstVertex, memory));
        assertTrue(kept.size() < count - 50);
        final EdgeChecksum listed = new RowSums(keys, RowRule.AS_LISTED).kept(firstVertex, memory);
        assertEquals(count, listed.count());
        final BuildSums read = written(memory.address(0), count, narrowBits);
        assertEquals(checksum(keys, all), read.all());
        assertEquals(all.stream().mapToLong(one -> one[2]).sum(), read.reversed());
        memory.close();
    }

    /** What the second of three nodes has read of the keys of its only bucket, while it has made rows of them. */
    private static BuildSums written(final long memory, final int count, final int narrowBits) {
        try (GmtCluster cluster = cluster(3).start()) {
            return cluster.call(ctx -> {
                final GlobalLongArray offsets = GlobalLongArray.allocate(ctx, 303);
                final GlobalIntArray listed = GlobalIntArray.allocate(ctx, 300);
                return ctx.callOnAll(node -> node.nodeId() == 1 ? written(offsets, listed, memory, count, narrowBits)
                    : BuildSums.NOTHING).get(1);
            });
        }
    }

    private static BuildSums written(final GlobalLongArray offsets, final GlobalIntArray listed, final long memory,
                                     final int count, final int narrowBits) {
        try (RowWriter writer = new RowWriter(new EdgeKeys(300, 100, narrowBits), true, offsets, listed)) {
            assertEquals(100, writer.firstVertex(0));
            return writer.write(0, LocalView.words(memory, count));
        }
    }

    @Test
    void shouldRefuseRowsThatAreNotWhatBelongsThere() {
        final EdgeChecksum right = new EdgeChecksum(3, 4, 0);
        EdgeCheck.checkRows("g", right, new EdgeChecksum(3, 4, 0));
        for (final EdgeChecksum wrong : new EdgeChecksum[] {new EdgeChecksum(2, 4, 0), new EdgeChecksum(3, 5, 0)}) {
            assertTrue(assertThrows(GraphException.class, () -> EdgeCheck.checkRows("g", right, wrong))
                .getMessage().startsWith("GMT-313 "));
        }
    }

    @Test
    void shouldCompareEachFigureOfBothEnds() {
        final BuildSums right = new BuildSums(new EdgeChecksum(9, 7, 5), 4);
        final EdgeCheck check = EdgeCheck.compare("g", right, right, EdgeChecksum.NOTHING);
        assertEquals(5, check.listed());
        assertEquals(4, check.reversed());
        for (final BuildSums wrong : new BuildSums[] {new BuildSums(new EdgeChecksum(9, 7, 5), 3),
            new BuildSums(new EdgeChecksum(8, 7, 5), 4), new BuildSums(new EdgeChecksum(8, 7, 5), 3),
            new BuildSums(new EdgeChecksum(9, 8, 5), 4), new BuildSums(new EdgeChecksum(9, 7, 6), 4)}) {
            assertThrows(GraphException.class, () -> EdgeCheck.compare("g", right, wrong, EdgeChecksum.NOTHING),
                wrong::toString);
        }
    }

    @Test
    void shouldTellPairsApartThatDifferALittle() {
        final Set<Long> firsts = new HashSet<>();
        final Set<Long> seconds = new HashSet<>();
        final long[] ids = {0, 1, 2, 3, 255, 256, 65_535, 65_536, (1L << 31) - 1, 1L << 31, (1L << 40) - 1};
        final EdgeKeys keys = keys(1L << 40);
        for (final long row : ids) {
            for (final long target : ids) {
                for (int direction = 0; direction < 2; direction++) {
                    final long first = EdgeChecksum.first(keys.direction(row, EdgeKeys.word(target, direction)));
                    assertTrue(firsts.add(first), row + " " + target);
                    assertTrue(seconds.add(EdgeChecksum.second(first)), row + " " + target);
                    assertNotEquals(Long.bitCount(first ^ EdgeChecksum.second(first)) < 8, true, "two hashes, not one");
                }
            }
        }
    }

    @Test
    void shouldNotMistakeSwappedTargetsForTheSameEdges() {
        final Random random = new Random(1);
        final EdgeKeys keys = keys(1 << 20);
        for (int i = 0; i < 2000; i++) {
            final long a = random.nextInt(1 << 20);
            final long b = random.nextInt(1 << 20);
            final long c = random.nextInt(1 << 20);
            final long d = random.nextInt(1 << 20);
            if (a != c && b != d) {
                final EdgeChecksum right = checksum(keys, List.of(new long[] {a, b, 0}, new long[] {c, d, 0}));
                final EdgeChecksum swapped = checksum(keys, List.of(new long[] {a, d, 0}, new long[] {c, b, 0}));
                assertNotEquals(right.first(), swapped.first());
                assertNotEquals(right.second(), swapped.second());
                assertNotEquals(rows(List.of(new long[] {a, b}, new long[] {c, d})),
                    rows(List.of(new long[] {a, d}, new long[] {c, b})));
                assertEquals(right, checksum(keys, List.of(new long[] {c, d, 0}, new long[] {a, b, 0})));
            }
        }
    }

    @Test
    void shouldCountSelfLoopsOnceInOneDirectionOnly() {
        final EdgeKeys keys = keys(6);
        final SourceSums sums = new SourceSums(keys, 1L << 20, true);
        final EdgeBatch batch = new EdgeBatch();
        batch.add(4, 4);
        batch.add(4, 5);
        batch.add(0, 0);
        sums.add(batch);
        assertEquals(checksum(keys, List.of(new long[] {4, 4, 0}, new long[] {4, 5, 0}, new long[] {0, 0, 0},
            new long[] {5, 4, 1})), sums.sums().all());
        assertEquals(1, sums.sums().reversed());
        sums.add(batch);
        assertEquals(8, sums.sums().all().count(), "batch after batch");
        assertEquals(2 * checksum(keys, List.of(new long[] {4, 4, 0}, new long[] {4, 5, 0}, new long[] {0, 0, 0},
            new long[] {5, 4, 1})).second(),
            sums.sums().all().second());
        final SourceSums oneWay = new SourceSums(keys, 1L << 20, false);
        oneWay.add(batch);
        assertEquals(3, oneWay.sums().all().count());
        assertEquals(0, oneWay.sums().reversed());
        final ListedEdges loops = ListedEdges.undirected("loops", 3, 1, 1, 2, 2);
        try (GmtCluster cluster = cluster(2).start()) {
            final BuildTimes times = new BuildTimes();
            cluster.run(ctx -> CsrBuilder.symmetrised(ctx, () -> ListedEdges.undirected("loops", 3, 1, 1, 2, 2),
                times));
            assertEquals(listed(loops, false), times.edges().all());
            assertEquals(EdgeChecksum.NOTHING, times.edges().kept());
        }
    }
}

package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.WindowedCluster;
import org.gmt4j.engine.memory.WindowPlan;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.serial.LocalCsr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hybrid searches of nodes that note what they find in each other's memory: levels and trees as without. */
@Timeout(240)
class FoundRowsTest {
    private static final String[] DIRECTIONS = {"t", "tb", "tbt"};

    private static Class<?>[] programs() {
        return Stream.of(new Class<?>[] {FoundRowsTest.class, HybridBfsTest.class, TestGraph.class},
            CsrBuilder.bodyClasses(), BfsVariant.bodyClasses()).flatMap(Stream::of).toArray(Class<?>[]::new);
    }

    /** Nodes of the same host share memory; private ones share nothing and get visits, as those of other hosts do. */
    @ParameterizedTest
    @CsvSource({"one one,2,COMBINED", "one one one,6,COMBINED", "one one one one one,20,COMBINED",
        "one one private,2,COMBINED", "one two one two,4,COMBINED", "one two three one,2,SHARED_2",
        "one one one private,6,DEDICATED_2_2"})
    void shouldFindTheSameLevelsThroughMappedMemory(final String hosts, final long pairs, final Plan threads,
                                                    @TempDir final Path folder) throws Exception {
        final List<String> names = List.of(hosts.split(" "));
        final WindowPlan shared = WindowedCluster.plan(folder, names.size(), 0);
        final List<WindowPlan> plans = names.stream().map(name -> name.equals("private") ? WindowPlan.OFF : shared)
            .toList();
        final List<String> named = names.stream().map(name -> name.equals("private") ? "one" : name).toList();
        try (WindowedCluster windowed = WindowedCluster.startOnHosts(threads, plans, named, programs())) {
            assertEquals(pairs, windowed.cluster.<Long>call(FoundRowsTest::pairsThatReachEachOther));
            for (final TestGraph shape : new TestGraph[] {TestGraph.KRONECKER, TestGraph.STAR, TestGraph.GRID,
                TestGraph.CLIQUES, TestGraph.SINGLE_VERTEX, TestGraph.NO_EDGES}) {
                final LocalCsr local = LocalCsr.symmetrised(shape.edges());
                final CsrGraph graph = windowed.cluster.call(ctx -> CsrBuilder.symmetrised(ctx, () -> shape.edges()));
                for (final String directions : DIRECTIONS) {
                    HybridBfsTest.check(windowed.cluster, local, graph, BfsVariant.HYBRID,
                        DirectionRule.forced(directions));
                }
                windowed.cluster.run(graph::free);
            }
            for (int i = 0; i < 10; i++) {
                final int number = i;
                final LocalCsr local = LocalCsr.symmetrised(HybridBfsTest.random(number));
                final CsrGraph graph = windowed.cluster.call(
                    ctx -> CsrBuilder.symmetrised(ctx, () -> HybridBfsTest.random(number)));
                HybridBfsTest.check(windowed.cluster, local, graph, BfsVariant.HYBRID, DirectionRule.usual());
                HybridBfsTest.check(windowed.cluster, local, graph, BfsVariant.HYBRID, DirectionRule.forced("t"));
                windowed.cluster.run(graph::free);
            }
        }
    }

    private static long pairsThatReachEachOther(final TaskContext ctx) throws SuspendExecution {
        final CsrGraph graph = CsrBuilder.symmetrised(ctx, () -> TestGraph.GRID.edges());
        final ArmciMemory memory = FoundRows.allocate(ctx, graph);
        final long pairs = ctx.callOnAll(node -> nodesReached(node, graph, memory)).stream()
            .mapToLong(Long::longValue).sum();
        Armci.of(ctx).free(memory);
        graph.free(ctx);
        return pairs;
    }

    private static long nodesReached(final TaskContext ctx, final CsrGraph graph, final ArmciMemory memory) {
        final FoundRows noted = new FoundRows(ctx, graph, memory);
        long reached = 0;
        for (int node = 0; node < ctx.nodeCount(); node++) {
            reached += noted.reaches(node) ? 1 : 0;
        }
        return reached;
    }

    @Test
    void shouldTakeNoMemoryWhereNodesDoNotReachEachOther() {
        for (final int nodes : new int[] {1, 3}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(programs())
                .set("gmt.armci.shared", "off").start()) {
                cluster.run(ctx -> {
                    final CsrGraph graph = CsrBuilder.symmetrised(ctx, () -> TestGraph.GRID.edges());
                    assertNull(FoundRows.allocate(ctx, graph));
                    graph.free(ctx);
                });
            }
        }
    }
}

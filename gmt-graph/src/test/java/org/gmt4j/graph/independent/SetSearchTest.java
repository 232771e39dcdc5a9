package org.gmt4j.graph.independent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.armci.WindowedCluster;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.memory.WindowPlan;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialIndependentSet;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rounds in which vertices join and leave, read in place on boards of hosts: those of one thread. */
@Timeout(120)
class SetSearchTest {
    private static final int SCALE = 13;

    private static int[] rounds(final TaskContext ctx, final long seed) throws SuspendExecution {
        final CsrGraph graph = CsrBuilder.symmetrised(ctx, () -> new UniformSource(SCALE, 4, 1));
        final MaximalIndependentSet set = MaximalIndependentSet.find(ctx, graph, seed);
        final int[] rounds = set.rounds().toArray(ctx);
        set.free(ctx);
        graph.free(ctx);
        return rounds;
    }

    /** Boards: one, one for each host, one for each node because one of them shares nothing. */
    @ParameterizedTest
    @CsvSource({"one one,COMBINED", "one one one one,COMBINED", "one two one two,COMBINED", "one one two,SHARED_2",
        "one one private,COMBINED", "one one,DEDICATED_2_2"})
    void shouldDecideInTheSameRoundsOnBoardsOfHosts(final String hosts, final Plan threads, @TempDir final Path folder)
        throws Exception {
        final List<String> names = List.of(hosts.split(" "));
        final WindowPlan shared = WindowedCluster.plan(folder, names.size(), 0);
        final List<WindowPlan> plans = names.stream().map(name -> name.equals("private") ? WindowPlan.OFF : shared)
            .toList();
        final List<String> named = names.stream().map(name -> name.equals("private") ? "one" : name).toList();
        final LocalCsr local = LocalCsr.symmetrised(new UniformSource(SCALE, 4, 1));
        final Class<?>[] programs = Stream.concat(Stream.of(SetSearchTest.class),
            Stream.of(MaximalIndependentSet.bodyClasses())).toArray(Class<?>[]::new);
        try (WindowedCluster nodes = WindowedCluster.startOnHosts(threads, plans, named, programs)) {
            for (int i = 0; i < 10; i++) {
                final long seed = i;
                assertArrayEquals(SerialIndependentSet.rounds(local, seed),
                    nodes.cluster.<int[]>call(ctx -> rounds(ctx, seed)));
            }
            NodeCluster.of(nodes.cluster).nodes()
                .forEach(node -> assertEquals(0, node.arrayBytes(), "arrays left on node " + node.nodeId()));
        }
    }
}

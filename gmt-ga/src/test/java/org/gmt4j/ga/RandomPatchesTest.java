package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Random;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.armci.WindowedCluster;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ten thousand random patches of every shape against a copy. */
@Timeout(240)
class RandomPatchesTest {
    private static final Class<?>[] PROGRAMS = {RandomPatchesTest.class, RandomPatches.class};
    private static final int MATRICES = 40;
    private static final int OPERATIONS = 30;

    static Stream<Arguments> shapes() {
        return Stream.of(
            Arguments.of(1, TestClusters.Plan.COMBINED, TopologyKind.FCG, 4096L),
            Arguments.of(2, TestClusters.Plan.COMBINED, TopologyKind.FCG, 64L),
            Arguments.of(2, TestClusters.Plan.COMBINED, TopologyKind.FCG, 1L << 20),
            Arguments.of(3, TestClusters.Plan.COMBINED, TopologyKind.MFCG, 256L),
            Arguments.of(3, TestClusters.Plan.DEDICATED_2_2, TopologyKind.FCG, 512L),
            Arguments.of(5, TestClusters.Plan.COMBINED, TopologyKind.CFCG, 1024L),
            Arguments.of(7, TestClusters.Plan.COMBINED, TopologyKind.HYPERCUBE, 128L),
            Arguments.of(7, TestClusters.Plan.COMBINED, TopologyKind.MFCG, 1L << 20));
    }

    /** Eager up to a few bytes, so that most transfers are by rendezvous, and up to more than all of them. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldAgreeWithACopy(final int nodes, final TestClusters.Plan plan, final TopologyKind kind,
                              final long eager) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, PROGRAMS).set("gmt.topology", kind)
            .set(TopologyConfig.DEFAULT).set(ProtocolConfig.upTo(eager)).start()) {
            check(cluster, nodes, 1000L * nodes + eager);
        }
    }

    /** Processes of a host read and write each other's memory; parts of less than 64 KB are not shared. */
    @Test
    void shouldAgreeWithACopyThroughWindows() throws Exception {
        final Path folder = Files.createTempDirectory(Path.of("/dev/shm"), "gmt-ga-test");
        try (WindowedCluster nodes = WindowedCluster.start(TestClusters.Plan.COMBINED,
            Collections.nCopies(3, WindowedCluster.plan(folder, 3, 0)), PROGRAMS)) {
            check(nodes.cluster, 3, 77);
            final long before = nodes.count("window.puts") + nodes.count("window.gets");
            for (int i = 0; i < 4; i++) {
                final MatrixSpec spec = MatrixSpec.doubles(150, 200 + i).named("long");
                final long seed = i;
                assertEquals("", nodes.cluster.call(ctx -> RandomPatches.run(ctx, spec, seed, OPERATIONS)));
            }
            assertTrue(nodes.count("window.puts") + nodes.count("window.gets") > before, "no window was used");
        } finally {
            Files.delete(folder);
        }
    }

    private static void check(final GmtCluster cluster, final int nodes, final long seed) {
        final Random random = new Random(seed);
        for (int i = 0; i < MATRICES; i++) {
            final MatrixSpec spec = RandomPatches.randomSpec(random, nodes);
            final long own = random.nextLong();
            assertEquals("", cluster.call(ctx -> RandomPatches.run(ctx, spec, own, OPERATIONS)));
        }
    }
}

package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gmt4j.bench.collectives.CollectivesBenchmark;
import org.gmt4j.bench.containers.ContainersBenchmark;
import org.gmt4j.bench.contention.ContentionBenchmark;
import org.gmt4j.bench.eager.EagerBenchmark;
import org.gmt4j.bench.onesided.BandwidthBenchmark;
import org.gmt4j.bench.onesided.LatencyBenchmark;
import org.gmt4j.bench.power.RingBenchmark;
import org.gmt4j.cli.GmtApp;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Benchmarks of communication on many nodes of one JVM, in small: they end, are verified and measure something. */
@Timeout(240)
class ManyNodesTest {
    private static final int NODES = 16;
    private static final String[] TINY = {"--trials", "1", "--warmup", "0"};

    static Stream<Arguments> benchmarks() {
        return Stream.of(
            of(GupsBenchmark::new, "--size", "10"),
            of(ContainersBenchmark::new, "--size", "10"),
            of(CeilingBenchmark::new, "--size", "10"),
            of(PutGetBenchmark::new, "--size", "10", "--bytes", "1,8,4096", "--latencies", "5"),
            of(ArmciBenchmark::new, "--operations", "2"),
            of(CollectivesBenchmark::new),
            of(SwitchBenchmark::new, "--fibers-per-node", "1,16"),
            of(ParForBenchmark::new),
            of(LatencyBenchmark::new, "--bytes", "16,4k", "--operations", "3"),
            of(BandwidthBenchmark::new, "--bytes", "16,4k", "--operations", "3"),
            of(AllToAllBenchmark::new, "--size", "10", "--topologies", "fcg,hypercube"),
            of(EagerBenchmark::new, "--size", "64", "--limits", "1,16m", "--operations", "4096"));
    }

    private static Arguments of(final Supplier<GmtApp> app, final String... arguments) {
        final boolean hasOperations = List.of(arguments).contains("--operations");
        final Stream<String> tiny = Stream.concat(Stream.of(TINY),
            hasOperations ? Stream.empty() : Stream.of("--operations", "64"));
        return Arguments.of(app.get(), Stream.concat(tiny, Stream.of(arguments)).toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("benchmarks")
    void shouldRunOnManyNodes(final GmtApp app, final String[] arguments) throws Exception {
        check(BenchCluster.run(app, NODES, true, arguments));
    }

    @ParameterizedTest
    @MethodSource("benchmarksWithOptionsOfTheirOwn")
    void shouldRunOnManyNodesToo(final GmtApp app, final String[] arguments) throws Exception {
        check(BenchCluster.run(app, NODES, true, arguments));
    }

    static Stream<Arguments> benchmarksWithOptionsOfTheirOwn() {
        return Stream.of(
            Arguments.of(new RingBenchmark(), new String[] {"--bytes", "16,4096", "--trials", "1", "--seconds", "0.001",
                "--modes", "block"}),
            Arguments.of(new ContentionBenchmark(), new String[] {"--processes", "1", "--percent", "20", "--bytes",
                "64", "--topologies", "fcg,mfcg", "--trials", "1", "--warmup", "0", "--iterations", "2"}));
    }

    private static void check(final Map<String, Object> run) {
        assertEquals(true, run.get("verified"));
        assertEquals((long) NODES, run.get("nodes"));
        assertFalse(ResultContract.results(run).isEmpty());
    }
}

package org.gmt4j.apps.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.apps.flow.FlowApp;
import org.gmt4j.apps.lj.LjApp;
import org.gmt4j.apps.lu.LuApp;
import org.gmt4j.apps.nwchem.NwchemApp;
import org.gmt4j.apps.scf.ScfApp;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Progress;
import org.gmt4j.cli.result.RunEnvironment;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.publish.NodeReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Runs that end early leave no global memory behind: the cluster may have further work. */
@Timeout(120)
class FailedRunsTest {
    private static final int NODES = 2;

    static Stream<Arguments> runs() {
        return Stream.of(
            app(NwchemApp::new, 100, "--tasks", "4", "--basis", "100", "--compute-us", "0"),
            app(LjApp::new, 40, "--particles", "1000", "--steps", "1"),
            app(ScfApp::new, 24, "--atoms", "64", "--iterations", "1"),
            app(FlowApp::new, 24, "--grid", "20x20x10", "--minutes", "1"),
            app(FlowApp::new, 10_000, "--grid", "4x4x3", "--minutes", "1", "--max-newton", "1"));
    }

    private static Arguments app(final Supplier<GmtApp> app, final long kilobytes, final String... arguments) {
        return Arguments.of(app, kilobytes << 10, List.of(arguments));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldGiveMemoryBack(final Supplier<GmtApp> app, final long memory, final List<String> arguments) {
        try (GmtCluster cluster = cluster(app.get(), memory)) {
            final long before = bytes(cluster);
            final RuntimeException failure = assertThrows(RuntimeException.class, () -> run(app.get(), cluster,
                arguments));
            assertEquals(before, bytes(cluster), failure::toString);
        }
    }

    @Test
    void shouldGiveMemoryBackAfterAGoodRun() {
        try (GmtCluster cluster = cluster(new LuApp(), 100 << 20)) {
            final long before = bytes(cluster);
            run(new LuApp(), cluster, List.of("-g", "64", "-b", "16", "--trials", "1", "--warm-up", "0"));
            assertEquals(before, bytes(cluster));
        }
    }

    private static GmtCluster cluster(final GmtApp app, final long memory) {
        return GmtCluster.builder().nodes(NODES).register(app.registeredClasses()).memoryMax(memory).start();
    }

    private static long bytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(Node::arrayBytes).sum();
    }

    private static void run(final GmtApp app, final GmtCluster cluster, final List<String> arguments) {
        final CommonOptions options = new CommonOptions();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs();
        new CommandLine(app).parseArgs(arguments.toArray(String[]::new));
        app.validate(options);
        final RunPlan plan = new RunPlan(NODES, true, RunConfig.Transport.LOOPBACK, RunConfig.Plan.COMBINED, 1, 0,
            TopologyKind.FCG, 1);
        final RunResult.Builder result = RunResult.builder(app.name(), plan,
            new RunEnvironment("test", 2, "17", "test", "4 KB", "4 KB", "none"));
        try {
            final GivenCluster given = new GivenCluster(cluster, List.of(new NodeReport(0, 1, 1, 1, Map.of())));
            app.run(new AppRun(given, options, Settings.defaults(), plan, result,
                new Progress(new PrintStream(new ByteArrayOutputStream()), false)));
        } catch (final RuntimeException failure) {
            throw failure;
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }
}

package org.gmt4j.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.apps.trial.GivenCluster;
import org.gmt4j.bench.job.JsonMaps;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Progress;
import org.gmt4j.cli.result.ResultWriter;
import org.gmt4j.cli.result.RunEnvironment;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.publish.NodeReport;
import picocli.CommandLine;

/** Runs a benchmark as the command line would, on nodes of this JVM, and reads its JSON back. */
final class BenchCluster {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private BenchCluster() {
    }

    /** The result as nested maps and lists. */
    static Map<String, Object> run(final GmtApp app, final int nodes, final boolean withSecondTransport,
                                   final String... arguments)
        throws Exception {
        return json(result(app, nodes, false, withSecondTransport, arguments));
    }

    /** On one node, with a random seed of one's own. */
    static Map<String, Object> runSeeded(final GmtApp app, final long seed, final String... arguments)
        throws Exception {
        return json(result(app, 1, 0, false, seed, arguments));
    }

    static Map<String, Object> runDedicated(final GmtApp app, final int nodes, final String... arguments)
        throws Exception {
        return json(result(app, nodes, true, true, arguments));
    }

    /** On several workers of each node. */
    static Map<String, Object> runOnWorkers(final GmtApp app, final int nodes, final int workers,
                                            final String... arguments) throws Exception {
        return json(result(app, nodes, workers, true, 1, arguments));
    }

    static RunResult result(final GmtApp app, final int nodes, final boolean dedicated,
                            final boolean withSecondTransport, final String... arguments) throws Exception {
        return result(app, nodes, dedicated ? 1 : 0, withSecondTransport, 1, arguments);
    }

    /** {@code dedicated} workers of each node, and a helper; 0: one thread for all roles. */
    private static RunResult result(final GmtApp app, final int nodes, final int dedicated,
                                    final boolean withSecondTransport, final long seed, final String... arguments)
        throws Exception {
        final CommonOptions options = new CommonOptions();
        parse(options);
        parse(app, arguments);
        app.validate(options);
        final RunPlan plan = new RunPlan(nodes, true, RunConfig.Transport.LOOPBACK,
            dedicated > 0 ? RunConfig.Plan.DEDICATED : RunConfig.Plan.COMBINED, Math.max(1, dedicated),
            dedicated > 0 ? 1 : 0, TopologyKind.FCG, seed);
        final GmtCluster.Builder builder = GmtCluster.builder().nodes(nodes).register(app.registeredClasses())
            .timeout(LIMIT);
        if (dedicated > 0) {
            builder.dedicated(dedicated, 1);
        }
        try (LoopbackNetwork second = new LoopbackNetwork(nodes); GmtCluster cluster = builder.start()) {
            if (withSecondTransport) {
                NodeCluster.of(cluster).nodes().forEach(node -> node.register(TransportFactory.class, second));
            }
            final RunResult.Builder result = RunResult.builder(app.name(), plan,
                new RunEnvironment("test", 2, "17", "test", "4 KB", "4 KB", "none"));
            final AppRun run = new AppRun(new GivenCluster(cluster, List.of()), options, Settings.defaults(), plan,
                result, new Progress(new PrintStream(new ByteArrayOutputStream()), false));
            app.run(run);
            return result.build(List.of(new NodeReport(0, 1, 1, 1, Map.of())));
        }
    }

    private static void parse(final Object options, final String... arguments) {
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
    }

    private static Map<String, Object> json(final RunResult result) throws IOException {
        final StringBuilder text = new StringBuilder();
        ResultWriter.of(ResultWriter.Format.JSON).write(result, text);
        return JsonMaps.read(text.toString());
    }
}

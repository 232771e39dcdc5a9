package org.gmt4j.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.MediaDriverLauncher;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.aggregation.transport.connect.ConnectMode;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartOption;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.connect.ConnectTrial;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench connect}: how long node 0 takes to connect to all others, in the three modes. It makes its own nodes
 * inside the process of node 0; the nodes of the job idle. Verified in every trial: each node got the one buffer that
 * node 0 sent it, and the number of connections is the mode's.
 */
public final class ConnectBenchmark implements GmtApp {
    private static final double NS_PER_US = 1e3;
    private static final int WARM_UP = 3;

    /** The carrier of the buffers. */
    enum Medium { LOOPBACK, IPC }

    @Option(names = "--counts", paramLabel = "N,N", split = ",", defaultValue = "2,4,8",
        description = "numbers of nodes to connect (default: ${DEFAULT-VALUE})")
    private int[] counts;

    @Option(names = "--link-delay", paramLabel = "TIME", defaultValue = "100us",
        description = "delay of each message of the handshake: ns, us, ms (default: ${DEFAULT-VALUE})")
    private String linkDelay;

    @Option(names = "--create-cost", paramLabel = "TIME", defaultValue = "0us",
        description = "modelled cost of making one end of a connection, beside the real one; "
            + "the paper's hardware took 367us (default: ${DEFAULT-VALUE})")
    private String createCost;

    @Option(names = "--medium", paramLabel = "loopback|ipc", defaultValue = "loopback",
        description = "carrier of the buffers: rings in memory, or Aeron's shared memory (default: ${DEFAULT-VALUE})")
    private Medium medium;

    @Option(names = "--repeats", paramLabel = "N", defaultValue = "25",
        description = "trials of each row (default: ${DEFAULT-VALUE})")
    private int repeats;

    @Mixin
    private ChartOption chart;

    private final UnaryOperator<TransportFactory> wrapper;

    public ConnectBenchmark() {
        this(UnaryOperator.identity());
    }

    /** With transports that tests have put something before. */
    ConnectBenchmark(final UnaryOperator<TransportFactory> wrapper) {
        this.wrapper = wrapper;
    }

    @Override
    public String name() {
        return "connect";
    }

    @Override
    public String summary() {
        return "Time and number of connections: all at start, one side after the other, both sides at once.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench connect -n 1 --counts 2,4,8 --link-delay 100us",
            "gmt bench connect -n 1 --create-cost 367us --format csv -o connect.csv --svg connect.svg");
    }

    @Override
    public void validate(final CommonOptions common) {
        nanoseconds("--link-delay", linkDelay);
        nanoseconds("--create-cost", createCost);
        chart.validate();
        if (repeats < 1) {
            throw CliException.usage("--repeats " + repeats + ": expected at least 1.");
        }
        for (final int count : counts) {
            if (count < 2 || count > 64) {
                throw CliException.usage("--counts " + count + ": expected numbers of nodes from 2 to 64.");
            }
        }
    }

    static long nanoseconds(final String option, final String text) {
        final String lower = text.strip().toLowerCase(Locale.ROOT);
        final String[] units = {"ns", "us", "ms"};
        long factor = 1;
        for (final String unit : units) {
            if (lower.endsWith(unit) && lower.length() > unit.length()) {
                try {
                    final long value = Long.parseLong(lower.substring(0, lower.length() - unit.length()).strip());
                    if (value >= 0 && value < 10_000_000_000L / factor) {
                        return value * factor;
                    }
                } catch (final NumberFormatException e) {
                    break;
                }
            }
            factor *= 1000;
        }
        throw CliException.usage(option + " " + text + ": expected a time below 10 s such as 100us, 2ms or 500ns.");
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        throw CliException.usage("connect measures counts of nodes of its own, see --counts: "
            + "there is nothing to scale.");
    }

    @Override
    public void run(final AppRun run) throws Exception {
        final Map<ConnectMode, List<Row>> lines = new LinkedHashMap<>();
        for (final int count : counts) {
            double serialUs = 0;
            for (final ConnectMode mode : new ConnectMode[] {ConnectMode.STATIC, ConnectMode.SERIAL,
                ConnectMode.OVERLAP}) {
                final Row row = row(mode, count, run);
                serialUs = mode == ConnectMode.SERIAL ? row.totalUs() : serialUs;
                lines.computeIfAbsent(mode, of -> new ArrayList<>()).add(row);
                run.result().result(row.result(medium, mode == ConnectMode.OVERLAP ? row.totalUs() / serialUs : 1,
                    run.result().isWrong()));
            }
        }
        run.result().with("linkDelay", linkDelay).with("createCost", createCost)
            .note("node 0 connects to the others one after the other; static: all pairs at once, "
                + "the time until node 0 reaches all");
        chart.write(run, 1, List.of(draw(lines)));
    }

    /** The paper's figure 12: time to reach all, by number of nodes. */
    private LineChart draw(final Map<ConnectMode, List<Row>> lines) {
        final LineChart drawn = new LineChart("node 0 connects to all others, "
            + medium.name().toLowerCase(Locale.ROOT) + ", create "
            + createCost + ", delay " + linkDelay, Axis.linear("nodes"), Axis.linear("microseconds"));
        lines.forEach((mode, rows) -> drawn.line(mode.name().toLowerCase(Locale.ROOT),
            rows.stream().mapToDouble(Row::nodes).toArray(), rows.stream().mapToDouble(Row::totalUs).toArray()));
        return drawn;
    }

    /** Medians over the trials. */
    private record Row(ConnectMode mode, int nodes, long connections, long bytes, double totalUs,
                       double p50, double p99) {
        BenchResult result(final Medium medium, final double ofSerial, final boolean isWrong) {
            final BenchResult result = BenchResult.of("connect").param("mode", mode.name().toLowerCase(Locale.ROOT))
                .param("medium", medium.name().toLowerCase(Locale.ROOT)).param("nodes", nodes)
                .param("connections", connections);
            if (isWrong) {
                return result;
            }
            result.figure("totalUs", Math.round(totalUs)).figure("bytes", bytes).microseconds(p50, p99);
            return mode == ConnectMode.OVERLAP ? result.figure("ofSerial", Math.round(ofSerial * 1000) / 1000.0)
                : result;
        }
    }

    private Row row(final ConnectMode mode, final int count, final AppRun run) throws Exception {
        final double[] totals = new double[repeats];
        final double[] each = new double[repeats * (count - 1)];
        ConnectTrial.Outcome outcome = null;
        for (int i = -WARM_UP; i < repeats; i++) {
            outcome = trial(mode, count);
            if (run.verify()) {
                run.result().verified(outcome.mistake().isEmpty());
                outcome.mistake().ifPresent(mistake -> run.result().note(mode + ", " + count + " nodes: " + mistake));
            }
            for (int peer = 0; i >= 0 && peer < count - 1; peer++) {
                totals[i] = outcome.totalNs() / NS_PER_US;
                each[i * (count - 1) + peer] = outcome.eachNs()[peer] / NS_PER_US;
            }
        }
        Arrays.sort(each);
        return new Row(mode, count, outcome.connections(), outcome.bytes(), Medians.of(totals), Medians.of(each),
            each[(int) Math.min(each.length - 1, Math.ceil(each.length * 0.99) - 1)]);
    }

    private ConnectTrial.Outcome trial(final ConnectMode mode, final int count) throws Exception {
        final long delayNs = nanoseconds("--link-delay", linkDelay);
        final long createNs = nanoseconds("--create-cost", createCost);
        if (medium == Medium.LOOPBACK) {
            try (LoopbackNetwork network = new LoopbackNetwork(count)) {
                return ConnectTrial.run(wrapper.apply(network), count, mode, delayNs, createNs);
            }
        }
        try (MediaDriverLauncher launcher = MediaDriverLauncher.launch(count)) {
            return ConnectTrial.run(wrapper.apply(launcher.transports()), count, mode, delayNs, createNs);
        }
    }
}

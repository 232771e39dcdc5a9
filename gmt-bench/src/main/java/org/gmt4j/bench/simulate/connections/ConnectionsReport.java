package org.gmt4j.bench.simulate.connections;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartSheet;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.simulate.output.JsonText;
import org.gmt4j.bench.simulate.output.OutputOptions;

/**
 * The result of {@code gmt simulate connections}, beside the paper's tables I to IV and its figure 12.
 *
 * @param program     whose applications they are
 * @param hasRuntime  are the runtime's own connections there, too?
 * @param perNode     processes of a node
 * @param countsOwn   is a process's own node counted?
 * @param seed        of random choices
 * @param costs       of connections
 * @param rows        by application, then processes
 * @param wallSeconds that the patterns took; in the text only, so that all else depends on the input alone
 */
record ConnectionsReport(Program program, boolean hasRuntime, int perNode, boolean countsOwn, long seed,
                         ConnectCosts costs, List<AppConnections> rows, double wallSeconds)
    implements OutputOptions.Report {
    private static final double MIB = 1 << 20;
    private static final double GIB = 1 << 30;
    /** Figure 12: one process connects to all others. */
    private static final int FIGURE_12_PROCESSES = 4096;

    @Override
    public String text() {
        final StringBuilder text = new StringBuilder();
        line(text, "connections (simulated)  program=%s runtime=%s per-node=%d count=%s seed=%d", spelling(),
            hasRuntime ? "with" : "without", perNode, countsOwn ? "all" : "remote", seed);
        line(text, "%-12s %-14s %9s %6s | %13s %6s %6s %6s | %13s %6s %6s %6s", "app", "layout", "processes", "nodes",
            "client-server", "most", "paper", "ratio", "server-client", "most", "paper", "ratio");
        for (final AppConnections row : rows) {
            line(text, "%-12s %-14s %,9d %,6d | %13.1f %6d %s | %13.1f %6d %s", row.app().spelling(), row.layout(),
                row.placement().processes(), row.placement().nodes(), row.clients().mean(), row.clients().most(),
                beside(row.paper().map(PaperFigures.Figure::clientServer), row.clients().mean()), row.servers().mean(),
                row.servers().most(), beside(row.paper().map(PaperFigures.Figure::serverClient), row.servers().mean()));
        }
        line(text, " client-server: servers of a process, mean and most; server-client: processes of a server; ratio: "
            + "ours / paper's");
        costs(text);
        notes().forEach(note -> line(text, " %s", note));
        figure12(text);
        line(text, " %.1f s", wallSeconds);
        return text.toString();
    }

    private String spelling() {
        return program.name().toLowerCase(Locale.ROOT);
    }

    private static String beside(final Optional<Integer> paper, final double ours) {
        return paper.map(figure -> String.format(Locale.ROOT, "%6d %6.2f", figure, ours / figure))
            .orElse(String.format("%6s %6s", "-", "-"));
    }

    private void costs(final StringBuilder text) {
        line(text, "%-12s %9s | %12s %12s %8s %12s | %12s %12s %12s %12s", "app", "processes", "static MiB",
            "demand MiB", "saved", "saved GiB", "all serial s", "serial s", "overlapped s", "server s");
        for (final AppConnections row : rows) {
            final Placement placement = row.placement();
            line(text, "%-12s %,9d | %12.2f %12.2f %7.1f%% %12.2f | %12.4f %12.4f %12.4f %12.4f", row.app().spelling(),
                placement.processes(), bytesOfNode(row, staticConnections(row)) / MIB,
                bytesOfNode(row, row.connections()) / MIB, 100 * row.saved(countsOwn), savedBytes(row) / GIB,
                costs.serialSeconds(placement.nodes() - (countsOwn ? 0 : 1)), serialSeconds(row),
                overlappedSeconds(row), serverSeconds(row));
        }
        line(text, " MiB: ends of a node's processes and of its server, %,d B each, mean of the nodes; GiB: of the job",
            costs.bytes());
        line(text, " s: of a process that connects to all nodes; of the one with most connections, in both protocols; "
            + "of the server with most. The job takes the longer of a process's and the server's, at least");
    }

    private long staticConnections(final AppConnections row) {
        return row.mostConnections(countsOwn);
    }

    private double bytesOfNode(final AppConnections row, final long connections) {
        return 2.0 * connections * costs.bytes() / row.placement().nodes();
    }

    private double savedBytes(final AppConnections row) {
        return 2.0 * (staticConnections(row) - row.connections()) * costs.bytes();
    }

    private double serialSeconds(final AppConnections row) {
        return costs.serialSeconds(row.clients().most());
    }

    private double overlappedSeconds(final AppConnections row) {
        return costs.overlappedSeconds(row.clients().most());
    }

    private double serverSeconds(final AppConnections row) {
        return costs.serverSeconds(row.servers().most());
    }

    /** Where a comparison with the paper needs a word. */
    private List<String> notes() {
        final List<String> notes = new ArrayList<>();
        rows.stream().map(AppConnections::app).distinct().forEach(app -> notes.add(app.note(program)));
        for (final AppConnections row : rows) {
            final int idle = row.placement().processes() - row.working();
            if (idle > 0) {
                notes.add(String.format(Locale.ROOT, "%s, %d processes: %d without a part in %s, as in gmt run.",
                    row.app().spelling(), row.placement().processes(), idle, row.layout()));
            }
            row.paper().filter(paper -> !paper.isPossible(row.placement())).ifPresent(paper -> notes.add(String.format(
                Locale.ROOT, "%s, %d processes: the paper's two means cannot be of the same connections: %d processes "
                    + "on each of %d servers are %.1f servers of a process, not %d.", row.app().spelling(),
                row.placement().processes(), paper.serverClient(), row.placement().nodes(),
                paper.impliedClientServer(row.placement()), paper.clientServer())));
        }
        return notes;
    }

    private void figure12(final StringBuilder text) {
        final int others = FIGURE_12_PROCESSES - 1;
        line(text, " costs: create %s us, ready %s us, request %s us: a connection takes %.0f us serial and %.0f us "
            + "overlapped (paper: 820, 500);", costs.createUs(), costs.readyUs(), costs.requestUs(), costs.serialUs(),
            costs.overlappedUs());
        line(text, " %,d of one process, as in figure 12: %.2f s and %.2f s (paper: 3.2, 2.1)", others,
            costs.serialSeconds(others), costs.overlappedSeconds(others));
    }

    @Override
    public String json() {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("app", "simulate-connections");
        json.put("program", spelling());
        json.put("runtime", hasRuntime);
        json.put("perNode", perNode);
        json.put("count", countsOwn ? "all" : "remote");
        json.put("seed", seed);
        json.put("createMicroseconds", costs.createUs());
        json.put("readyMicroseconds", costs.readyUs());
        json.put("requestMicroseconds", costs.requestUs());
        json.put("connectionBytes", costs.bytes());
        json.put("results", rows.stream().map(this::result).toList());
        json.put("notes", notes());
        return JsonText.of(json);
    }

    private Map<String, Object> result(final AppConnections row) {
        final Map<String, Object> result = new LinkedHashMap<>();
        result.put("app", row.app().spelling());
        result.put("layout", row.layout());
        result.put("processes", row.placement().processes());
        result.put("working", row.working());
        result.put("nodes", row.placement().nodes());
        result.put("clientServer", row.clients().mean());
        result.put("clientServerMost", row.clients().most());
        result.put("serverClient", row.servers().mean());
        result.put("serverClientMost", row.servers().most());
        row.paper().ifPresent(paper -> {
            result.put("paperClientServer", paper.clientServer());
            result.put("paperServerClient", paper.serverClient());
        });
        result.put("connections", row.connections());
        result.put("staticConnections", staticConnections(row));
        result.put("bytesOfNode", bytesOfNode(row, row.connections()));
        result.put("staticBytesOfNode", bytesOfNode(row, staticConnections(row)));
        result.put("serialSeconds", serialSeconds(row));
        result.put("overlappedSeconds", overlappedSeconds(row));
        result.put("serverSeconds", serverSeconds(row));
        return result;
    }

    @Override
    public String csv() {
        final StringBuilder csv = new StringBuilder("app,layout,processes,per_node,nodes,client_server,"
            + "client_server_most,paper_client_server,server_client,server_client_most,paper_server_client,connections,"
            + "static_connections,serial_s,overlapped_s,server_s,program,runtime\n");
        for (final AppConnections row : rows) {
            line(csv, "%s,%s,%d,%d,%d,%.4f,%d,%s,%.4f,%d,%s,%d,%d,%.6f,%.6f,%.6f,%s,%b", row.app().spelling(),
                row.layout(), row.placement().processes(), perNode, row.placement().nodes(), row.clients().mean(),
                row.clients().most(), paper(row, PaperFigures.Figure::clientServer), row.servers().mean(),
                row.servers().most(), paper(row, PaperFigures.Figure::serverClient), row.connections(),
                staticConnections(row), serialSeconds(row), overlappedSeconds(row), serverSeconds(row), spelling(),
                hasRuntime);
        }
        return csv.toString();
    }

    private static String paper(final AppConnections row, final Function<PaperFigures.Figure, Integer> side) {
        return row.paper().map(side).map(String::valueOf).orElse("");
    }

    @Override
    public String svg() {
        return ChartSheet.of(2, List.of(
            chart("Servers of a process", row -> row.clients().mean(), PaperFigures.Figure::clientServer),
            chart("Processes of a server", row -> row.servers().mean(), PaperFigures.Figure::serverClient))).svg();
    }

    private LineChart chart(final String title, final ToDoubleFunction<AppConnections> ours,
                            final Function<PaperFigures.Figure, Integer> papers) {
        final LineChart chart = new LineChart(title + ", mean", Axis.log10("processes"), Axis.log10("connections"));
        for (final App app : rows.stream().map(AppConnections::app).distinct().toList()) {
            final List<AppConnections> line = rows.stream().filter(row -> row.app() == app).toList();
            chart.line(app.spelling(), processes(line), line.stream().mapToDouble(ours).toArray());
            final List<AppConnections> compared = line.stream().filter(row -> row.paper().isPresent()).toList();
            if (!compared.isEmpty()) {
                chart.dots(app.spelling() + ", paper", processes(compared), compared.stream()
                    .mapToDouble(row -> papers.apply(row.paper().orElseThrow())).toArray());
            }
        }
        return chart;
    }

    private static double[] processes(final List<AppConnections> line) {
        return line.stream().mapToDouble(row -> row.placement().processes()).toArray();
    }

    private static void line(final StringBuilder text, final String format, final Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}

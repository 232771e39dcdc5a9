package org.gmt4j.bench.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.aggregation.topology.BufferMemory;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartSheet;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.simulate.output.JsonText;
import org.gmt4j.bench.simulate.output.OutputOptions;

/**
 * The result of {@code gmt simulate memory}: request buffers of a node by formula, for growing numbers of nodes; the
 * paper's figure 5.
 *
 * @param processes    of each node
 * @param buffers      of each process
 * @param bufferLength bytes of a buffer
 * @param rows         by nodes, then topology
 */
record MemoryReport(int processes, int buffers, int bufferLength, List<Row> rows) implements OutputOptions.Report {
    private static final double MIB = 1 << 20;
    /** The memory of every process of the paper's program before any buffers. */
    private static final int PAPER_BASE_MB = 612;
    private static final int PAPER_NODES = 1024;
    private static final int PAPER_PROCESSES = 12;
    private static final int PAPER_BUFFERS = 4;
    private static final int PAPER_BUFFER_LENGTH = 16 * 1024;
    private static final double PAPER_FCG_MB = 812;
    private static final Map<TopologyKind, Double> PAPER_FACTORS = Map.of(TopologyKind.FCG, 1.0, TopologyKind.MFCG,
        7.5, TopologyKind.CFCG, 16.6, TopologyKind.HYPERCUBE, 45.0);

    /** @param memory request buffers of the node that has most neighbours */
    record Row(VirtualTopology topology, BufferMemory memory) {
        int nodes() {
            return topology.nodeCount();
        }

        double mib() {
            return memory.bytes() / MIB;
        }
    }

    /** Cost: the dimensions of each topology, whatever its nodes. */
    static MemoryReport of(final int[] nodeCounts, final int processes, final int buffers, final int bufferLength) {
        final List<Row> rows = new ArrayList<>();
        for (final int nodes : nodeCounts) {
            for (final TopologyKind kind : TopologyKind.values()) {
                final VirtualTopology topology = VirtualTopology.of(kind, nodes);
                rows.add(new Row(topology, new BufferMemory(topology.maxNeighbourCount(), processes,
                    buffers, bufferLength)));
            }
        }
        return new MemoryReport(processes, buffers, bufferLength, rows);
    }

    private int[] nodeCounts() {
        return rows.stream().mapToInt(Row::nodes).distinct().toArray();
    }

    private Row row(final int nodes, final TopologyKind kind) {
        return rows.stream().filter(row -> row.nodes() == nodes && row.topology().kind() == kind).findFirst()
            .orElseThrow();
    }

    /** Did the paper measure this very setting? */
    private boolean isPapers(final int nodes) {
        return nodes == PAPER_NODES && processes == PAPER_PROCESSES && buffers == PAPER_BUFFERS
            && bufferLength == PAPER_BUFFER_LENGTH;
    }

    private static double paperMb(final TopologyKind kind) {
        return PAPER_FCG_MB / PAPER_FACTORS.get(kind);
    }

    @Override
    public String text() {
        final StringBuilder text = new StringBuilder();
        line(text, "memory (formula)  request buffers of a node: neighbours x %d processes x %d buffers x %d B",
            processes, buffers, bufferLength);
        line(text, "%10s %12s %14s %14s %14s %14s   MiB", "nodes", "processes", "fcg", "mfcg", "cfcg", "hypercube");
        for (final int nodes : nodeCounts()) {
            final StringBuilder cells = new StringBuilder(String.format(Locale.ROOT, "%,10d %,12d", nodes,
                (long) nodes * processes));
            for (final TopologyKind kind : TopologyKind.values()) {
                cells.append(String.format(Locale.ROOT, " %,14.2f", row(nodes, kind).mib()));
            }
            line(text, "%s", cells);
        }
        for (final int nodes : nodeCounts()) {
            if (isPapers(nodes)) {
                paper(text, nodes);
            }
        }
        return text.toString();
    }

    private void paper(final StringBuilder text, final int nodes) {
        line(text, "beside the paper (Yu et al. 2011, figure 5; resident memory of the master process "
            + "above its base of %d MB)", PAPER_BASE_MB);
        line(text, "%-10s %-20s %10s %12s %12s %14s %14s", "topology", "shape", "neighbours", "formula MiB",
            "paper MB", "paper/formula",
            "less than fcg");
        for (final TopologyKind kind : TopologyKind.values()) {
            final Row row = row(nodes, kind);
            line(text, "%-10s %-20s %10d %12.1f %12.0f %14.2f %7.1f / %.1f", kind.spelling(), row.topology().shape(),
                row.memory().neighbours(), row.mib(), paperMb(kind), paperMb(kind) / row.mib(),
                row(nodes, TopologyKind.FCG).mib() / row.mib(), PAPER_FACTORS.get(kind));
        }
        line(text, " less than fcg: by formula / measured in the paper");
    }

    @Override
    public String json() {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("app", "simulate-memory");
        json.put("processes", processes);
        json.put("buffers", buffers);
        json.put("bufferBytes", bufferLength);
        final List<Object> results = new ArrayList<>();
        for (final Row row : rows) {
            final Map<String, Object> result = new LinkedHashMap<>();
            result.put("nodes", row.nodes());
            result.put("topology", row.topology().kind().spelling());
            result.put("shape", row.topology().shape().toString());
            result.put("neighbours", row.memory().neighbours());
            result.put("bytes", row.memory().bytes());
            result.put("formula", row.memory().formula());
            if (isPapers(row.nodes())) {
                result.put("paperMegabytes", paperMb(row.topology().kind()));
                result.put("paperOfFormula", paperMb(row.topology().kind()) / row.mib());
            }
            results.add(result);
        }
        json.put("results", results);
        return JsonText.of(json);
    }

    @Override
    public String csv() {
        final StringBuilder csv = new StringBuilder("nodes,processes,topology,shape,neighbours,bytes\n");
        for (final Row row : rows) {
            line(csv, "%d,%d,%s,%s,%d,%d", row.nodes(), (long) row.nodes() * processes,
                row.topology().kind().spelling(), row.topology().shape(),
                row.memory().neighbours(), row.memory().bytes());
        }
        return csv.toString();
    }

    @Override
    public String svg() {
        final LineChart chart = new LineChart("Request buffers of a node, by formula", Axis.log10("processes"),
            Axis.log10("MiB"));
        for (final TopologyKind kind : TopologyKind.values()) {
            final List<Row> line = rows.stream().filter(row -> row.topology().kind() == kind).toList();
            chart.line(kind.spelling(), line.stream().mapToDouble(row -> (double) row.nodes() * processes).toArray(),
                line.stream().mapToDouble(Row::mib).toArray());
        }
        return ChartSheet.of(1, List.of(chart)).svg();
    }

    private static void line(final StringBuilder text, final String format, final Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}

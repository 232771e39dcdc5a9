package org.gmt4j.bench.scale;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.bench.scale.Sweep.Variant;
import org.gmt4j.bench.scale.series.ScalingKind;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.GmtApp;

/**
 * The named series: the evaluation of GMT's poster, scaled to fit a small machine, and the ablations it argues by.
 * Stateless.
 *
 * @see "Morari et al., GMT: Enabling Easy Development and Efficient Execution of Irregular Applications (poster), 2013,
 *     figure 2"
 */
final class Presets {
    /**
     * The poster has 1,000,000 vertices per node with up to 4,000 edges each: a 40th of the vertices, a tenth of the
     * edges each.
     */
    private static final String WEAK_GRAPH = "25000,400";
    /** The poster has 10 million vertices and 2.5 billion edges: a 200th of the vertices, as many edges each. */
    private static final String STRONG_GRAPH = "50000,500";
    private static final String ABLATION_GRAPH = "25000,200";
    private static final Set<String> GRAPHS = Set.of("-g", "-u", "--poster", "--graph", "-f");
    private static final List<Preset> BFS = List.of(
        preset("gmt-weak", "poster's figure 2a: --poster " + WEAK_GRAPH + " for each node", ScalingKind.WEAK,
            "", WEAK_GRAPH),
        preset("gmt-strong", "poster's figure 2b: --poster " + STRONG_GRAPH + " in all", ScalingKind.STRONG,
            "", STRONG_GRAPH),
        ablation("gmt-aggregation", "both levels of aggregation, one of them, none", Sweep.named("aggregation",
            new Variant("both", Map.of()),
            new Variant("level 1 only", Map.of("gmt.buffer.blocks", "1")),
            new Variant("level 2 only", Map.of("gmt.block.commands", "1")),
            new Variant("none", Map.of("gmt.block.commands", "1", "gmt.buffer.blocks", "1")))),
        ablation("gmt-fibers", "fibers per worker", Sweep.parse("fibers=1,16,256,1024,4096")),
        ablation("gmt-blocks", "lengths of blocks and of network buffers", Sweep.named("block/buffer",
            lengths("512", "16k"), lengths("1k", "16k"), lengths("4k", "16k"), lengths("4k", "8k"),
            lengths("4k", "64k"), lengths("15k", "16k"))),
        ablation("gmt-timeouts", "ages at which blocks and buffers are sent", Sweep.named("time-outs",
            timeouts("5us", "10us"), timeouts("50us", "100us"), timeouts("500us", "1ms"), timeouts("5ms", "10ms"))),
        ablation("gmt-chunk", "vertices of one task", Sweep.parse("chunk=1,4,16,64,256")));

    private Presets() {
    }

    /** Series of an application, by name; that of its jobs are the application's own. */
    static List<Preset> of(final String app) {
        return app.equals("bfs") ? BFS : List.of();
    }

    /** @throws CliException (usage) when there is none of that name */
    static Preset find(final String app, final String name) {
        final List<Preset> all = of(app);
        return all.stream().filter(preset -> preset.name().equals(name)).findFirst()
            .orElseThrow(() -> CliException.usage("--preset " + name + ": "
                + (all.isEmpty() ? app + " has no presets."
                : "there is " + all.stream().map(Preset::name).collect(Collectors.joining(", ")) + ".")));
    }

    /** A line for each, of at most 80 characters for a series. */
    static List<String> list(final GmtApp app) {
        return Stream.concat(ofSeries(app.name()), app.presets().stream().map(preset -> "  " + preset.description()))
            .toList();
    }

    private static Stream<String> ofSeries(final String app) {
        return of(app).stream().map(preset -> String.format(Locale.ROOT, "  %-16s %-6s %s", preset.name(),
            preset.kind().name().toLowerCase(Locale.ROOT), preset.summary()));
    }

    /** Some lines for each: its settings and sweeps. */
    static List<String> describe(final GmtApp app) {
        final List<String> lines = new ArrayList<>();
        app.presets().forEach(preset -> lines.add(preset.description()));
        for (final Preset preset : of(app.name())) {
            lines.add(preset.name() + ": " + preset.summary());
            lines.add("  --" + preset.kind().name().toLowerCase(Locale.ROOT)
                + (preset.nodes().isEmpty() ? "" : " -n " + preset.nodes())
                + preset.options().entrySet().stream().map(option -> " " + option.getKey() + " " + option.getValue())
                    .collect(Collectors.joining()));
            for (final Sweep sweep : preset.sweeps()) {
                for (final Variant variant : sweep.variants()) {
                    lines.add("  " + sweep.name() + " = " + variant.label()
                        + (variant.assignments().containsKey(sweep.name()) ? "" : ": "
                        + (variant.assignments().isEmpty() ? "as configured"
                        : new TreeMap<>(variant.assignments()).entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining(" ")))));
                }
            }
        }
        return lines;
    }

    private static Preset preset(final String name, final String summary, final ScalingKind kind, final String nodes,
                                 final String graph, final Sweep... sweeps) {
        final Map<String, String> options = new LinkedHashMap<>();
        options.put("--variant", "queue");
        options.put("--poster", graph);
        options.put("--trials", sweeps.length == 0 ? "8" : "4");
        // Young nodes compile for some six seconds: with one node on a core of its own, with two on those that search.
        options.put("--warm-up", sweeps.length == 0 ? "30" : "10");
        return new Preset(name, summary, kind, nodes, options, GRAPHS, List.of(sweeps));
    }

    /** On two nodes, since one node has nothing to aggregate. */
    private static Preset ablation(final String name, final String summary, final Sweep sweep) {
        return preset(name, summary, ScalingKind.STRONG, "2", ABLATION_GRAPH, sweep);
    }

    private static Variant lengths(final String block, final String buffer) {
        return new Variant(block + "/" + buffer, Map.of("gmt.block.length", block, "gmt.comm.buffer.size", buffer));
    }

    private static Variant timeouts(final String block, final String buffer) {
        return new Variant(block + "/" + buffer, Map.of("gmt.block.timeout", block, "gmt.buffer.timeout", buffer));
    }
}

package org.gmt4j.bench.variant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.BufferMemory;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import picocli.CommandLine.Option;

/** The option of benchmarks that compare virtual topologies within one run. Set by the command line. */
public final class TopologyOptions {
    private static final String PARAM = "topology";

    @Option(names = "--topologies", paramLabel = "fcg|mfcg|cfcg|hypercube", split = ",",
        defaultValue = "fcg,mfcg,cfcg,hypercube",
        description = "virtual topologies to compare, in turn within one run; "
            + "figures are shares of the first (default: ${DEFAULT-VALUE})")
    private List<String> names = new ArrayList<>();

    public void validate() {
        variants();
    }

    /** One for each, in the order given. */
    public List<Variant> variants() {
        return names.stream().map(name -> kind(name.strip())).distinct()
            .map(kind -> Variant.of(PARAM, "gmt.topology", kind.spelling())).toList();
    }

    private static TopologyKind kind(final String name) {
        return Arrays.stream(TopologyKind.values())
            .filter(kind -> kind.spelling().equals(name.toLowerCase(Locale.ROOT))).findFirst()
            .orElseThrow(() -> CliException.usage("--topologies " + name + ": expected some of "
                + Arrays.stream(TopologyKind.values()).map(TopologyKind::spelling).collect(Collectors.joining(", "))
                + "."));
    }

    /** The topology that the nodes of a variant have. */
    public static VirtualTopology topology(final AppRun run, final Variant variant) {
        return topology(run, variant, run.plan().nodes());
    }

    /** The topology that so many nodes would have. */
    public static VirtualTopology topology(final AppRun run, final Variant variant, final int nodes) {
        final String name = variant.overrides().getOrDefault("gmt.topology", run.plan().topology().spelling());
        return config(run, variant).over(kind(name), nodes);
    }

    /** Its text about edges. */
    public static TopologyConfig config(final AppRun run, final Variant variant) {
        Settings settings = run.settings();
        for (final var override : variant.overrides().entrySet()) {
            settings = settings.with(override.getKey(), override.getValue());
        }
        return settings.load(TopologyConfig.class);
    }

    /**
     * Request buffers of a node with most neighbours, by formula; in fcg, where this runtime keeps none, what they
     * would take.
     */
    public static BufferMemory formula(final AppRun run, final Variant variant) {
        final TopologyConfig config = config(run, variant);
        return new BufferMemory(topology(run, variant).maxNeighbourCount(), 1, config.buffers(), config.bufferLength());
    }
}

package org.gmt4j.bench.power;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtCluster;
import picocli.CommandLine.Option;

/** The option of benchmarks that compare ways to wait. Set by the command line. */
public final class ModeOptions {
    @Option(names = "--modes", paramLabel = "MODE", split = ",",
        defaultValue = "poll,block,poll+frequency,block+frequency,adaptive",
        description = "ways to wait; others are compared with the first. '+frequency' lowers the processor's "
            + "frequency during long waits, where the machine lets us (default: ${DEFAULT-VALUE})")
    private List<String> labels = new ArrayList<>();

    /** Returns the same for a benchmark that has an option of its own. */
    public static ModeOptions of(final List<String> labels) {
        final ModeOptions options = new ModeOptions();
        options.labels = labels;
        return options;
    }

    /** Refuses names that are none. */
    public void validate() {
        labels.forEach(PowerMode::parse);
    }

    List<PowerMode> modes() {
        return labels.stream().map(PowerMode::parse).distinct().toList();
    }

    /**
     * Opens the frequencies of all nodes where a mode wants them. Returns why they cannot be set; empty when they can,
     * or nobody wants it.
     */
    public String obstacle(final GmtCluster cluster) {
        return modes().stream().noneMatch(PowerMode::isSlowed) ? ""
            : cluster.call(ctx -> ctx.callOnAll(PowerBodies.openFrequency())).stream().filter(why -> !why.isEmpty())
                .findFirst().orElse("");
    }

    /** Those that can be measured. */
    public List<PowerMode> possible(final String obstacle) {
        return modes().stream().filter(mode -> obstacle.isEmpty() || !mode.isSlowed()).toList();
    }

    /** One line about those that cannot. */
    public String notMeasured(final String obstacle) {
        return String.join(", ", modes().stream().filter(PowerMode::isSlowed).map(PowerMode::label).toList())
            + ": not measured, since " + obstacle;
    }
}

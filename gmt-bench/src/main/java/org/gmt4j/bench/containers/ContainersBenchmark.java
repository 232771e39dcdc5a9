package org.gmt4j.bench.containers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench containers}: rates of operations on hash maps, sets and bags with random keys, and of the same on
 * one thread of plain Java between their trials: by open addressing in arrays, and with {@code java.util.HashMap}.
 */
public final class ContainersBenchmark implements GmtApp {
    private static final double SECONDS = 0.4;
    private static final int LARGEST = 26;
    /** Bytes of an entry of the containers that a node has, its words among them, at the fullest. */
    private static final int ENTRY_LENGTH = 320;

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    @Option(names = {"-g", "--size"}, paramLabel = "S", defaultValue = "20",
        description = "there are 2^S different keys (default: ${DEFAULT-VALUE})")
    private int log2;

    @Option(names = "--only", paramLabel = "NAME", split = ",", description = "only these rows")
    private List<String> only = new ArrayList<>();

    @Override
    public String name() {
        return "containers";
    }

    @Override
    public String summary() {
        return "Random operations on hash maps, sets and bags, beside the same on one thread of plain Java.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        limits.validate();
        ContainerRow.check(only);
        if (log2 < 1 || log2 > LARGEST) {
            throw CliException.usage("--size " + log2 + ": expected 1 to " + LARGEST
                + ", there are 2^size different keys.");
        }
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return AppMemory.builder().array("containers", AppMemory.Phase.BOTH,
            ByteCount.parts(1L << log2, job.plan().nodes()), ENTRY_LENGTH).build();
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {ContainerBodies.class, ContainerTrials.class};
    }

    @Override
    public void run(final AppRun run) {
        final ContainerTrials containers = new ContainerTrials(run.cluster(GmtCluster.class), log2, run);
        final TrialSeries series = new TrialSeries(trials, limits.of(run), SECONDS, run.seed(), run.progress());
        final Map<ContainerRow, TrialSeries.Row> rows = new LinkedHashMap<>();
        for (final ContainerRow row : ContainerRow.values()) {
            if (only.isEmpty() || only.contains(row.label())) {
                rows.put(row, series.add((operations, seed) -> containers.run(row, operations, seed)));
            }
        }
        series.run();
        rows.forEach((row, measured) -> run.result().result(measured.addTo(BenchResult.of(row.label())
            .param("keys", 1L << log2).param("operations", measured.operations()))));
        containers.free();
    }
}

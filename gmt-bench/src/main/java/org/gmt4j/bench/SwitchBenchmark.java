package org.gmt4j.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.TimeLimit;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.engine.task.TaskConfig;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench switch}: the cost of a fiber's giving way: {@code switch} by a yield in a round of fibers,
 * {@code park-wake} by waiting for a completion: a {@code local} one that another fiber of the worker makes, or a
 * {@code remote} one, the reply to an 8-byte get. One operation is one switch. All nodes at the same time, each with
 * this many fibers; the time is that of the slowest node from its first fiber's start to its last one's end.
 */
public final class SwitchBenchmark implements GmtApp {
    private static final double SECONDS = 0.2;

    /** How fibers give way. */
    private enum Way { YIELD, LOCAL, REMOTE }

    private record Cell(Way way, int fibers) {
    }

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    @Option(names = "--fibers-per-node", paramLabel = "N", split = ",", defaultValue = "1,16,1024,4096",
        description = "fibers of each node, as far as --fibers allows (default: ${DEFAULT-VALUE})")
    private List<Integer> fibers = new ArrayList<>();

    @Override
    public String name() {
        return "switch";
    }

    @Override
    public String summary() {
        return "Cost of switching fibers: by yield, and by parking until a local or remote completion.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench switch --fibers 4096", "gmt bench switch -n 1 --fibers-per-node 1,16 --format json");
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        limits.validate();
        if (fibers.stream().anyMatch(count -> count < 1)) {
            throw CliException.usage("--fibers-per-node: each must be at least 1.");
        }
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {SwitchBodies.class};
    }

    @Override
    public void run(final AppRun run) {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final List<Integer> counts = possible(run);
        final GlobalLongArray array = cluster.call(ctx -> GlobalLongArray.allocate(ctx, ctx.nodeCount()));
        final Map<String, Object> nanoseconds = new LinkedHashMap<>();
        final List<Cell> cells = cells(run, counts);
        for (int i = 0; i < cells.size(); i++) {
            measure(run, cluster, array, cells.get(i), limits.of(run).part(cells.size() - i), nanoseconds);
            run.progress().update("switches", i + 1, cells.size(), "");
        }
        cluster.run(array::free);
        if (!run.result().isWrong()) {
            run.result().with("nanosecondsPerSwitch", nanoseconds);
        }
    }

    /** Completions by another fiber of the worker only where two are on one for certain. */
    private static List<Cell> cells(final AppRun run, final List<Integer> counts) {
        final int workers = run.plan().workers();
        final List<Cell> cells = new ArrayList<>();
        final List<Integer> leftAway = counts.stream().filter(count -> count > 1 && count <= workers).toList();
        if (!leftAway.isEmpty()) {
            run.result().note("left away: park-wake with local completions of " + leftAway.stream().map(String::valueOf)
                .collect(Collectors.joining(", ")) + " fibers, which may be one for each of " + workers + " workers");
        }
        counts.forEach(count -> cells.add(new Cell(Way.YIELD, count)));
        for (final int count : counts) {
            if (count > workers) {
                cells.add(new Cell(Way.LOCAL, count));
            }
            if (run.plan().nodes() > 1) {
                cells.add(new Cell(Way.REMOTE, count));
            }
        }
        return cells;
    }

    /** More fibers than a worker has could not be there at the same time. */
    private List<Integer> possible(final AppRun run) {
        final int limit = run.settings().load(TaskConfig.class).fibers();
        final List<Integer> possible = new ArrayList<>(fibers);
        if (possible.removeIf(count -> count > limit)) {
            run.result().note("left away: more than " + limit + " fibers of a worker; for all of them add --fibers "
                + fibers.stream().max(Integer::compare).orElseThrow());
        }
        if (possible.isEmpty()) {
            throw CliException.usage("--fibers-per-node: a worker has at most " + limit + " fibers; raise --fibers.");
        }
        return possible;
    }

    private void measure(final AppRun run, final GmtCluster cluster, final GlobalLongArray array, final Cell cell,
                         final TimeLimit limit, final Map<String, Object> nanoseconds) {
        final Way way = cell.way();
        final int fiberCount = cell.fibers();
        final TrialSeries series = new TrialSeries(trials, limit, SECONDS, run.seed(), run.progress());
        final List<Double> perSwitch = new ArrayList<>();
        final TrialSeries.Row row = series.add((operations, seed) -> once(run, cluster, array, way,
            fiberCount, operations, perSwitch));
        series.run();
        final BenchResult result = row.addTo(BenchResult.of(way == Way.YIELD ? "switch" : "park-wake")
            .param("fibers", fiberCount));
        String label = result.name() + " " + fiberCount;
        if (way != Way.YIELD) {
            final String completion = way == Way.LOCAL ? "local" : "remote";
            result.param("completion", completion);
            label += " " + completion;
        }
        run.result().result(result);
        // warm-ups were before the trials
        final double[] ofTrials = perSwitch.subList(perSwitch.size() - row.mops().length, perSwitch.size()).stream()
            .mapToDouble(Double::doubleValue).toArray();
        nanoseconds.put(label, Math.round(10 * Medians.of(ofTrials)) / 10.0);
    }

    private static Measured.Sample once(final AppRun run, final GmtCluster cluster, final GlobalLongArray array,
                                        final Way way, final int fiberCount, final long operationsPerNode,
                                        final List<Double> perSwitch) {
        final long rounds = Math.max(1, operationsPerNode / fiberCount);
        final long iterations = (long) fiberCount * cluster.nodeCount();
        final RangeBody body = body(way, array, rounds);
        final List<long[]> outcomes = cluster.call(ctx -> {
            ctx.executeOnAll(SwitchBodies.prepare(fiberCount));
            ctx.parFor(iterations, 1, SpawnPolicy.PARTITION, body);
            return ctx.callOnAll(SwitchBodies.outcome());
        });
        final long[] slowest = outcomes.stream().max(Comparator.comparingLong(outcome -> outcome[0])).orElseThrow();
        final long switches = outcomes.stream().mapToLong(outcome -> outcome[1]).sum();
        final long lone = way == Way.LOCAL ? outcomes.stream().mapToLong(outcome -> outcome[2]).sum() : 0;
        if (run.verify()) {
            run.result().verified(switches == rounds * (iterations - lone));
        }
        // workers of a node switch at the same time: the one with most fibers needs all of it
        perSwitch.add((double) slowest[0] / (rounds * slowest[3]));
        return new Measured.Sample(switches, slowest[0]);
    }

    private static RangeBody body(final Way way, final GlobalLongArray array, final long rounds) {
        switch (way) {
            case YIELD:
                return SwitchBodies.yields(rounds);
            case LOCAL:
                return SwitchBodies.ring(rounds);
            default:
                return SwitchBodies.remote(array, rounds);
        }
    }
}

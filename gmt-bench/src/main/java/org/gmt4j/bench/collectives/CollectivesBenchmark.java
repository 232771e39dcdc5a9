package org.gmt4j.bench.collectives;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.bench.trial.TimeLimit;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.bench.trial.TrialTimes;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench collectives}: the time of barriers, reductions to all, broadcasts, gathers to all, and of the start
 * and end of a loop. One task of each node does round after round; one operation is one round. A round's time at a node
 * is that between the ends of two rounds there.
 */
public final class CollectivesBenchmark implements GmtApp {
    private static final double SECONDS = 0.2;
    private static final int PROOF_ROUNDS = 50;
    private static final int PROOF_LOOPS = 20;

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    @Option(names = "--only", paramLabel = "NAME", split = ",",
        description = "only these of barrier, all-reduce, broadcast, all-gather, loop")
    private List<String> only = new ArrayList<>();

    @Override
    public String name() {
        return "collectives";
    }

    @Override
    public String summary() {
        return "Time of barriers, reductions, broadcasts, gathers, and of the start and end of a loop.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench collectives -n 4", "gmt bench collectives --only barrier,all-reduce --format json");
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        limits.validate();
        only.forEach(CollectiveKind::of);
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {CollectiveBodies.class, RoundTimes.class};
    }

    @Override
    public void run(final AppRun run) {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final Map<String, Object> medians = new LinkedHashMap<>();
        final List<CollectiveKind> kinds = Arrays.stream(CollectiveKind.values())
            .filter(kind -> only.isEmpty() || only.contains(kind.label())).toList();
        for (int i = 0; i < kinds.size(); i++) {
            measure(run, cluster, kinds.get(i), limits.of(run).part(kinds.size() - i), medians);
        }
        if (run.verify()) {
            run.result().verified(proves(cluster));
        }
        if (!run.result().isWrong()) {
            run.result().with("medianMicroseconds", medians);
        }
    }

    private void measure(final AppRun run, final GmtCluster cluster, final CollectiveKind kind,
                         final TimeLimit limit, final Map<String, Object> medians) {
        final TrialTimes times = new TrialTimes(trials.trials());
        final TrialSeries series = new TrialSeries(trials, limit, SECONDS, run.seed(), run.progress());
        final TrialSeries.Row row = series.add((operations, seed) -> once(run, cluster, kind, operations, times));
        series.run();
        final Histogram rounds = times.of(row);
        run.result().result(row.addTo(BenchResult.of(kind.label()))
            .microseconds(us(rounds, 50), us(rounds, 99)).figure("p90Us", us(rounds, 90))
            .figure("maxUs", us(rounds, 100)));
        medians.put(kind.label(), us(rounds, 50));
    }

    private static double us(final Histogram rounds, final double percentile) {
        return rounds.getValueAtPercentile(percentile) / 1e3;
    }

    private Measured.Sample once(final AppRun run, final GmtCluster cluster, final CollectiveKind kind,
                                 final long rounds, final TrialTimes ofTrials) {
        final List<RoundTimes> times = times(cluster, kind, rounds);
        final Histogram together = new Histogram(3);
        times.forEach(ofNode -> together.add(ofNode.rounds()));
        ofTrials.add(together);
        if (run.verify()) {
            run.result().verified(times.stream().allMatch(RoundTimes::isRight));
        }
        return new Measured.Sample(rounds, times.stream().mapToLong(RoundTimes::ns).max().orElseThrow());
    }

    private static List<RoundTimes> times(final GmtCluster cluster, final CollectiveKind kind, final long rounds) {
        if (kind == CollectiveKind.LOOP) {
            final RangeBody body = CollectiveBodies.empty();
            return cluster.call(ctx -> List.of(CollectiveBodies.loops(ctx, rounds, body)));
        }
        return cluster.call(ctx -> ctx.callOnAll(kind.body(rounds)));
    }

    private static boolean proves(final GmtCluster cluster) {
        return cluster.call(ctx -> {
            final int nodes = ctx.nodeCount();
            final GlobalLongArray marks = GlobalLongArray.allocate(ctx, nodes);
            boolean isRight = !ctx.callOnAll(CollectiveBodies.barrierHolds(marks, PROOF_ROUNDS)).contains(false);
            marks.fill(ctx, 0);
            for (int loop = 1; loop <= PROOF_LOOPS; loop++) {
                ctx.parFor(nodes, 1, SpawnPolicy.PARTITION, CollectiveBodies.counting(marks));
                for (int node = 0; node < nodes; node++) {
                    isRight &= marks.get(ctx, node) == loop;
                }
            }
            marks.free(ctx);
            return isRight;
        });
    }
}

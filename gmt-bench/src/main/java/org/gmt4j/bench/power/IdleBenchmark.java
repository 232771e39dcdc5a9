package org.gmt4j.bench.power;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.gmt4j.GmtCluster;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.engine.bootstrap.RunConfig;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench idle}: the cost of a job that does nothing: processor time of each node's process in percent of one
 * core, and of the process with the media driver, for each way to wait; and how long the first operation after idleness
 * takes.
 */
public final class IdleBenchmark implements GmtApp {
    private static final int FIRST_OPERATIONS = 20;
    private static final long REST_MS = 40;

    @Mixin
    private ModeOptions modes;

    @Option(names = "--seconds", paramLabel = "S", defaultValue = "3",
        description = "how long idleness is watched, for each way to wait (default: ${DEFAULT-VALUE})")
    private double seconds;

    @Option(names = "--settle", paramLabel = "S", defaultValue = "2",
        description = "idleness before that, while the compiler ends its work (default: ${DEFAULT-VALUE})")
    private double settle;

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String summary() {
        return "Processor time of a job that does nothing, and the first operation after idleness, "
            + "for each way to wait.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public void validate(final CommonOptions common) {
        modes.validate();
        if (!(seconds > 0) || !(settle >= 0)) {
            throw CliException.usage("--seconds must be more than 0, --settle at least 0.");
        }
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {PowerBodies.class, IdleBenchmark.class, PowerMode.class};
    }

    @Override
    public void run(final AppRun run) throws InterruptedException {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final String obstacle = modes.obstacle(cluster);
        if (!obstacle.isEmpty()) {
            run.result().with("frequency", obstacle).note(modes.notMeasured(obstacle));
        }
        for (final PowerMode mode : modes.possible(obstacle)) {
            cluster.run(ctx -> ctx.executeOnAll(PowerBodies.waitBy(mode)));
            rest(settle);
            final Map<Long, long[]> before = readings(cluster);
            final Optional<Duration> driverBefore = driver(run);
            final long startNs = System.nanoTime();
            rest(seconds);
            final double elapsedNs = System.nanoTime() - startNs;
            final Optional<Duration> driverAfter = driver(run);
            final Map<Long, long[]> after = readings(cluster);
            final BenchResult result = BenchResult.of("idle").param("wait", mode.label())
                .figure("corePercent", largestShare(before, after, run.plan().inProcess() ? cluster.nodeCount() : 1));
            driverBefore.ifPresent(first -> driverAfter.ifPresent(last ->
                result.figure("driverPercent", 100 * last.minus(first).toNanos() / elapsedNs)));
            final Histogram first = firstOperations(cluster);
            if (run.verify()) {
                run.result().verified(isWhole(before, after) && first.getTotalCount() == FIRST_OPERATIONS);
            }
            run.result().result(result.microseconds(first.getValueAtPercentile(50) / 1e3,
                first.getValueAtPercentile(99) / 1e3));
        }
        run.result().note("corePercent: of one core, the node that used most; driverPercent: "
            + "the process with the media driver; "
            + "p50, p99: an empty task on all nodes after " + REST_MS + " ms of rest");
    }

    /** Every process was read twice, and neither clock went back. */
    private static boolean isWhole(final Map<Long, long[]> before, final Map<Long, long[]> after) {
        return !before.isEmpty() && before.keySet().equals(after.keySet())
            && before.entrySet().stream().allMatch(first -> after.get(first.getKey())[1] >= first.getValue()[1]
                && after.get(first.getKey())[2] > first.getValue()[2]);
    }

    private static Histogram firstOperations(final GmtCluster cluster) throws InterruptedException {
        final Histogram histogram = new Histogram(3);
        for (int i = 0; i < FIRST_OPERATIONS; i++) {
            TimeUnit.MILLISECONDS.sleep(REST_MS);
            final long ns = cluster.<Long>call(ctx -> {
                final long startNs = System.nanoTime();
                final int answers = ctx.callOnAll(PowerBodies.reading()).size();
                return answers == ctx.nodeCount() ? System.nanoTime() - startNs : -1;
            });
            if (ns >= 0) {
                histogram.recordValue(ns);
            }
        }
        return histogram;
    }

    /** By process: nodes of one JVM share it. */
    private static Map<Long, long[]> readings(final GmtCluster cluster) {
        final List<long[]> readings = cluster.call(ctx -> ctx.callOnAll(PowerBodies.reading()));
        final Map<Long, long[]> byProcess = new LinkedHashMap<>();
        readings.forEach(reading -> byProcess.put(reading[0], reading));
        return byProcess;
    }

    private static double largestShare(final Map<Long, long[]> before, final Map<Long, long[]> after,
                                       final int nodesPerProcess) {
        double largest = 0;
        for (final Map.Entry<Long, long[]> first : before.entrySet()) {
            final long[] last = after.get(first.getKey());
            largest = Math.max(largest,
                100.0 * (last[1] - first.getValue()[1]) / (last[2] - first.getValue()[2]) / nodesPerProcess);
        }
        return largest;
    }

    /** The launcher, which has the media driver of nodes that share a machine. */
    private static Optional<Duration> driver(final AppRun run) {
        return run.plan().inProcess() || run.plan().transport() != RunConfig.Transport.IPC ? Optional.empty()
            : ProcessHandle.current().parent().flatMap(parent -> parent.info().totalCpuDuration());
    }

    private static void rest(final double seconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
    }
}

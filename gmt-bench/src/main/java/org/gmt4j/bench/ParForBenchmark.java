package org.gmt4j.bench;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.RangeBody;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.fibers.SuspendExecution;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench parfor}: how fast empty tasks are spawned and run, by chunk and policy ({@code spawn}), and single
 * tasks one by one ({@code execute-nb}). One operation is one task. One caller on node 0.
 */
public final class ParForBenchmark implements GmtApp {
    private static final double SECONDS = 0.2;
    /** Single tasks on their way at a time: far below the limit at which spawning fails. */
    private static final int BATCH = 8192;
    private static final long PROOF_TASKS = 10_000;
    /** Iterations of all tasks are counted in a long. */
    private static final long LARGEST_CHUNK = 1L << 32;

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    private int measurementsLeft;       // while it runs

    @Option(names = "--chunks", paramLabel = "N", split = ",", defaultValue = "1,16,256,4096",
        description = "iterations of one task (default: ${DEFAULT-VALUE})")
    private List<Long> chunks = new ArrayList<>();

    @Option(names = "--policies", paramLabel = "NAME", split = ",", defaultValue = "local,remote,partition",
        description = "some of local, remote, partition, partition-here, partition-random, spread (default: "
            + "${DEFAULT-VALUE})")
    private List<String> policies = new ArrayList<>();

    @Override
    public String name() {
        return "parfor";
    }

    @Override
    public String summary() {
        return "Rate of spawning and running empty tasks, by chunk size and spawn policy.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        limits.validate();
        policies.forEach(NamedPolicy::of);
        if (chunks.stream().anyMatch(chunk -> chunk < 1 || chunk > LARGEST_CHUNK)) {
            throw CliException.usage("--chunks: each must be 1 to " + LARGEST_CHUNK + ".");
        }
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {ParForBodies.class};
    }

    @Override
    public void run(final AppRun run) {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        measurementsLeft = policies.size() * chunks.size() + (cluster.nodeCount() > 1 ? 2 : 1);
        for (final String name : policies) {
            final NamedPolicy policy = NamedPolicy.of(name);
            for (final long chunk : chunks) {
                if (run.verify()) {
                    run.result().verified(spawnsAll(cluster, policy, chunk));
                }
                measure(run, BenchResult.of("spawn").param("chunk", chunk).param("policy", name),
                    (operations, seed) -> spawn(cluster, policy, chunk, operations));
            }
        }
        singleTasks(run, cluster, 0, "local");
        if (cluster.nodeCount() > 1) {
            singleTasks(run, cluster, 1, "remote");
        }
    }

    private void singleTasks(final AppRun run, final GmtCluster cluster, final int node, final String label) {
        if (run.verify()) {
            run.result().verified(executesAll(cluster, node));
        }
        measure(run, BenchResult.of("execute-nb").param("policy", label),
            (operations, seed) -> executeNb(cluster, node, operations));
    }

    private void measure(final AppRun run, final BenchResult result, final Measured measured) {
        final TrialSeries series = new TrialSeries(trials, limits.of(run).part(measurementsLeft--), SECONDS,
            run.seed(), run.progress());
        final TrialSeries.Row row = series.add(measured);
        series.run();
        run.result().result(row.addTo(result));
    }

    private static Measured.Sample spawn(final GmtCluster cluster, final NamedPolicy policy, final long chunk,
                                         final long operationsPerNode) {
        final long tasks = Math.multiplyExact(operationsPerNode, policy.nodesUsed(cluster.nodeCount()));
        final long iterations = Math.multiplyExact(tasks, chunk);
        final RangeBody body = ParForBodies.empty();
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            ctx.parFor(iterations, chunk, policy.policy(), body);
            return System.nanoTime() - startNs;
        });
        return new Measured.Sample(tasks, ns);
    }

    private static Measured.Sample executeNb(final GmtCluster cluster, final int node, final long operations) {
        final TaskBody body = ParForBodies.emptyTask();
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            executeAll(ctx, node, operations, body);
            return System.nanoTime() - startNs;
        });
        return new Measured.Sample(operations, ns);
    }

    private static void executeAll(final TaskContext ctx, final int node, final long count, final TaskBody body)
        throws SuspendExecution {
        for (long done = 0; done < count; done += BATCH) {
            final long batch = Math.min(BATCH, count - done);
            for (long i = 0; i < batch; i++) {
                ctx.executeNb(node, body);
            }
            ctx.awaitTasks();
        }
    }

    // --- proofs: the same loops with bodies that count ---

    private static boolean spawnsAll(final GmtCluster cluster, final NamedPolicy policy, final long chunk) {
        return cluster.call(ctx -> {
            final GlobalLongArray counts = GlobalLongArray.allocate(ctx, 2);
            ctx.parFor(PROOF_TASKS * chunk, chunk, policy.policy(), ParForBodies.counting(counts));
            final long iterations = counts.get(ctx, 0);
            final long tasks = counts.get(ctx, 1);
            counts.free(ctx);
            // A part that does not divide by the chunk has one task more.
            return iterations == PROOF_TASKS * chunk && tasks >= PROOF_TASKS && tasks <= PROOF_TASKS + ctx.nodeCount();
        });
    }

    private static boolean executesAll(final GmtCluster cluster, final int node) {
        return cluster.call(ctx -> {
            final GlobalLongArray counts = GlobalLongArray.allocate(ctx, 2);
            executeAll(ctx, node, PROOF_TASKS, ParForBodies.countingTask(counts));
            final long tasks = counts.get(ctx, 1);
            counts.free(ctx);
            return tasks == PROOF_TASKS;
        });
    }
}

package org.gmt4j.bench.skew;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench skew}: loops whose iterations cost very different amounts of arithmetic, split in equal parts
 * ({@code off}), the same balanced ({@code on}), and the same iterations dealt out to all workers by their cost
 * ({@code ideal}), in turn within each trial. One operation is one step of arithmetic: how many an iteration has is
 * found out in each job, unless {@code --operations} says it; each has one at least. {@code ratio} is the median of
 * time over ideal time of the same trial, {@code idealShare} its inverse. One caller on node 0.
 */
public final class SkewBenchmark implements GmtApp {
    private static final double SECONDS = 0.4;
    private static final int CALIBRATIONS = 4;

    /** How the iterations come to the workers. */
    private enum Split { OFF, ON, IDEAL }

    @Mixin
    private TrialOptions trials;

    @Option(names = "--shapes", paramLabel = "NAME", split = ",", defaultValue = "ramp,power,hot,degrees",
        description = "some of ramp, power, hot, degrees (default: ${DEFAULT-VALUE})")
    private List<String> shapes = new ArrayList<>();

    @Option(names = "--iterations", paramLabel = "N", defaultValue = "16384",
        description = "of each loop (default: ${DEFAULT-VALUE})")
    private long iterations;

    @Option(names = "--chunk", paramLabel = "N", defaultValue = "8",
        description = "iterations of one task (default: ${DEFAULT-VALUE})")
    private long chunk;

    @Override
    public String name() {
        return "skew";
    }

    @Override
    public String summary() {
        return "Time of unevenly expensive loops with and without balance, against an ideal split.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        shapes.forEach(SkewShape::of);
        if (iterations < 2 || iterations > 1 << 24 || chunk < 1) {
            throw CliException.usage("--iterations must be 2 to 16777216, --chunk at least 1.");
        }
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {SkewBodies.class};
    }

    @Override
    public void run(final AppRun run) {
        for (int s = 0; s < shapes.size(); s++) {
            run.progress().update("shape", s + 1, shapes.size(), shapes.get(s));
            new Loop(run.cluster(GmtCluster.class), SkewShape.of(shapes.get(s))).measure(run);
        }
    }

    /** One skewed loop. */
    private final class Loop {
        private final GmtCluster cluster;
        private final SkewShape shape;
        private final int nodes;
        private final long[] bounds;
        private final GlobalLongArray proof;
        private final long expectedHashes = SkewBodies.sumOfHashes(iterations);
        private double stepsPerWeight;
        /** Of all iterations. */
        private long totalSteps;
        /** Of shape DEGREES, or null. */
        private GlobalLongArray steps;
        private boolean isRight = true;

        Loop(final GmtCluster cluster, final SkewShape shape) {
            this.cluster = cluster;
            this.shape = shape;
            nodes = cluster.nodeCount();
            final int workers = cluster.<Integer>call(ctx -> ctx.nodeCount() * ctx.workerCount());
            bounds = shape.equalCost(iterations, nodes, workers);
            final int elements = 2 * nodes;
            proof = cluster.call(ctx -> GlobalLongArray.allocate(ctx, elements));
        }

        void measure(final AppRun run) {
            prepareSteps();
            final Map<Split, double[]> seconds = new EnumMap<>(Split.class);
            for (final Split split : Split.values()) {
                seconds.put(split, new double[trials.trials()]);
            }
            for (int trial = -trials.warmup(); trial < trials.trials(); trial++) {
                for (final Split split : Split.values()) {
                    final double time = time(split) / 1e9;
                    if (trial >= 0) {
                        seconds.get(split)[trial] = time;
                    }
                }
            }
            run.result().verified(isRight);
            seconds.forEach((split, times) -> run.result().result(result(split, times, seconds.get(Split.IDEAL))));
            final GlobalLongArray array = proof;
            final GlobalLongArray degrees = steps;
            cluster.run(ctx -> {
                array.free(ctx);
                if (degrees != null) {
                    degrees.free(ctx);
                }
            });
        }

        private BenchResult result(final Split split, final double[] times, final double[] ideal) {
            final double[] mops = new double[times.length];
            final double[] ratios = new double[times.length];
            for (int i = 0; i < times.length; i++) {
                mops[i] = totalSteps / times[i] / 1e6;
                ratios[i] = times[i] / ideal[i];
            }
            return BenchResult.of("skew").param("shape", shape.label())
                .param("balance", split.name().toLowerCase(java.util.Locale.ROOT)).mops(mops)
                .figure("seconds", Medians.of(times)).figure("ratio", Medians.of(ratios))
                .figure("idealShare", 1 / Medians.of(ratios));
        }

        /** As many steps as are asked for, or as fill the time of a trial. */
        private void prepareSteps() {
            if (trials.operations() > 0) {
                stepsPerWeight = (double) trials.operations() * nodes / shape.sum(iterations, nodes);
            } else {
                calibrate();
            }
            totalSteps = shape.sumOfSteps(iterations, nodes, stepsPerWeight);
            if (shape == SkewShape.DEGREES) {
                final SkewLoop loop = description();
                final long chunkSize = 256;
                steps = cluster.call(ctx -> {
                    final GlobalLongArray array = GlobalLongArray.allocate(ctx, loop.n());
                    ctx.parFor(loop.n(), chunkSize,
                        SkewBodies.fillSteps(loop.shape(), loop.n(), loop.nodes(), loop.stepsPerWeight(), array));
                    return array;
                });
            }
        }

        /** Finds how many steps fill the time of a trial, by the ideal split. */
        private void calibrate() {
            final double targetNs = trials.seconds(SECONDS) * 1e9;
            stepsPerWeight = 1e6 / shape.sum(iterations, nodes);
            for (int i = 0; i < CALIBRATIONS; i++) {
                stepsPerWeight *= Math.max(0.01, targetNs / (1 << CALIBRATIONS - 1 - i) / time(Split.IDEAL));
            }
        }

        private SkewLoop description() {
            return new SkewLoop(shape.ordinal(), iterations, nodes, stepsPerWeight);
        }

        private long time(final Split split) {
            final RangeBody body = body(split);
            final boolean isIdeal = split == Split.IDEAL;
            final SpawnPolicy even = isIdeal || steps == null ? SpawnPolicy.SPREAD : SpawnPolicy.ownerOf(steps);
            final SpawnPolicy policy = split == Split.ON ? even.balanced() : even;
            final long count = isIdeal ? bounds.length - 1 : iterations;
            final long size = isIdeal ? 1 : chunk;
            final GlobalLongArray array = proof;
            final int elements = 2 * nodes;
            final long[] found = cluster.call(ctx -> {
                array.put(ctx, 0, new long[elements], 0, elements);
                final long startNs = System.nanoTime();
                ctx.parFor(count, size, policy, body);
                final long ns = System.nanoTime() - startNs;
                final long[] sums = new long[elements];
                array.get(ctx, 0, sums, 0, elements);
                final long[] result = {ns, 0, 0};
                for (int i = 0; i < elements; i++) {
                    result[1 + i % 2] += sums[i];
                }
                return result;
            });
            isRight &= found[1] == iterations && found[2] == expectedHashes;
            return Math.max(1, found[0]);
        }

        private RangeBody body(final Split split) {
            final SkewLoop loop = description();
            if (split == Split.IDEAL) {
                return SkewBodies.dealtOut(loop.shape(), loop.n(), loop.nodes(), loop.stepsPerWeight(), bounds, proof);
            }
            return steps != null ? SkewBodies.following(steps, proof)
                : SkewBodies.shaped(loop.shape(), loop.n(), loop.nodes(), loop.stepsPerWeight(), proof);
        }
    }

    private record SkewLoop(int shape, long n, int nodes, double stepsPerWeight) {
    }
}

package org.gmt4j.bench;

import java.util.List;
import java.util.Locale;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskFunction;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;

/**
 * {@code gmt bench armci}: the one-sided verbs. {@code put} and {@code get} of 1 MB by one task of node 0 to the last
 * node; {@code get-strided} of a patch of 1,024 x 1,024 doubles next to {@code get} of as many bytes; {@code acc-nb},
 * {@code gather} and {@code scatter} of single doubles at random places of all nodes, from all nodes. An operation is a
 * transfer, or an element.
 *
 * <p>Next to them the same through global arrays: {@code array-put} and {@code array-get} of 1 MB between a range of a
 * {@code GlobalLongArray} and an array of Java; {@code fetch-add-nb} on longs of one-sided memory, and
 * {@code array-fetch-add-nb} on those of an array.
 *
 * <p>Verified after every run, outside of its time: all memory that it wrote to, see {@link ArmciProof}. Of gathered
 * lists one in four is compared while it runs, and all of them in a run of their own at the end.
 */
public final class ArmciBenchmark implements GmtApp {
    private static final double SECONDS = 0.3;
    private static final long WORDS_PER_NODE = 1 << 21;
    private static final int CHUNK = 4096;
    /** Of a chunk. */
    private static final int LISTS = 4;

    private final Tampering tampering;

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    public ArmciBenchmark() {
        this(Tampering.NONE);
    }

    ArmciBenchmark(final Tampering tampering) {
        this.tampering = tampering;
    }

    @Override
    public String name() {
        return "armci";
    }

    @Override
    public String summary() {
        return "One-sided verbs: contiguous and strided transfers, accumulates, gather and scatter.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench armci -n 2", "gmt bench armci --format json");
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        limits.validate();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return AppMemory.builder().array("table", AppMemory.Phase.BOTH, WORDS_PER_NODE, 8)
            .array("array", AppMemory.Phase.BOTH, WORDS_PER_NODE, 8)
            .array("patches", AppMemory.Phase.BOTH, 3, ArmciBodies.PATCH_BYTES).build();
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {ArmciBodies.class, ArmciProof.class};
    }

    /** Damage that tests do to memory around a run. */
    interface Tampering {
        Tampering NONE = (verb, isDone, cluster, memory) -> { };

        /**
         * @param isDone the run is over and its target has not been looked at; else its source has been filled
         */
        void at(String verb, boolean isDone, GmtCluster cluster, ArmciMemory memory);

        /** The same for verbs of arrays. */
        default void at(final String verb, final boolean isDone, final GmtCluster cluster,
                        final GlobalLongArray array) {
        }
    }

    /** The verbs of one run: memory, timed runs, and their proofs. Main thread of node 0. */
    private final class Job {
        private final AppRun run;
        private final GmtCluster cluster;
        private final int target;
        private final ArmciMemory table;
        private final ArmciMemory patch;
        private final ArmciMemory local;
        private final ArmciMemory mistakes;
        private final GlobalLongArray array;

        Job(final AppRun run) {
            this.run = run;
            cluster = run.cluster(GmtCluster.class);
            target = cluster.nodeCount() - 1;
            table = cluster.armci().allocate(WORDS_PER_NODE * 8);
            patch = cluster.armci().allocate(2L * ArmciBodies.PATCH_BYTES);
            local = cluster.armci().allocateLocal(ArmciBodies.PATCH_BYTES);
            mistakes = cluster.armci().allocate(8);
            final long size = WORDS_PER_NODE * cluster.nodeCount();
            array = cluster.call(ctx -> GlobalLongArray.allocate(ctx, size));
        }

        void free() {
            for (final ArmciMemory memory : List.of(table, patch, local, mistakes)) {
                cluster.armci().free(memory);
            }
            cluster.run(array::free);
        }

        Measured.Sample put(final long operations, final long seed) {
            final ArmciMemory source = local;
            final ArmciMemory sink = patch;
            fill(0, source, false, seed);
            fill(target, sink, true, seed);
            final Measured.Sample sample = timed(cluster, operations,
                ctx -> ArmciBodies.ranges(ctx, sink, source, true, ArmciBodies.MEGABYTE, operations));
            prove("put", sink, target, ArmciProof.wrongAfterMove(sink, words(sink), seed, 0, ArmciBodies.MEGABYTE / 8,
                0, ArmciBodies.MEGABYTE / 8));
            return sample;
        }

        Measured.Sample get(final int bytes, final long operations, final long seed) {
            final ArmciMemory source = patch;
            final ArmciMemory sink = local;
            fill(target, source, false, seed);
            fill(0, sink, true, seed);
            tampering.at("get", false, cluster, source);
            final Measured.Sample sample = timed(cluster, operations,
                ctx -> ArmciBodies.ranges(ctx, source, sink, false, bytes, operations));
            prove("get", sink, 0, ArmciProof.wrongAfterMove(sink, words(sink), seed, target, bytes / 8, 0, bytes / 8));
            return sample;
        }

        Measured.Sample arrayPut(final long operations, final long seed) {
            fillArray(true, seed);
            final GlobalLongArray sink = array;
            final Measured.Sample sample = arrayTimed(operations, ctx -> {
                final long[] values = ArmciProof.words(ArmciBodies.MEGABYTE / 8, seed, 0);
                final long startNs = System.nanoTime();
                ArmciBodies.arrayRanges(ctx, sink, values, true, operations);
                return System.nanoTime() - startNs;
            });
            proveArray("array-put", target, ArmciProof.wrongAfterMove(sink, WORDS_PER_NODE, seed,
                ArmciBodies.MEGABYTE / 8));
            return sample;
        }

        Measured.Sample arrayGet(final long operations, final long seed) {
            fillArray(false, seed);
            tampering.at("array-get", false, cluster, array);
            final GlobalLongArray source = array;
            final boolean mustVerify = run.verify();
            final ArmciMemory wrong = mistakes;
            final Measured.Sample sample = arrayTimed(operations, ctx -> {
                final long[] values = new long[ArmciBodies.MEGABYTE / 8];
                final long startNs = System.nanoTime();
                ArmciBodies.arrayRanges(ctx, source, values, false, operations);
                final long ns = System.nanoTime() - startNs;
                if (mustVerify) {
                    Armci.of(ctx).addLongNb(wrong, 0, 0, ArmciProof.wrongIn(values, seed, ctx.nodeCount() - 1));
                    ctx.await();
                }
                return ns;
            });
            prove("array-get", mistakes, 0, ArmciProof.counted(mistakes));
            return sample;
        }

        Measured.Sample fetchAdd(final long operations, final long seed) {
            final long all = Measured.wholeChunks(operations, CHUNK) * cluster.nodeCount();
            fillTable(true, seed);
            final Measured.Sample sample = loop(cluster, all, CHUNK, 1,
                ArmciBodies.fetchAdds(table, WORDS_PER_NODE, seed));
            proveTable("fetch-add-nb", ArmciProof.wrongAfterCounts(table, WORDS_PER_NODE, seed, all));
            return sample;
        }

        Measured.Sample arrayFetchAdd(final long operations, final long seed) {
            final long all = Measured.wholeChunks(operations, CHUNK) * cluster.nodeCount();
            fillArray(true, seed);
            final Measured.Sample sample = loop(cluster, all, CHUNK, 1,
                ArmciBodies.arrayFetchAdds(array, WORDS_PER_NODE, seed));
            proveArray("array-fetch-add-nb", -1, ArmciProof.wrongAfterCounts(array, WORDS_PER_NODE, seed, all));
            return sample;
        }

        private Measured.Sample arrayTimed(final long operations, final TaskFunction<Long> body) {
            final long ns = cluster.call(body);
            return new Measured.Sample(operations, ns);
        }

        private void fillArray(final boolean isZero, final long seed) {
            if (run.verify()) {
                final TaskBody body = ArmciProof.fill(array, WORDS_PER_NODE, isZero, seed);
                cluster.run(ctx -> ctx.executeOnAll(body));
            }
        }

        /** @param node whose part is looked at; negative: all */
        private void proveArray(final String verb, final int node, final TaskFunction<Long> wrong) {
            if (run.verify()) {
                tampering.at(verb, true, cluster, array);
                run.result().verified(node < 0
                    ? cluster.call(ctx -> ctx.callOnAll(wrong)).stream().allMatch(count -> count == 0)
                    : cluster.<Long>call(ctx -> {
                        final long found = ctx.call(node, wrong);
                        return found;
                    }) == 0);
            }
        }

        Measured.Sample strided(final long operations, final long seed) {
            final ArmciMemory source = patch;
            final ArmciMemory sink = local;
            fill(target, source, false, seed);
            fill(0, sink, true, seed);
            tampering.at("get-strided", false, cluster, source);
            final Measured.Sample sample = timed(cluster, operations,
                ctx -> ArmciBodies.patches(ctx, source, sink, operations));
            prove("get-strided", sink, 0, ArmciProof.wrongAfterMove(sink, words(sink), seed, target,
                ArmciBodies.SIDE, 2L * ArmciBodies.SIDE,
                words(sink)));
            return sample;
        }

        Measured.Sample accumulate(final long operations, final long seed) {
            final long all = Measured.wholeChunks(operations, CHUNK) * cluster.nodeCount();
            fillTable(true, seed);
            final Measured.Sample sample = loop(cluster, all, CHUNK, 1,
                ArmciBodies.accumulates(table, WORDS_PER_NODE, seed));
            proveTable("acc-nb", ArmciProof.wrongAfterSums(table, WORDS_PER_NODE, seed, all));
            return sample;
        }

        Measured.Sample scatter(final long operations, final long seed) {
            final long lists = lists(cluster, operations);
            fillTable(true, seed);
            final Measured.Sample sample = loop(cluster, lists, LISTS, ArmciBodies.LIST,
                ArmciBodies.scatters(table, WORDS_PER_NODE, seed));
            proveTable("scatter", ArmciProof.wrongAfterScatter(table, WORDS_PER_NODE, seed, lists * ArmciBodies.LIST));
            return sample;
        }

        Measured.Sample gather(final long operations, final long seed, final boolean isAll) {
            final long lists = lists(cluster, operations);
            fillTable(false, seed);
            tampering.at("gather", false, cluster, table);
            final Measured.Sample sample = loop(cluster, lists, LISTS, ArmciBodies.LIST,
                ArmciBodies.gathers(table, WORDS_PER_NODE, seed, mistakes, isAll));
            prove("gather", mistakes, 0, ArmciProof.counted(mistakes));
            return sample;
        }

        private long words(final ArmciMemory memory) {
            return (memory == patch ? 2L : 1L) * ArmciBodies.PATCH_BYTES / 8;
        }

        private void fill(final int node, final ArmciMemory memory, final boolean isZero, final long seed) {
            if (run.verify()) {
                final TaskBody body = ArmciProof.fill(memory, words(memory), isZero, seed);
                cluster.run(ctx -> ctx.execute(node, body));
            }
        }

        private void fillTable(final boolean isZero, final long seed) {
            if (run.verify()) {
                final TaskBody body = ArmciProof.fill(table, WORDS_PER_NODE, isZero, seed);
                cluster.run(ctx -> ctx.executeOnAll(body));
            }
        }

        private void prove(final String verb, final ArmciMemory memory, final int node,
                           final TaskFunction<Long> wrong) {
            if (run.verify()) {
                tampering.at(verb, true, cluster, memory);
                final long count = cluster.<Long>call(ctx -> {
                    final long found = ctx.call(node, wrong);
                    return found;
                });
                run.result().verified(count == 0);
            }
        }

        private void proveTable(final String verb, final TaskFunction<Long> wrong) {
            if (run.verify()) {
                tampering.at(verb, true, cluster, table);
                run.result().verified(cluster.call(ctx -> ctx.callOnAll(wrong)).stream().allMatch(count -> count == 0));
            }
        }
    }

    @Override
    public void run(final AppRun run) {
        final Job job = new Job(run);
        final TrialSeries series = new TrialSeries(trials, limits.of(run), SECONDS, run.seed(), run.progress());
        final TrialSeries.Row put = series.add(job::put);
        final TrialSeries.Row get = series.add((operations, seed) -> job.get(ArmciBodies.MEGABYTE, operations, seed));
        final TrialSeries.Row whole = series.add((operations, seed) -> job.get(ArmciBodies.PATCH_BYTES,
            operations, seed));
        final TrialSeries.Row strided = series.add(job::strided);
        final TrialSeries.Row arrayPut = series.add(job::arrayPut);
        final TrialSeries.Row arrayGet = series.add(job::arrayGet);
        final TrialSeries.Row accumulate = series.add(job::accumulate);
        final TrialSeries.Row fetchAdd = series.add(job::fetchAdd);
        final TrialSeries.Row arrayFetchAdd = series.add(job::arrayFetchAdd);
        final TrialSeries.Row gather = series.add((operations, seed) -> job.gather(operations, seed, false));
        final TrialSeries.Row scatter = series.add(job::scatter);
        series.run();
        if (run.verify()) {
            job.gather(gather.operations(), run.seed(), true);
        }
        volume(run, "put", put, ArmciBodies.MEGABYTE);
        volume(run, "get", get, ArmciBodies.MEGABYTE);
        volume(run, "get", whole, ArmciBodies.PATCH_BYTES);
        volume(run, "get-strided", strided, ArmciBodies.PATCH_BYTES);
        volume(run, "array-put", arrayPut, ArmciBodies.MEGABYTE);
        volume(run, "array-get", arrayGet, ArmciBodies.MEGABYTE);
        volume(run, "acc-nb", accumulate, 8);
        volume(run, "fetch-add-nb", fetchAdd, 8);
        volume(run, "array-fetch-add-nb", arrayFetchAdd, 8);
        volume(run, "gather", gather, 8);
        volume(run, "scatter", scatter, 8);
        if (!run.result().isWrong()) {
            run.result().note(String.format(Locale.ROOT, "the strided get takes %.2f of the time of the contiguous one",
                1 / strided.medianShareOf(whole)));
            run.result().note(String.format(Locale.ROOT, "arrays: put %.2f and get %.2f of the verbs' rate;"
                + " fetch-and-add on one-sided memory %.2f of the arrays'", arrayPut.medianShareOf(put),
                arrayGet.medianShareOf(get), fetchAdd.medianShareOf(arrayFetchAdd)));
        }
        job.free();
    }

    private static long lists(final GmtCluster cluster, final long elementsPerNode) {
        return Measured.wholeChunks(Math.max(1, elementsPerNode / ArmciBodies.LIST), LISTS) * cluster.nodeCount();
    }

    private static void volume(final AppRun run, final String name, final TrialSeries.Row row, final int bytes) {
        run.result().result(row.addTo(BenchResult.of(name).param("bytes", bytes))
            .mbPerSecond(Medians.of(row.mops()) * bytes));
    }

    private static Measured.Sample timed(final GmtCluster cluster, final long operations, final TaskBody body) {
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            body.run(ctx);
            return System.nanoTime() - startNs;
        });
        return new Measured.Sample(operations, ns);
    }

    private static Measured.Sample loop(final GmtCluster cluster, final long iterations, final long chunk,
                                        final long operations, final RangeBody body) {
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            ctx.parFor(iterations, chunk, SpawnPolicy.PARTITION, body);
            return System.nanoTime() - startNs;
        });
        return new Measured.Sample(iterations * operations, ns);
    }
}

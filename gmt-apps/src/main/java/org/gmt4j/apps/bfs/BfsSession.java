package org.gmt4j.apps.bfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.apps.graph.run.CompilerTime;
import org.gmt4j.apps.graph.run.GraphWords;
import org.gmt4j.apps.graph.run.WarmUp;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.Progress;
import org.gmt4j.cli.result.SampleStatistics;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.bfs.BfsKernel;
import org.gmt4j.graph.bfs.BfsRoots;
import org.gmt4j.graph.bfs.BfsTally;
import org.gmt4j.graph.bfs.BfsVerifier;
import org.gmt4j.graph.bfs.SerialComparison;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.EdgeCheck;
import org.gmt4j.graph.serial.BfsViolation;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.values.VertexValues;

/**
 * One run of the application: build, choose roots, warm up, then search, time and verify root by root. Owned by the
 * main thread of node 0.
 */
final class BfsSession {
    private final AppRun run;
    private final GmtCluster cluster;
    private final GraphSpec spec;
    private final Builder builder;
    private final Opener opener;
    private EdgeSource source;
    private CsrGraph graph;
    private BfsKernel kernel;
    private BfsVerifier verifier;
    private SerialComparison comparison;
    private long verificationNs;
    private long shortWarmUpNs;
    private final CompilerTime compilers = new CompilerTime();
    private List<Long> searched = List.of();
    private final List<Double> mteps = new ArrayList<>();
    private boolean isRight = true;
    private Path levelsFile;
    private Path treeFile;
    private boolean isDirected;
    private BuildTimes buildTimes;
    private double buildSeconds;

    /** Makes the graph. */
    @FunctionalInterface
    interface Builder {
        CsrGraph build(TaskContext ctx, GraphSpec edges, boolean isDirected, BuildTimes times) throws SuspendExecution;
    }

    /** Sets up the search that is timed. */
    @FunctionalInterface
    interface Opener {
        BfsKernel open(TaskContext ctx, CsrGraph graph) throws SuspendExecution;
    }

    BfsSession(final AppRun run, final GraphSpec spec, final Opener opener) {
        this(run, spec, BfsSession::buildGraph, opener);
    }

    BfsSession(final AppRun run, final GraphSpec spec, final Builder builder, final Opener opener) {
        this.run = run;
        this.builder = builder;
        this.cluster = run.cluster(GmtCluster.class);
        this.spec = spec;
        this.opener = opener;
    }

    /** @param root as the graph's file names it; null for random ones */
    void run(final Long root, final int trials, final Integer warmUps) {
        source = spec.open();
        source.prepare();
        isDirected = spec.isDirected(source);
        if (!build()) {
            return;
        }
        final List<Long> roots = roots(root, trials);
        try (Progress.Watch watch = run.progress().watch(() -> "setting up the search", () -> 0, () -> 0)) {
            openSearch();
        }
        warmUp(roots, warmUps);
        if (run.verify()) {
            try (Progress.Watch watch = run.progress().watch(() -> "comparing edges with the source",
                () -> 0, () -> 0)) {
                openVerification();
            }
        }
        searched = roots;
        for (int i = 0; i < roots.size() && isRight; i++) {
            run.progress().update("searches", i, roots.size(), run.verify() ? "searched and verified" : "searched");
            isRight = search(roots.get(i));
        }
        final Map<String, Object> last = kernel.lastSearch();
        if (!last.isEmpty()) {
            run.result().with("lastSearch", last);
        }
        writeFiles(roots);
        compilers.report(run.result());
        // The arrays stay until the cluster closes, so that the report shows their memory.
        if (run.verify()) {
            reportVerification();
        }
    }

    /** What the search makes of the edges belongs to the construction, as in a program that searches once. */
    private void openSearch() {
        final long start = System.nanoTime();
        kernel = cluster.call(ctx -> opener.open(ctx, graph));
        final double seconds = (System.nanoTime() - start) / 1e9;
        final Map<String, Double> index = kernel.indexSeconds();
        final Map<String, Double> phases = new LinkedHashMap<>(buildTimes.phases());
        phases.putAll(index);
        reportConstruction(buildSeconds + index.values().stream().mapToDouble(Double::doubleValue).sum(), phases);
        final Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("seconds", seconds);
        setUp.put("phases", index);
        run.result().with("searchSetUp", setUp);
    }

    /** Before {@link #run}: where the answers of the last search go; null where nobody wants them. */
    void writeFiles(final Path levels, final Path tree) {
        levelsFile = levels;
        treeFile = tree;
    }

    private void writeFiles(final List<Long> roots) {
        if (levelsFile == null && treeFile == null) {
            return;
        }
        if (!isRight) {
            run.result().note("nothing was written to "
                + (levelsFile == null ? "" : levelsFile + (treeFile == null ? "" : ", "))
                + (treeFile == null ? "" : treeFile) + ": the result is wrong");
            return;
        }
        final long root = roots.get(roots.size() - 1);
        final Map<String, Object> files = new LinkedHashMap<>();
        files.put("root", source.originalId(root));
        if (levelsFile != null) {
            if (verifier == null) {
                deriveLevels(root);
            }
            files.put("levels", write(levelsFile, "level", verifier.levels(), VertexValues.Kind.NUMBERS));
        }
        if (treeFile != null) {
            try {
                files.put("tree", write(treeFile, "parent", kernel.parents(), VertexValues.Kind.VERTICES));
            } catch (final RuntimeException failure) {
                deleteLevels(failure);
                throw failure;
            }
        }
        run.result().with("files", files);
    }

    /** One file without the other is none. */
    private void deleteLevels(final RuntimeException failure) {
        try {
            if (levelsFile != null) {
                Files.deleteIfExists(levelsFile);
            }
        } catch (final IOException notDeleted) {
            failure.addSuppressed(notDeleted);
        }
    }

    /** Without verification nobody has done it yet. */
    private void deriveLevels(final long root) {
        verifier = cluster.call(ctx -> BfsVerifier.open(ctx, graph));
        cluster.call(ctx -> verifier.deriveLevels(ctx, root, kernel.parents())).ifPresent(violation -> {
            throw CliException.failed("GMT-331",
                "the search's tree has no levels: " + violation + ". Run without --no-verify for all rules.", null);
        });
    }

    private Map<String, Object> write(final Path file, final String column, final IntegerArray values,
                                      final VertexValues.Kind kind) {
        final GraphSpec source = spec;
        try (Progress.Watch watch = run.progress().watch(() -> "writing " + file.getFileName(), () -> 0, () -> 0)) {
            final long bytes = cluster.call(ctx -> VertexValues.write(ctx, file, column, values,
                () -> source.open(), kind));
            final Map<String, Object> written = new LinkedHashMap<>();
            written.put("file", file.toString());
            written.put("vertices", graph.vertexCount());
            written.put("bytes", bytes);
            return written;
        } catch (final GmtException | GraphException failure) {
            throw GraphWords.failed(failure);
        }
    }

    /** Besides the verifier: the rows that the search reads against the edges of the source, once. */
    private void openVerification() {
        final long start = System.nanoTime();
        final EdgeCheck check = buildTimes.edges();
        final Optional<String> difference = cluster.call(ctx -> check.differenceOf(ctx, graph));
        difference.ifPresent(text -> wrong("GMT-" + GraphException.EDGES_DIFFER + " " + text));
        verifier = cluster.call(ctx -> BfsVerifier.open(ctx, graph));
        comparison = SerialComparison.fits(graph.vertexCount(),
            graph.listedEdges()) ? SerialComparison.of(source, isDirected) : null;
        verificationNs = System.nanoTime() - start;
    }

    private void wrong(final String text) {
        run.result().verified(false);
        run.result().note(text);
        isRight = false;
    }

    /** The extent of the comparison, so that nobody believes in more. */
    private void reportVerification() {
        final Map<String, Object> verification = new LinkedHashMap<>();
        verification.put("seconds", verificationNs / 1e9);
        verification.put("serialComparison", comparison != null);
        verification.put("tree", comparison != null ? "Graph500's rules on the built graph, "
            + "and levels of a serial search on the source's edges"
            : "Graph500's rules on the built graph");
        verification.put("edges",
            "source against built graph, by the counts of both directions and two 64-bit checksums");
        verification.put("checksums", buildTimes.edges().values());
        run.result().section("verification", verification,
            String.format(Locale.ROOT, " verification took %.2f s%n   trees: %s%n   edges: %s%n",
            verificationNs / 1e9, verification.get("tree"), verification.get("edges")));
    }

    /** Before {@link #run}: how long searches warm up at least, unless their number is given. */
    void warmUpFor(final long ns) {
        shortWarmUpNs = ns;
    }

    /** After {@link #run}: the same searches by one thread of this process. Wrong results are not compared. */
    void compareWithOneThread(final DirectionRule rule) {
        if (!isRight) {
            return;
        }
        final Optional<String> refusal = SerialBaseline.refusal(graph.name(), graph.vertexCount(), graph.listedEdges());
        if (refusal.isPresent()) {
            run.result().note(refusal.get() + " Nothing was compared.");
            return;
        }
        comparison = null;
        final int cores = Math.min(Runtime.getRuntime().availableProcessors(),
            run.plan().nodes() * run.plan().threads());
        final double rate = SampleStatistics.of(mteps.stream().mapToDouble(Double::doubleValue).toArray())
            .harmonicMean();
        try (Progress.Watch watch = run.progress().watch(() -> "one thread searches the same graph",
            () -> 0, () -> 0)) {
            final long start = System.nanoTime();
            final LocalCsr local = LocalCsr.of(spec.open(), isDirected);
            new SerialBaseline(local, (System.nanoTime() - start) / 1e9).report(searched, rule, rate, cores,
                run.result());
        }
    }

    private static CsrGraph buildGraph(final TaskContext ctx, final GraphSpec edges, final boolean isDirected,
                                       final BuildTimes times)
        throws SuspendExecution {
        return isDirected ? CsrBuilder.directed(ctx, () -> edges.open(), times)
            : CsrBuilder.symmetrised(ctx, () -> edges.open(), times);
    }

    /** False: the build has lost or changed edges. */
    private boolean build() {
        // As behind a barrier: all nodes are up and have talked to each other before the clock starts.
        cluster.run(ctx -> ctx.executeOnAll(node -> node.barrier()));
        buildTimes = new BuildTimes();
        final long start = System.nanoTime();
        try (Progress.Watch watch = run.progress().watch(buildTimes::step, buildTimes::done, buildTimes::expected)) {
            graph = cluster.call(ctx -> builder.build(ctx, spec, isDirected, buildTimes));
        } catch (final GmtException | GraphException failure) {
            GraphWords.wrongBuild(failure, source, isDirected, run.result());
            isRight = false;
            return false;
        }
        buildSeconds = (System.nanoTime() - start) / 1e9;
        run.result().graph(graph.name(), graph.vertexCount(), graph.listedEdges(), isDirected);
        reportConstruction(buildSeconds, buildTimes.phases());
        return true;
    }

    /** Later figures take the place of earlier ones. */
    private void reportConstruction(final double seconds, final Map<String, Double> phases) {
        final Map<String, Object> construction = new LinkedHashMap<>();
        construction.put("seconds", seconds);
        construction.put("mEdgesPerSecond", graph.listedEdges() / seconds / 1e6);
        construction.put("storedEdges", graph.storedEdges());
        construction.put("phases", phases);
        run.result().with("construction", construction);
    }

    private List<Long> roots(final Long root, final int trials) {
        if (root != null) {
            return java.util.Collections.nCopies(trials, RootId.number(source, graph.vertexCount(), root));
        }
        final long seed = run.seed();
        final List<Long> roots = cluster.call(ctx -> BfsRoots.choose(ctx, graph, trials, seed));
        if (roots.isEmpty()) {
            throw GraphWords.nothingToSearch(graph.name(), graph.vertexCount());
        }
        return roots;
    }

    private void warmUp(final List<Long> roots, final Integer count) {
        final boolean isShort = CompilerTime.isQuick();
        final WarmUp warmUp = new WarmUp(shortWarmUpNs,
            cluster.nodeCount() / Runtime.getRuntime().availableProcessors(), isShort);
        while (count == null ? !warmUp.isOver() : warmUp.searches() < count) {
            final long root = roots.get(warmUp.searches() % roots.size());
            if (isShort) {
                final long start = System.nanoTime();
                cluster.call(ctx -> kernel.search(ctx, root));
                warmUp.searched(System.nanoTime() - start, 0);
            } else {
                final Searched searched = searched(root);
                warmUp.searched(searched.ns(), searched.compilerMs());
            }
            run.progress().update("warm-up", warmUp.searches(), count == null ? 0 : count, "searches");
        }
        run.result().with("warmUps", warmUp.searches()).with("warmUpSettled", warmUp.isSettled());
    }

    /** One trial. False: the result is wrong. */
    private boolean search(final long root) {
        final Searched done = searched(root);
        compilers.searched(done.ns(), done.compilerMs());
        final Trial trial = Trial.of(done.ns() / 1e9).edges(done.tally().edges()).reached(done.tally().reached())
            .levels(done.levels()).with("root", source.originalId(root));
        run.result().trial(trial);
        mteps.add(trial.mteps());
        if (verifier == null) {
            return true;
        }
        final long start = System.nanoTime();
        final Optional<String> mistake = mistake(root);
        verificationNs += System.nanoTime() - start;
        run.result().verified(mistake.isEmpty());
        mistake.ifPresent(text -> run.result().note("wrong from root " + root + ": " + text
            + (source.ids() == EdgeSource.Ids.SAME ? "" : " (vertices are numbered from 0 here)")));
        return mistake.isEmpty();
    }

    /**
     * A search, and what is looked at around it. Warm-up does the same, but for short jobs: what is new to the
     * compilers between two timed searches would have them work during the second one.
     */
    private Searched searched(final long root) {
        final long[] timed = cluster.call(ctx -> timed(ctx, root));
        final BfsTally tally = cluster.call(ctx -> BfsTally.of(ctx, graph, kernel.parents()));
        return new Searched(timed[0], timed[1], timed[2], tally);
    }

    private record Searched(long ns, long levels, long compilerMs, BfsTally tally) {
    }

    private long[] timed(final TaskContext ctx, final long root) throws SuspendExecution {
        final List<Long> before = CompilerTime.ofNodes(ctx);
        final long start = System.nanoTime();
        final long levels = kernel.search(ctx, root);
        final long ns = System.nanoTime() - start;
        return new long[] {ns, levels, CompilerTime.longest(before, CompilerTime.ofNodes(ctx))};
    }

    private Optional<String> mistake(final long root) {
        final Optional<BfsViolation> violation = verdict(root);
        if (violation.isPresent() || comparison == null) {
            return violation.map(BfsViolation::toString);
        }
        final int[] levels = cluster.call(this::levels);
        return comparison.difference(root, levels);
    }

    /** Only the first verdict shows how far it is: by then people know how long one takes, and see searches counted. */
    private Optional<BfsViolation> verdict(final long root) {
        if (mteps.size() > 1) {
            return cluster.call(ctx -> verifier.verify(ctx, root, kernel.parents()));
        }
        final LongAdder rows = new LongAdder();
        cluster.run(ctx -> verifier.watch(rows::add));
        final long all = graph.rowsPerNode() * cluster.nodeCount();
        try (Progress.Watch watch = run.progress().watch(() -> "verifying: rows", rows::sum, () -> all)) {
            return cluster.call(ctx -> verifier.verify(ctx, root, kernel.parents()));
        }
    }

    private int[] levels(final TaskContext ctx) throws SuspendExecution {
        final int[] levels = new int[(int) graph.vertexCount()];
        verifier.levels().get(ctx, 0, levels, 0, levels.length);
        return levels;
    }
}

package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.Progress;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.file.LineComplaint;
import org.gmt4j.graph.serial.NumberedEdges;

/**
 * One run of an application of the library: load, warm up, then ask, time and judge, trial by trial. Owned by the main
 * thread of node 0.
 */
final class GraphSession<R extends AutoCloseable> {
    private static final int SHOWN_FILES = 16;

    private final AppRun run;
    private final GmtCluster cluster;
    private final GraphApp<R> app;
    private final GraphInput input;
    private final CompilerTime compilers = new CompilerTime();
    private Function<R, Optional<String>> judge;
    private long verificationNs;
    private R last;

    GraphSession(final AppRun run, final GraphApp<R> app, final GraphInput input) {
        this.run = run;
        this.cluster = run.cluster(GmtCluster.class);
        this.app = app;
        this.input = input;
    }

    void run(final int trials, final Integer warmUps, final Path values) {
        input.source().prepare();
        final Optional<Graph> loaded = load();
        if (loaded.isEmpty()) {
            return;
        }
        try (Graph graph = loaded.get()) {
            app.prepare(graph, trials, run.seed());
            warmUp(graph, trials, warmUps);
            if (run.verify()) {
                openJudge();
            }
            boolean isRight = true;
            for (int i = 0; i < trials && isRight; i++) {
                run.progress().update("trials", i, trials, run.verify() ? "run and verified" : "run");
                isRight = trial(graph, i);
            }
            app.facts(last).forEach(run.result()::with);
            write(values, isRight);
            compilers.report(run.result());
            reportVerification();
            close(last);
        } catch (final GmtException | GraphException failure) {
            throw GraphWords.failed(failure);
        }
    }

    /** Nothing: the build has lost or changed edges. */
    private Optional<Graph> load() {
        cluster.run(ctx -> ctx.executeOnAll(node -> node.barrier()));   // all nodes are up before the clock starts
        final long start = System.nanoTime();
        try (Progress.Watch watch = run.progress().watch(() -> "building the graph", () -> 0, () -> 0)) {
            final Graph graph = Graph.load(cluster, input.edges());
            report(graph, (System.nanoTime() - start) / 1e9);
            return Optional.of(graph);
        } catch (final GmtException | GraphException failure) {
            GraphWords.wrongBuild(failure, input.source(), input.directed(), run.result());
            return Optional.empty();
        }
    }

    private void report(final Graph graph, final double seconds) {
        run.result().graph(input.source().name(), graph.vertices(), graph.listedEdges(), graph.isDirected());
        final Map<String, Object> construction = new LinkedHashMap<>();
        construction.put("seconds", seconds);
        construction.put("mEdgesPerSecond", graph.listedEdges() / seconds / 1e6);
        construction.put("storedEdges", graph.isDirected() ? graph.edges() : 2 * graph.edges());
        run.result().with("construction", construction);
    }

    private void warmUp(final Graph graph, final int trials, final Integer count) {
        final WarmUp warmUp = new WarmUp(0, cluster.nodeCount() / Runtime.getRuntime().availableProcessors(),
            CompilerTime.isQuick());
        while (count == null ? !warmUp.isOver() : warmUp.searches() < count) {
            run.progress().update("warm-up", warmUp.searches(), count == null ? 0 : count, "runs");
            final Asked asked = ask(graph, warmUp.searches() % trials);
            warmUp.searched(asked.ns(), asked.compilerMs());
        }
        run.result().with("warmUps", warmUp.searches()).with("warmUpSettled", warmUp.isSettled());
    }

    private void openJudge() {
        final long start = System.nanoTime();
        try (Progress.Watch watch = run.progress().watch(() -> "one thread reads the edges", () -> 0, () -> 0)) {
            judge = app.judge(NumberedEdges.of(input.source(), input.directed()));
        }
        verificationNs = System.nanoTime() - start;
    }

    /** False: the answer is wrong. */
    private boolean trial(final Graph graph, final int number) {
        final Asked asked = ask(graph, number);
        compilers.searched(asked.ns(), asked.compilerMs());
        final Trial trial = Trial.of(asked.ns() / 1e9);
        app.describe(last, trial);
        app.facts(last).forEach(trial::with);
        run.result().trial(trial);
        return judge == null || isRight(number);
    }

    /** Takes the place of the answer before. Warm-up does the same, so that nothing of it is new to the compilers. */
    private Asked ask(final Graph graph, final int number) {
        if (last != null) {
            close(last);
            last = null;
        }
        final List<Long> before = cluster.call(ctx -> CompilerTime.ofNodes(ctx));
        final long start = System.nanoTime();
        last = app.ask(graph, number);
        final long ns = System.nanoTime() - start;
        return new Asked(ns, CompilerTime.longest(before, cluster.call(ctx -> CompilerTime.ofNodes(ctx))));
    }

    private record Asked(long ns, long compilerMs) {
    }

    private boolean isRight(final int number) {
        final long start = System.nanoTime();
        final Optional<String> mistake = judge.apply(last);
        verificationNs += System.nanoTime() - start;
        run.result().verified(mistake.isEmpty());
        mistake.ifPresent(text -> run.result().note("wrong in trial " + (number + 1) + ": " + text
            + (input.source().hasTextNames() ? " (vertices are numbered here, in the order of their names)" : "")));
        return mistake.isEmpty();
    }

    private void write(final Path file, final boolean isRight) {
        if (file == null) {
            return;
        }
        if (!isRight) {
            run.result().note("nothing was written to " + file + ": the result is wrong");
            return;
        }
        try (Progress.Watch watch = run.progress().watch(() -> "writing " + file.getFileName(), () -> 0, () -> 0)) {
            final long bytes = app.write(last, file);
            final Map<String, Path> several = app.files(last, file);
            if (several.isEmpty()) {
                final Map<String, Object> written = new LinkedHashMap<>();
                written.put("file", file.toString());
                written.put("bytes", bytes);
                run.result().with("values", written);
            } else {
                report(several, file, bytes);
            }
        }
    }

    /** Some lines for people, all of them for programs. */
    private void report(final Map<String, Path> files, final Path asked, final long bytes) {
        final List<Map<String, String>> rows = new ArrayList<>();
        final StringBuilder text = new StringBuilder(String.format(Locale.ROOT, " values: %,d files, %,d bytes%n",
            files.size(), bytes));
        files.forEach((of, file) -> {
            if (rows.size() < SHOWN_FILES) {
                text.append(String.format("   %s: %s%n", LineComplaint.excerpt(of), file));
            }
            rows.add(Map.of("of", of, "file", file.toString()));
        });
        if (rows.size() > SHOWN_FILES) {
            text.append(String.format(Locale.ROOT, "   and %,d more, which --format json lists%n",
                rows.size() - SHOWN_FILES));
        }
        final Map<String, Object> written = new LinkedHashMap<>();
        if (files.containsValue(asked)) {
            written.put("file", asked.toString());
        }
        written.put("files", rows);
        written.put("bytes", bytes);
        run.result().section("values", written, text.toString());
    }

    private void reportVerification() {
        if (judge != null) {
            final Map<String, Object> verification = new LinkedHashMap<>();
            verification.put("seconds", verificationNs / 1e9);
            verification.put("answers", app.verification());
            run.result().section("verification", verification, String.format(Locale.ROOT,
                " verification took %.2f s%n   answers: %s%n", verificationNs / 1e9, app.verification()));
        }
    }

    private static void close(final AutoCloseable answer) {
        try {
            answer.close();
        } catch (final Exception failure) {
            throw new IllegalStateException("an answer could not be closed", failure);
        }
    }
}

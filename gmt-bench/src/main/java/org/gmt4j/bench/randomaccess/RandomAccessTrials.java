package org.gmt4j.bench.randomaccess;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.Trial;

/**
 * Runs all ways on all tables in turn, trial by trial, so that disturbances of the machine affect all alike; proves
 * each table after each trial. Main thread of node 0.
 */
final class RandomAccessTrials {
    /** One way on one table. */
    private static final class Row {
        private final VariantClusters clusters;
        private final int index;
        private final Variant variant;
        private final UpdatedTable table;
        private final UpdateWay way;
        private final double[] mops;

        private Row(final VariantClusters clusters, final int index, final UpdatedTable table, final UpdateWay way,
                    final int trials) {
            this.clusters = clusters;
            this.index = index;
            variant = clusters.variants().get(index);
            this.table = table;
            this.way = way;
            mops = new double[trials];
        }

        private double update() {
            return clusters.turn(index, cluster -> table.update(way));
        }

        private double medianShareOf(final Row other) {
            final double[] shares = new double[mops.length];
            Arrays.setAll(shares, trial -> mops[trial] / other.mops[trial]);
            return Medians.of(shares);
        }
    }

    private final AppRun run;
    private final TrialOptions options;
    private final TableShape shape;
    private final Optional<TableJudge> judge;
    private final List<Row> rows = new ArrayList<>();

    /** @param judge nothing where nobody verifies */
    RandomAccessTrials(final AppRun run, final TrialOptions options, final TableShape shape,
                       final Optional<TableJudge> judge) {
        this.run = run;
        this.options = options;
        this.shape = shape;
        this.judge = judge;
    }

    /** @param index of the variant */
    void add(final VariantClusters clusters, final int index, final UpdatedTable table, final UpdateWay way) {
        rows.add(new Row(clusters, index, table, way, options.trials()));
    }

    /** Runs and reports; ends early where a table is wrong. */
    void run() {
        for (int i = 0; i < options.warmUp(); i++) {
            rows.forEach(Row::update);
        }
        for (int trial = 0; trial < options.trials(); trial++) {
            for (final Row row : rows) {
                time(row, trial);
                if (run.result().isWrong()) {
                    return;
                }
            }
            run.progress().update("trial", trial + 1, options.trials(), "");
        }
        judge.ifPresent(proved -> run.result().with("errors", 0L));
        rows.forEach(this::report);
    }

    private void time(final Row row, final int trial) {
        final double seconds = row.update();
        row.mops[trial] = shape.updates() / seconds / 1e6;
        if (rows.size() == 1) {
            run.result().trial(Trial.of(seconds).with("updates", shape.updates()));
        }
        judge.ifPresent(judged -> prove(judged, row, trial));
    }

    private void prove(final TableJudge judged, final Row row, final int trial) {
        final TableState state = row.table.prove(row.way);
        final Optional<String> complaint = judged.complaint(row.way, state);
        run.result().verified(complaint.isEmpty());
        complaint.ifPresent(wrong -> run.result().with("errors", state.errors())
            .note("trial " + (trial + 1) + ", " + row.way.label() + ": " + wrong));
    }

    private void report(final Row row) {
        final double median = Medians.of(row.mops);
        final BenchResult result = BenchResult.of(row.way.label());
        row.variant.params().forEach(result::param);
        result.mops(row.mops).figure("gups", median / 1e3);
        judge.flatMap(judged -> judged.mopsOfOneThread(row.way)).ifPresent(oneThread ->
            result.figure("oneThreadMops", oneThread).figure("ratio", median / oneThread));
        final Row first = rows.stream().filter(other -> other.way == row.way).findFirst().orElseThrow();
        if (first != row) {
            result.figure("ofFirst", row.medianShareOf(first));
        }
        run.result().result(result);
    }
}

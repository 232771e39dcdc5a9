package org.gmt4j.bench.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.JudgedProgram;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.variant.NodeFigures;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.cli.result.BenchResult;

/** One program under one topology, with one choice of settings: its runs and their times. Main thread of node 0. */
final class TopologyRow {
    private final VariantClusters clusters;
    private final int index;
    private final Variant variant;
    private final GmtCluster cluster;
    private final long forwardedBefore;
    private final long stallsBefore;
    private final List<Double> seconds = new ArrayList<>();

    /** @param index of the variant */
    TopologyRow(final VariantClusters clusters, final int index) {
        this.clusters = clusters;
        this.index = index;
        variant = clusters.variants().get(index);
        cluster = clusters.cluster(index);
        final NodeFigures start = NodeFigures.of(cluster);
        forwardedBefore = NodeFigures.sum(start.forwardedBlocks());
        stallsBefore = NodeFigures.sum(start.edgeStalls());
    }

    /** Runs once. @param isTimed keep the time? @return what is wrong with the answer; empty where nothing is */
    String run(final JudgedProgram.Work work, final boolean isTimed) {
        final JudgedProgram.Run run = clusters.turn(index, work::run);
        if (isTimed) {
            seconds.add(run.seconds());
        }
        return run.complaint();
    }

    String label() {
        return variant.label();
    }

    /** Returns by what rows differ: the topology, and settings where some are compared. */
    Set<String> params() {
        return variant.params().keySet();
    }

    /** Returns the times of trials, in order. */
    double[] seconds() {
        return seconds.stream().mapToDouble(Double::doubleValue).toArray();
    }

    double median() {
        return Medians.of(seconds());
    }

    double least() {
        return Arrays.stream(seconds()).min().orElseThrow();
    }

    double greatest() {
        return Arrays.stream(seconds()).max().orElseThrow();
    }

    /** The median of the shares of single trials: what disturbs the machine for a while disturbs both sides of one. */
    private double timeOf(final TopologyRow first) {
        final double[] shares = new double[seconds.size()];
        Arrays.setAll(shares, trial -> seconds.get(trial) / first.seconds.get(trial));
        return Medians.of(shares);
    }

    /**
     * Returns the line of the result.
     *
     * @param name  of the program
     * @param first the same program under the topology, and with the settings, that others are compared with
     */
    BenchResult result(final String name, final JudgedProgram.Work work, final TopologyRow first) {
        final NodeFigures end = NodeFigures.of(cluster);
        final BenchResult result = BenchResult.of(name);
        variant.params().forEach(result::param);
        return work.rate(result, seconds()).figure("seconds", median()).figure("minSeconds", least())
            .figure("maxSeconds", greatest()).figure("timeOfFirst", timeOf(first))
            .figure("forwardedBlocks", NodeFigures.sum(end.forwardedBlocks()) - forwardedBefore)
            .figure("edgeStalls", NodeFigures.sum(end.edgeStalls()) - stallsBefore);
    }
}

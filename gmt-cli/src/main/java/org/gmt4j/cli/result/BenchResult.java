package org.gmt4j.cli.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One measured operation of a benchmark: name, parameters, rate of all nodes together. Not thread-safe. */
public final class BenchResult {

    /** Latencies in microseconds. */
    record Latency(double p50, double p99) {
    }

    private final String name;
    private final Map<String, Object> params = new LinkedHashMap<>();
    private final Map<String, Double> figures = new LinkedHashMap<>();
    private SampleStatistics mops;
    private double[] mopsSamples = new double[0];
    private String unit = "";
    private SampleStatistics rate;
    private double[] rateSamples = new double[0];
    private Double ceilingShare;
    private Double mbPerSecond;
    private Latency latency;
    private String unsettled;

    private BenchResult(final String name) {
        this.name = name;
    }

    /** @return an empty result for this operation */
    public static BenchResult of(final String name) {
        return new BenchResult(name);
    }

    /** Adds a parameter, such as {@code bytes}. */
    public BenchResult param(final String key, final Object value) {
        params.put(key, value);
        return this;
    }

    /** Adds a figure that only some benchmarks have; its name says the unit, such as {@code corePercent}. */
    public BenchResult figure(final String key, final double value) {
        figures.put(key, value);
        return this;
    }

    /** Sets the rate of each repetition: million operations per second, all nodes together. */
    public BenchResult mops(final double... samples) {
        mops = SampleStatistics.of(samples);
        mopsSamples = samples.clone();
        return this;
    }

    /** Sets the rate of each repetition in a unit of its own, all nodes together; more is better. */
    public BenchResult rate(final String newUnit, final double... samples) {
        unit = newUnit;
        rate = SampleStatistics.of(samples);
        rateSamples = samples.clone();
        return this;
    }

    /** Sets the median's share of the ceiling measured in the same run, 1.0 being the ceiling. */
    public BenchResult ceilingShare(final double share) {
        ceilingShare = share;
        return this;
    }

    /** Sets the volume per second, all nodes together. */
    public BenchResult mbPerSecond(final double rate) {
        mbPerSecond = rate;
        return this;
    }

    /** Sets latencies. */
    public BenchResult microseconds(final double p50, final double p99) {
        latency = new Latency(p50, p99);
        return this;
    }

    /**
     * Says whether the measurement had settled when the rates were taken: compilers at rest, trials long enough.
     *
     * @param complaint empty when it had; otherwise the reason for which it had not
     */
    public BenchResult settled(final String complaint) {
        unsettled = complaint;
        return this;
    }

    /** @return the operation's name */
    public String name() {
        return name;
    }

    Map<String, Object> params() {
        return Collections.unmodifiableMap(params);
    }

    Map<String, Double> figures() {
        return Collections.unmodifiableMap(figures);
    }

    Optional<SampleStatistics> mops() {
        return Optional.ofNullable(mops);
    }

    /** @return the rate of each repetition, in the order measured */
    double[] mopsSamples() {
        return mopsSamples.clone();
    }

    /** @return unit of {@link #rate()} */
    String unit() {
        return unit;
    }

    Optional<SampleStatistics> rate() {
        return Optional.ofNullable(rate);
    }

    double[] rateSamples() {
        return rateSamples.clone();
    }

    Optional<Double> ceilingShare() {
        return Optional.ofNullable(ceilingShare);
    }

    Optional<Double> mbPerSecond() {
        return Optional.ofNullable(mbPerSecond);
    }

    Optional<Latency> latency() {
        return Optional.ofNullable(latency);
    }

    /** @return the complaint of {@link #settled}; nothing where nobody looked */
    Optional<String> unsettled() {
        return Optional.ofNullable(unsettled);
    }
}

package org.gmt4j.graph.csr;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where the time of building one {@link CsrGraph} went, seen from the task that builds, the comparisons
 * ({@link #edges}), and how far it is while it lasts. Filled by {@link CsrBuilder}, read when it is done; how far it is
 * any thread may ask at any time.
 *
 * <pre>
 * open      arrays and visitors allocated on all nodes; the source is read once where it does not say how many vertices
 *           it has
 * exchange  edges read or generated, sent to the owners of their ends, and staged there
 * arrange   rows sorted, repetitions dropped
 * publish   rows copied to the global array of targets
 * </pre>
 */
public final class BuildTimes {
    private long markNs = System.nanoTime();
    private long openNs;
    private long exchangeNs;
    private long arrangeNs;
    private long publishNs;
    private EdgeCheck edges;
    private final LongAdder done = new LongAdder();
    private volatile String step = "opening";
    private volatile long expected;

    /** A step begins of which node 0's share is {@code steps}; 0 where nobody knows. */
    void begin(final String what, final long steps) {
        done.reset();
        expected = steps;
        step = what;
    }

    void advance(final long steps) {
        done.add(steps);
    }

    /** The present step, such as {@code reading edges}. */
    public String step() {
        return step;
    }

    /** How much of the step node 0 has done; the others do as much in the same time, more or less. */
    public long done() {
        return done.sum();
    }

    /** How much of the step there is for node 0; 0 where nobody knows. */
    public long expected() {
        return expected;
    }

    void checked(final EdgeCheck check) {
        edges = check;
    }

    /** The comparison of source and graph; null while it is built. */
    public EdgeCheck edges() {
        return edges;
    }

    void begun() {
        markNs = System.nanoTime();
    }

    void opened() {
        openNs = lap();
    }

    void exchanged() {
        exchangeNs = lap();
    }

    void arranged() {
        arrangeNs = lap();
    }

    void published() {
        publishNs = lap();
    }

    private long lap() {
        final long before = markNs;
        markNs = System.nanoTime();
        return markNs - before;
    }

    /** Of all phases. */
    public double seconds() {
        return (openNs + exchangeNs + arrangeNs + publishNs) / 1e9;
    }

    /** Seconds by phase, in their order. */
    public Map<String, Double> phases() {
        final Map<String, Double> seconds = new LinkedHashMap<>();
        seconds.put("open", openNs / 1e9);
        seconds.put("exchange", exchangeNs / 1e9);
        seconds.put("arrange", arrangeNs / 1e9);
        seconds.put("publish", publishNs / 1e9);
        return seconds;
    }
}

package org.gmt4j.apps.graph.csr;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the time of building one {@link CsrGraph} went, seen from the task that builds. Filled by {@link CsrBuilder}, read when it is done;
 * one thread at a time.
 *
 * <pre>
 * open      arrays and visitors allocated on all nodes; the source is read once where it does not say how many vertices it has
 * exchange  edges read or generated, sent to the owners of their ends, and staged there
 * arrange   rows sorted, what is there twice dropped
 * publish   rows copied to the global array of targets
 * </pre>
 */
public final class BuildTimes {
    private long markNs = System.nanoTime();
    private long openNs;
    private long exchangeNs;
    private long arrangeNs;
    private long publishNs;

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

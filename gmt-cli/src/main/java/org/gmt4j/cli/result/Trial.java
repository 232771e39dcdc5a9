package org.gmt4j.cli.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** One timed repetition: seconds, and the application's figures. Not thread-safe. */
public final class Trial {

    private static final long NONE = -1;
    private static final double MEGA = 1e6;

    private final double seconds;
    private final Map<String, Object> facts = new LinkedHashMap<>();
    private long edges = NONE;
    private long reached = NONE;
    private long levels = NONE;

    private Trial(final double seconds) {
        this.seconds = seconds;
    }

    /** @return a trial that took this long */
    public static Trial of(final double seconds) {
        return new Trial(seconds);
    }

    /** Sets the undirected input edges of the component traversed: makes this a trial with a MTEPS rate. */
    public Trial edges(final long count) {
        edges = count;
        return this;
    }

    /** Sets the number of vertices reached. */
    public Trial reached(final long count) {
        reached = count;
        return this;
    }

    /** Sets the number of levels. */
    public Trial levels(final long count) {
        levels = count;
        return this;
    }

    /** Adds a fact: a number, a boolean or a text. */
    public Trial with(final String key, final Object value) {
        facts.put(key, value);
        return this;
    }

    /** @return duration */
    public double seconds() {
        return seconds;
    }

    boolean hasRate() {
        return edges >= 0;
    }

    /** @return million traversed edges per second (Graph500) */
    public double mteps() {
        return edges / seconds / MEGA;
    }

    boolean hasReached() {
        return reached >= 0;
    }

    long reached() {
        return reached;
    }

    boolean hasLevels() {
        return levels >= 0;
    }

    long levels() {
        return levels;
    }

    /** @return everything known about this trial, by key; rates only where they may be shown */
    Map<String, Object> values(final boolean withRates) {
        final Map<String, Object> all = new LinkedHashMap<>();
        all.put("seconds", seconds);
        if (hasRate()) {
            all.put("edges", edges);
            if (withRates) {
                all.put("mteps", mteps());
            }
        }
        if (hasReached()) {
            all.put("reached", reached);
        }
        if (hasLevels()) {
            all.put("levels", levels);
        }
        all.putAll(facts);
        return Collections.unmodifiableMap(all);
    }
}

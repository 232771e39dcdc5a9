package org.gmt4j.engine.task;

import java.util.Arrays;
import java.util.Map;

/**
 * The counts of bodies on one lane. Written by the lane's thread alone, without atomic operations; read by any thread,
 * which may see slightly old values. A count searches the few names used so far: count per chunk, not per element.
 */
final class LaneCounts {
    /** Greatest number of names of one lane: for a handful of counts, not for one per element. */
    static final int LIMIT = 32;
    private String[] names = new String[0];
    private volatile long[] values = new long[0];
    private volatile String[] published = names;

    void add(final String name, final long count) {
        final String[] known = names;
        for (int i = 0; i < known.length; i++) {
            if (known[i] == name) {      // literals are the same object
                values[i] += count;
                return;
            }
        }
        final int index = find(name);     // may replace the values
        values[index] += count;
    }

    private int find(final String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        check(name);
        final int index = names.length;
        names = Arrays.copyOf(names, index + 1);
        names[index] = name;
        values = Arrays.copyOf(values, index + 1);
        published = names;               // after the values: a reader of the names finds a value for each
        return index;
    }

    private void check(final String name) {
        if (name.isEmpty() || !name.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.')) {
            throw new IllegalArgumentException("GMT-682 the name of a count is '" + name
                + "': expected lower-case letters, digits and dots");
        }
        if (names.length == LIMIT) {
            throw new IllegalArgumentException("GMT-682 more than " + LIMIT + " counts: '" + name + "' beside "
                + String.join(", ", names));
        }
    }

    /** Adds the counts to sums by name. */
    void addTo(final Map<String, Long> sums) {
        final String[] known = published;
        final long[] counts = values;
        for (int i = 0; i < known.length; i++) {
            sums.merge(known[i], counts[i], Long::sum);
        }
    }
}

package org.gmt4j.engine.combining;

import java.util.Arrays;

/**
 * The arrays of one node whose lanes have tables with an entry for each element. Any thread; per array, and read per
 * flush.
 */
public final class DenseArrays {
    private volatile ArrayCombining[] all = new ArrayCombining[0];

    /** Adds an array, before it is used. */
    synchronized void add(final ArrayCombining array) {
        final ArrayCombining[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = array;
        all = more;
    }

    /** Removes an array that nobody uses any more. */
    synchronized void remove(final ArrayCombining array) {
        all = Arrays.stream(all).filter(known -> known != array).toArray(ArrayCombining[]::new);
    }

    ArrayCombining[] all() {
        return all;
    }
}

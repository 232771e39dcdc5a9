package org.gmt4j.apps.ssor;

/**
 * The points of a node in x and y; in z it has all of them. Ends are exclusive.
 *
 * @param iLow first in x
 * @param jLow first in y
 */
record Part(int iLow, int iHigh, int jLow, int jHigh) {
    /** Returns the number of points in x. */
    int width() {
        return iHigh - iLow;
    }

    /** Returns the number of points in y. */
    int depth() {
        return jHigh - jLow;
    }

    /** Returns the points that both have; a width or depth of 0 or less where there are none. */
    Part with(final Part other) {
        return new Part(Math.max(iLow, other.iLow), Math.min(iHigh, other.iHigh), Math.max(jLow, other.jLow),
            Math.min(jHigh, other.jHigh));
    }

    boolean isEmpty() {
        return width() <= 0 || depth() <= 0;
    }
}

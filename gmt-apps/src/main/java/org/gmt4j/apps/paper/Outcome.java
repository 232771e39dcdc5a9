package org.gmt4j.apps.paper;

import org.gmt4j.Transferable;

/**
 * What one run of an application has computed, and how long it took. Immutable.
 *
 * @param seconds    time of the run alone
 * @param operations what was done, the unit of the rate
 * @param count      size of the answer
 * @param digest     sum of a hash of each part of the answer, in any order
 */
record Outcome(double seconds, long operations, long count, long digest) implements Transferable {
    boolean isSameAs(final Outcome other) {
        return operations == other.operations && count == other.count && digest == other.digest;
    }

    double mops() {
        return operations / seconds / 1e6;
    }

    String answer() {
        return operations + " operations, " + count + " in the answer, digest " + Long.toHexString(digest);
    }
}

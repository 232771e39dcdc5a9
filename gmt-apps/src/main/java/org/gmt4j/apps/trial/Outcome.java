package org.gmt4j.apps.trial;

import org.gmt4j.Transferable;

/**
 * What one run of an application has computed, and how long it took. Immutable.
 *
 * @param seconds    time of the run alone
 * @param operations what was done, the unit of the rate
 * @param count      size of the answer
 * @param digest     sum of a hash of each part of the answer, in any order
 */
public record Outcome(double seconds, long operations, long count, long digest) implements Transferable {
    public boolean isSameAs(final Outcome other) {
        return operations == other.operations && count == other.count && digest == other.digest;
    }

    public double mops() {
        return operations / seconds / 1e6;
    }

    public String answer() {
        return operations + " operations, " + count + " in the answer, digest " + Long.toHexString(digest);
    }
}

package org.gmt4j.graph.broken;

import org.agrona.UnsafeApi;

/** Breaks a rule on purpose: shows that it bites. */
final class SearchThatKnowsAddresses {
    static long parent(final long parents, final long row) {
        return UnsafeApi.getLong(parents + (row << 3));
    }
}

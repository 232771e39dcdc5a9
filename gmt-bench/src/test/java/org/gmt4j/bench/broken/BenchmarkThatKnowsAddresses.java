package org.gmt4j.bench.broken;

import org.agrona.UnsafeApi;

/** Breaks a rule on purpose: shows that it bites. */
final class BenchmarkThatKnowsAddresses {
    static void add(final long table, final long index) {
        UnsafeApi.putLong(table + (index << 3), UnsafeApi.getLong(table + (index << 3)) + 1);
    }
}

package org.gmt4j.bench.containers;

/**
 * The yardstick: counts by key of one thread of plain Java, by open addressing in arrays of longs that are large enough
 * from the start, at most half full. Key 0 does not occur. One thread; per operation.
 */
final class SerialTable {
    private final long[] entries;
    private final int mask;

    /** @param log2 binary logarithm of the number of different keys */
    SerialTable(final int log2) {
        entries = new long[4 << log2];
        mask = (2 << log2) - 1;
    }

    void add(final long key, final long delta) {
        int slot = (int) (key * 0x9E37_79B9_7F4A_7C15L >>> 32) & mask;
        while (entries[2 * slot] != key && entries[2 * slot] != 0) {
            slot = slot + 1 & mask;
        }
        entries[2 * slot] = key;
        entries[2 * slot + 1] += delta;
    }

    long total() {
        long total = 0;
        for (int i = 1; i < entries.length; i += 2) {
            total += entries[i];
        }
        return total;
    }
}

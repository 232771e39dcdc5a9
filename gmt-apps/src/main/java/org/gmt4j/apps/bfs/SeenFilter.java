package org.gmt4j.apps.bfs;

import org.agrona.UnsafeApi;

/**
 * What one node has seen of a search: its own vertices that are visited, exactly, and others' vertices that it has sent a
 * visit to. Per command; lanes may share it unless {@code exclusive}.
 *
 * <p>Up to the given memory it is one bitmap of all vertices. Beyond, the node's own vertices keep a bitmap, and the others a
 * table of the vertices sent last, which forgets: a vertex may then be sent again, and the owner drops it.
 */
final class SeenFilter implements AutoCloseable {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private final boolean isExact;
    private final boolean isExclusive;
    /** Vertex that bit 0 stands for. */
    private final long firstBit;
    private final long bitsLength;
    private final long bits;
    private final long sentLength;
    private final long sent;
    private final int sentShift;

    /**
     * @param maxBytes memory for what was sent to other nodes
     */
    SeenFilter(final long vertexCount, final long firstVertex, final long rowCount, final long maxBytes, final boolean isExclusive) {
        this.isExclusive = isExclusive;
        isExact = vertexCount / 8 <= maxBytes;
        firstBit = isExact ? 0 : firstVertex;
        bitsLength = ((isExact ? vertexCount : rowCount) + 63) / 64 * 8 + 8;
        bits = UnsafeApi.allocateMemory(bitsLength);
        sentLength = isExact ? 0 : Long.highestOneBit(Math.max(1024, maxBytes));
        sent = isExact ? 0 : UnsafeApi.allocateMemory(sentLength);
        sentShift = isExact ? 0 : 64 - (Long.numberOfTrailingZeros(sentLength) - 3);
    }

    boolean isExact() {
        return isExact;
    }

    void clear() {
        UnsafeApi.setMemory(bits, bitsLength, (byte) 0);
        if (!isExact) {
            UnsafeApi.setMemory(sent, sentLength, (byte) -1);
        }
    }

    /** Address of the bitmap of all vertices, when it is exact. For the loop over edges. */
    long bitmap() {
        return bits;
    }

    /** Marks a vertex that has a bit. True for the call that was first. */
    boolean mark(final long vertex) {
        final long bit = vertex - firstBit;
        final long address = bits + (bit >>> 6 << 3);
        final long mask = 1L << bit;
        if (isExclusive) {
            final long word = UnsafeApi.getLong(address);
            UnsafeApi.putLong(address, word | mask);
            return (word & mask) == 0;
        }
        for (;;) {
            final long word = UnsafeApi.getLongVolatile(null, address);
            if ((word & mask) != 0) {
                return false;
            }
            if (UnsafeApi.compareAndSetLong(null, address, word, word | mask)) {
                return true;
            }
        }
    }

    /** Marks vertices 64 i to 64 i + 63 whose bits are set. Only when it is exact. */
    void markAll(final long i, final long mask) {
        final long address = bits + (i << 3);
        if (isExclusive) {
            UnsafeApi.putLong(address, UnsafeApi.getLong(address) | mask);
            return;
        }
        long word = UnsafeApi.getLongVolatile(null, address);
        while ((word | mask) != word && !UnsafeApi.compareAndSetLong(null, address, word, word | mask)) {
            word = UnsafeApi.getLongVolatile(null, address);
        }
    }

    /** 64 bits from any vertex on, marked or not; only when it is exact. The filter must have a vertex at or after the first. */
    long bitsFrom(final long vertex) {
        final long address = bits + (vertex >>> 6 << 3);
        final int shift = (int) vertex & 63;
        return shift == 0 ? UnsafeApi.getLong(address)
            : UnsafeApi.getLong(address) >>> shift | UnsafeApi.getLong(address + 8) << 64 - shift;
    }

    /** Whether a vertex of another node should be sent: false when it was sent lately. Lanes may race: then it goes twice. */
    boolean shouldSend(final long vertex) {
        final long address = sent + (vertex * GOLDEN >>> sentShift << 3);
        if (UnsafeApi.getLong(address) == vertex) {
            return false;
        }
        UnsafeApi.putLong(address, vertex);
        return true;
    }

    @Override
    public void close() {
        UnsafeApi.freeMemory(bits);
        if (!isExact) {
            UnsafeApi.freeMemory(sent);
        }
    }
}

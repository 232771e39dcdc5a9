package org.gmt4j.graph.bfs;

import org.gmt4j.graph.memory.Bitmap;
import org.gmt4j.graph.memory.LocalView;

/**
 * The vertices of a search that one node has seen: its own vertices that are visited, exactly, and others' vertices
 * that it has sent a visit to. Per command; lanes may share it unless {@code exclusive}.
 *
 * <p>Up to the given memory it is one bitmap of all vertices. Beyond, the node's own vertices keep a bitmap, and the
 * others a table of the vertices sent last, which forgets: a vertex may then be sent again, and the owner drops it.
 */
final class SeenFilter implements AutoCloseable {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private final boolean isExact;
    private final boolean isExclusive;
    /** Vertex that bit 0 stands for. */
    private final long firstBit;
    private final Bitmap bits;
    /** The vertices sent last; null when it is exact. */
    private final LocalView sent;
    private final int sentShift;

    /**
     * @param maxBytes memory for vertices sent to other nodes
     */
    SeenFilter(final long vertexCount, final long firstVertex, final long rowCount, final long maxBytes,
               final boolean isExclusive) {
        this.isExclusive = isExclusive;
        isExact = vertexCount / 8 <= maxBytes;
        firstBit = isExact ? 0 : firstVertex;
        bits = Bitmap.allocate(isExact ? vertexCount : rowCount);
        sent = isExact ? null : LocalView.allocate(Long.highestOneBit(Math.max(1024, maxBytes)) >> 3, true);
        sentShift = isExact ? 0 : 64 - Long.numberOfTrailingZeros(sent.count());
    }

    boolean isExact() {
        return isExact;
    }

    void clear() {
        bits.clear();
        if (!isExact) {
            sent.fill(-1);
        }
    }

    /** All vertices that have been seen, when it is exact. For the loop over edges. */
    Bitmap bitmap() {
        return bits;
    }

    /** Marks a vertex that has a bit. True for the call that was first. */
    boolean mark(final long vertex) {
        final long bit = vertex - firstBit;
        return isExclusive ? bits.add(bit) : bits.addAtomically(bit);
    }

    /** Marks all vertices of a set. Only when it is exact. */
    void markAll(final Bitmap vertices) {
        if (isExclusive) {
            bits.addAll(vertices, 0);
        } else {
            bits.addAllAtomically(vertices);
        }
    }

    /**
     * 64 bits from any vertex on, marked or not; only when it is exact. The filter must have a vertex at or after the
     * first.
     */
    long bitsFrom(final long vertex) {
        return bits.wordFrom(vertex);
    }

    /**
     * Whether a vertex of another node should be sent: false when it was sent lately. Lanes may race: then it goes
     * twice.
     */
    boolean shouldSend(final long vertex) {
        final long place = vertex * GOLDEN >>> sentShift;
        if (sent.word(place) == vertex) {
            return false;
        }
        sent.setWord(place, vertex);
        return true;
    }

    @Override
    public void close() {
        bits.close();
        if (!isExact) {
            sent.close();
        }
    }
}

package org.gmt4j.graph.csr;

/**
 * How one direction of an edge is written into 64 bits while a graph is built. Immutable, any thread.
 *
 * <pre>
 *   row at its node | target | direction: 0 as listed, 1 the reverse       entry, between nodes
 *   row in its bucket | target | direction                                 key, in a bucket: sorts by row, then target
 * </pre>
 *
 * <p>An entry is a key whose row has the number of its bucket in front. Beyond 63 bits, from some 2^32 vertices on, an
 * entry takes two words between nodes: the row, and the rest.
 */
final class EdgeKeys {
    /** Rows of a bucket, so that its result stays in the second cache at the usual 32 directions a row. */
    private static final int ROW_BITS = 11;
    private static final int MOST_BUCKET_BITS = 10;
    private static final int KEY_BITS = 63;
    /** Multiples of it keep their distance: Knuth, The Art of Computer Programming 3, section 6.4. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final int wordBits;
    private final int shift;
    private final int bucketCount;
    private final boolean isWide;
    /** Words that travel with a key. */
    private final int payload;
    /** Distance of the directions of two neighbouring rows. */
    private final long rowDistance;

    /**
     * @param vertexCount of the graph
     * @param rowsPerNode most rows of a node
     */
    EdgeKeys(final long vertexCount, final long rowsPerNode) {
        this(vertexCount, rowsPerNode, KEY_BITS, 0);
    }

    /** @param narrowBits most bits of an entry of one word: fewer than 63 only in tests */
    EdgeKeys(final long vertexCount, final long rowsPerNode, final int narrowBits) {
        this(vertexCount, rowsPerNode, narrowBits, 0);
    }

    private EdgeKeys(final long vertexCount, final long rowsPerNode, final int narrowBits, final int payload) {
        this.payload = payload;
        final int rowBits = bitsOf(rowsPerNode);
        wordBits = bitsOf(vertexCount) + 1;
        shift = Math.min(Math.min(rowBits, Math.max(ROW_BITS, rowBits - MOST_BUCKET_BITS)), KEY_BITS - wordBits);
        bucketCount = (int) Math.max(1, rowsPerNode - 1 + (1L << shift) >>> shift);
        isWide = rowBits + wordBits > narrowBits;
        rowDistance = 2 * wordBits - 1 > narrowBits ? GOLDEN : 1L << wordBits;
    }

    /** For entries that some words of weight travel with. */
    static EdgeKeys withPayload(final long vertexCount, final long rowsPerNode, final int words) {
        return new EdgeKeys(vertexCount, rowsPerNode, KEY_BITS, words);
    }

    private static int bitsOf(final long count) {
        return 64 - Long.numberOfLeadingZeros(Math.max(1, count) - 1);
    }

    /** Whether targets take 8 bytes in the graph. */
    static boolean needsWideTargets(final long vertexCount) {
        return vertexCount > 1L << 31;
    }

    int bucketCount() {
        return bucketCount;
    }

    /** Rows of a bucket; the last may have fewer. */
    long bucketRows() {
        return 1L << shift;
    }

    /** Bytes of an entry between nodes. */
    int entryLength() {
        return (isWide ? 16 : 8) + 8 * payload;
    }

    /** Words that travel with a key: its weight, and perhaps its place in the list. */
    int payload() {
        return payload;
    }

    boolean isWide() {
        return isWide;
    }

    /** Bits of target and direction. */
    int wordBits() {
        return wordBits;
    }

    /** Bits of a key: row in its bucket, target, direction. */
    int keyBits() {
        return shift + wordBits;
    }

    static long word(final long target, final int direction) {
        return target << 1 | direction;
    }

    /**
     * A direction of an edge as one word, for checksums: row in the graph, target, direction. No two are the same up to
     * 2^31 vertices; beyond, two are only by chance.
     */
    long direction(final long row, final long word) {
        return row * rowDistance + word;
    }

    int bucket(final long row) {
        return (int) (row >>> shift);
    }

    long key(final long row, final long word) {
        return (row & (1L << shift) - 1) << wordBits | word;
    }
}

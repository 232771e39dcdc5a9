package org.gmt4j.graph.independent;

/**
 * A random order of vertices that follows from their numbers and a seed: no two have the same rank. Immutable; per
 * command.
 */
record DrawnOrder(long seed) {
    /** The finaliser of MurmurHash3, which gives each word another one. */
    long rank(final long vertex) {
        long bits = vertex + seed * 0x9E3779B97F4A7C15L;
        bits = (bits ^ bits >>> 33) * 0xFF51AFD7ED558CCDL;
        bits = (bits ^ bits >>> 33) * 0xC4CEB9FE1A85EC53L;
        return bits ^ bits >>> 33;
    }
}

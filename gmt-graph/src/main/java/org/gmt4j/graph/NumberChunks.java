package org.gmt4j.graph;

/** Edges whose vertices are numbers, a chunk after the other. Owned by one thread. */
non-sealed interface NumberChunks extends EdgeChunks {
    /**
     * Fills the arrays from their beginning on, and only at the end less than all of them; returns how many.
     *
     * @param words the weights; of any length, and left alone, where there are none
     */
    int next(long[] from, long[] to, long[] words);
}

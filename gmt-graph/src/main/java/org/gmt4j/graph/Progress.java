package org.gmt4j.graph;

/**
 * How far a run or a load is. Immutable; as a text what a person wants to read, such as {@code sources: 3 of 16}.
 *
 * @see GraphRun#onProgress
 */
public sealed interface Progress permits StepProgress, RankProgress {
    /** Returns what is counted, such as {@code levels} or {@code reading edges}. A run may have several steps. */
    String step();

    /** Returns how many of them have been done. */
    long done();

    /** Returns how many of them there are, at most; 0 where nobody knows. */
    long total();
}

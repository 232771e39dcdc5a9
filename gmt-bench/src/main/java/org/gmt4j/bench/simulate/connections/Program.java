package org.gmt4j.bench.simulate.connections;

/** Whose program an application is. */
enum Program {
    /** That of {@code gmt run}: patterns ask its own code who owns and who needs what. */
    RUN,
    /** What is known of the paper's, and guessed of the rest: loops that were written down for it. */
    PAPER
}

package org.gmt4j.apps.bfs;

/** Is told how far a verdict is. Called some thousand rows apart, by tasks. */
@FunctionalInterface
interface BfsWatch {
    BfsWatch NOBODY = rows -> { };

    void advance(long rows);
}

package org.gmt4j.graph.bfs;

/** Is told how far a verdict is. Called some thousand rows apart, by tasks. */
@FunctionalInterface
public interface BfsWatch {
    BfsWatch NOBODY = rows -> { };

    void advance(long rows);
}

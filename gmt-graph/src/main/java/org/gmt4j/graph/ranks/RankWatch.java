package org.gmt4j.graph.ranks;

/** Is told of each iteration. Called by the task that iterates; must not wait. */
@FunctionalInterface
public interface RankWatch {
    /**
     * An iteration has ended.
     *
     * @param iteration from 1
     * @param error     sum of all changes of ranks in it
     */
    void iterated(int iteration, double error);
}

package org.gmt4j.graph;

/**
 * How far a run of PageRank is. Immutable.
 *
 * @param iteration     that has ended, from 1
 * @param maxIterations that may be made
 * @param error         by how much the ranks have changed in it, all vertices together
 * @param tolerance     at which the run ends
 */
public record RankProgress(int iteration, int maxIterations, double error, double tolerance) implements Progress {
    @Override
    public String step() {
        return "iterations";
    }

    @Override
    public long done() {
        return iteration;
    }

    @Override
    public long total() {
        return maxIterations;
    }

    @Override
    public String toString() {
        return "iteration " + iteration + " of at most " + maxIterations + ", ranks changed by " + error + ", to reach "
            + tolerance;
    }
}

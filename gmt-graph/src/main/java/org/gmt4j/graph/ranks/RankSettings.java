package org.gmt4j.graph.ranks;

/**
 * What the ranks are to be. Immutable; travels as a captured value.
 *
 * @param damping       probability that the walk follows an edge, from 0 to below 1
 * @param tolerance     sum of all changes of an iteration at which ranks are taken as found; above 0
 * @param maxIterations at least 1
 * @param starts        vertices where the walk begins anew, ascending, without repetitions; empty for all
 */
public record RankSettings(double damping, double tolerance, int maxIterations, long[] starts) {
    /** Whether the walk begins anew at any vertex. */
    boolean isUniform() {
        return starts.length == 0;
    }
}

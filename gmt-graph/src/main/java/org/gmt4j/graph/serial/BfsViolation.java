package org.gmt4j.graph.serial;

import java.util.Comparator;

/**
 * A rule that a BFS result breaks, with one example. Ordered by rule, then by vertices: the smallest of all parts'
 * violations is the same for every number of parts.
 *
 * @param rule    the broken rule
 * @param vertex  a vertex of the example edge
 * @param other   its other end, often the parent
 * @param details the figures that contradict the rule
 */
public record BfsViolation(BfsRule rule, long vertex, long other, String details) implements Comparable<BfsViolation> {
    private static final Comparator<BfsViolation> ORDER = Comparator.comparing(BfsViolation::rule)
        .thenComparingLong(BfsViolation::vertex).thenComparingLong(BfsViolation::other);

    @Override
    public int compareTo(final BfsViolation that) {
        return ORDER.compare(this, that);
    }

    @Override
    public String toString() {
        return "BFS rule " + (rule.ordinal() + 1) + ": " + rule.text() + ": " + vertex + " - " + other + " (" + details
            + ")";
    }
}

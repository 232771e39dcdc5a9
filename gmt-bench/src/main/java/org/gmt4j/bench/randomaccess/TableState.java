package org.gmt4j.bench.randomaccess;

/**
 * What a table held after a run. Sums wrap. Immutable.
 *
 * @param elements of all parts
 * @param sum      of the elements
 * @param weight   sum of the elements, each times a hash of its index: see {@link
 *                 org.gmt4j.bench.sequence.UpdateSums}
 * @param errors   elements that were not their index after all updates had been undone
 */
record TableState(long elements, long sum, long weight, long errors) {
    boolean holdsTheSameAs(final TableState other) {
        return elements == other.elements && sum == other.sum && weight == other.weight;
    }

    String described() {
        return elements + " elements, sum " + sum + ", weighted sum " + Long.toHexString(weight);
    }
}

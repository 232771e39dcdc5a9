package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Owner, offset and index are inverse and counts sum to the size, for every policy and awkward number. */
class DistributionTest {
    private static final long[] SIZES = {0, 1, 2, 3, 5, 6, 7, 8, 9, 31, 63, 64, 65, 100, 127, 1000};
    private static final long[] BLOCKS = {0, 1, 2, 3, 5, 8, 64, 99, 5000};

    @ParameterizedTest
    @EnumSource(Allocation.class)
    void shouldKeepPromisesOfPolicy(final Allocation allocation) {
        for (final int nodes : new int[] {1, 2, 3, 4, 5, 7, 8, 16, 33}) {
            for (final long size : SIZES) {
                for (final long block : BLOCKS) {
                    for (int home = 0; home < nodes; home += Math.max(1, nodes / 3)) {
                        ArraySpec spec = ArraySpec.of(size).allocated(allocation);
                        spec = block > 0 && allocation != Allocation.REPLICATE ? spec.cyclic(block) : spec;
                        final Distribution distribution = Distribution.of(spec, nodes, home, home * 7919L);
                        assertEquals("", ShapeCheck.of(distribution, spec, nodes, home),
                            () -> spec(allocation, nodes) + distribution);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Allocation.class)
    void shouldCountBelow(final Allocation allocation) {
        for (final int nodes : new int[] {1, 2, 3, 5, 7}) {
            for (final long size : new long[] {0, 1, 7, 64, 127}) {
                for (final long block : new long[] {0, 1, 3, 8, 99}) {
                    ArraySpec spec = ArraySpec.of(size).allocated(allocation);
                    spec = block > 0 && allocation != Allocation.REPLICATE ? spec.cyclic(block) : spec;
                    final Distribution distribution = Distribution.of(spec, nodes, nodes / 2, 12345);
                    for (int node = 0; node < nodes; node++) {
                        long below = 0;
                        for (long i = 0; i < size; i++) {
                            assertEquals(below, distribution.countBelow(node, i),
                                spec(allocation, nodes) + distribution + " below " + i);
                            below += distribution.isReplicated() || distribution.owner(i) == node ? 1 : 0;
                        }
                        assertEquals(distribution.count(node), distribution.countBelow(node, size));
                    }
                }
            }
        }
    }

    private static String spec(final Allocation allocation, final int nodes) {
        return allocation + " on " + nodes + " nodes: ";
    }

    @Test
    void shouldBeInverseForHugeSizes() {
        for (final int nodes : new int[] {1, 3, 7, 1000}) {
            for (final long block : new long[] {0, 1, 3, 1000003}) {
                final long size = (1L << 40) - 17;
                ArraySpec spec = ArraySpec.of(size);
                spec = block > 0 ? spec.cyclic(block) : spec;
                final Distribution distribution = Distribution.of(spec, nodes, 0, 0);
                long sum = 0;
                for (int node = 0; node < nodes; node++) {
                    sum += distribution.count(node);
                }
                assertEquals(size, sum);
                for (long i = 1; i > 0 && i < size; i = i * 3 + 1) {
                    for (final long at : new long[] {i - 1, i, size - i}) {
                        final int owner = distribution.owner(at);
                        assertEquals(at, distribution.index(owner, distribution.offset(at)));
                        assertTrue(distribution.offset(at) < distribution.count(owner));
                    }
                }
            }
        }
    }

    @Test
    void shouldBeginAtEveryNodeWhenRandom() {
        final Set<Integer> firsts = new HashSet<>();
        for (long random = -50; random < 50; random++) {
            firsts.add(Distribution.of(ArraySpec.of(100).allocated(Allocation.PARTITION_RANDOM), 5, 2,
                random * 0x9E3779B97F4A7C15L).owner(0));
        }
        assertEquals(Set.of(0, 1, 2, 3, 4), firsts);
    }

    @Test
    void shouldBalanceWithinOneBlockWhenCyclic() {
        for (final int nodes : new int[] {2, 3, 5, 7}) {
            final Distribution distribution = Distribution.of(ArraySpec.of(1000).cyclic(3), nodes, 0, 0);
            for (int node = 0; node < nodes; node++) {
                assertTrue(Math.abs(distribution.count(node) - 1000.0 / nodes) <= 3);
            }
        }
    }
}

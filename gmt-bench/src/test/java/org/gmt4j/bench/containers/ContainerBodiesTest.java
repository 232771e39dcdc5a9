package org.gmt4j.bench.containers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gmt4j.GlobalBag;
import org.gmt4j.GlobalHashMap;
import org.gmt4j.GlobalHashSet;
import org.gmt4j.GmtCluster;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proofs, given what is right and what is almost right. */
@Timeout(60)
final class ContainerBodiesTest {
    private static final int LOG2 = 6;

    private static GmtCluster cluster(final int nodes) {
        return GmtCluster.local(nodes, ContainerBodies.class, ContainerBodiesTest.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldSeeWhatGetsFind(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            final int keys = 1 << LOG2;
            final GlobalHashMap map = cluster.call(ctx -> GlobalHashMap.allocate(ctx, keys));
            for (final boolean isBlocking : new boolean[] {false, true}) {
                final long[] first = cluster.call(ctx -> {
                    map.clear(ctx);
                    map.addNb(ctx, ContainerKeys.number(0), 5);
                    map.addNb(ctx, ContainerKeys.number(keys - 1), 2);
                    ctx.await();
                    return ContainerBodies.found(ctx, map, LOG2, isBlocking);
                });
                assertArrayEquals(new long[] {7, 5 * ContainerKeys.number(0) + 2 * ContainerKeys.number(keys - 1)},
                    first);
                // the same sum, of another key
                final long[] other = cluster.call(ctx -> {
                    map.addNb(ctx, ContainerKeys.number(0), -1);
                    map.addNb(ctx, ContainerKeys.number(1), 1);
                    ctx.await();
                    return ContainerBodies.found(ctx, map, LOG2, isBlocking);
                });
                assertEquals(7, other[0]);
                assertEquals(ContainerKeys.number(1) - ContainerKeys.number(0), other[1] - first[1]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldFindEachKeyOnceAfterFilling(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            final int keys = 1 << LOG2;
            final GlobalHashMap map = cluster.call(ctx -> GlobalHashMap.allocate(ctx, keys));
            final long[] empty = cluster.call(ctx -> ContainerBodies.found(ctx, map, LOG2, false));
            assertArrayEquals(new long[2], empty);
            cluster.run(ctx -> ctx.parFor(keys, 5, ContainerBodies.fill(map)));
            long sum = 0;
            for (int k = 0; k < keys; k++) {
                sum += ContainerKeys.number(k);
            }
            assertArrayEquals(new long[] {keys, sum},
                cluster.call(ctx -> ContainerBodies.found(ctx, map, LOG2, true)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldSeeTheKeysOfSetsAndTheItemsOfBags(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            final long[] ofSet = cluster.call(ctx -> {
                final GlobalHashSet set = GlobalHashSet.allocate(ctx, 10);
                for (final long key : new long[] {3, 50, 50, -7}) {
                    set.add(ctx, key);
                }
                return ContainerBodies.sums(ctx, set);
            });
            assertArrayEquals(new long[] {3, 46}, ofSet);
            final long[] ofBag = cluster.call(ctx -> {
                final GlobalBag bag = GlobalBag.allocate(ctx, 1);
                for (final long item : new long[] {3, 50, 50, -7}) {
                    bag.add(ctx, item);
                }
                return ContainerBodies.sums(ctx, bag);
            });
            assertArrayEquals(new long[] {4, 96}, ofBag);
        }
    }
}

package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.LongStream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Merges whose order matters, to a map that holds merges back and stops doing so where that does not pay. */
@Timeout(240)
class MergeOrderTest {
    /** More than the merges after which a table of 64 entries is judged. */
    private static final int KEYS = 1024;
    /** Entries of the table. */
    private static final int AGAIN = 64;

    /** The table is judged useless, with 64 older values in it, just when their keys get newer ones. */
    @ParameterizedTest
    @CsvSource({"2, COMBINED", "3, COMBINED", "2, SHARED_2", "3, DEDICATED_1_1"})
    void shouldKeepTheOrderWhenTheTableIsLeftAlone(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, MergeOrderTest.class)
            .set("gmt.combining.bytes", "2k").start()) {
            final long wrongLast = cluster.call(ctx -> MergeOrderTest.wrong(ctx, Merge.LAST, 2));
            final long wrongFirst = cluster.call(ctx -> MergeOrderTest.wrong(ctx, Merge.FIRST, 1));
            assertEquals("0 0", wrongLast + " " + wrongFirst, "wrong with LAST, with FIRST");
        }
    }

    private static long wrong(final TaskContext ctx, final Merge merge, final long expected) throws SuspendExecution {
        final GlobalHashMap map = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).merging(merge));
        final long[] keys = LongStream.iterate(0, key -> key + 1).filter(key -> !map.isLocal(key)).limit(KEYS)
            .toArray();
        for (final long key : keys) {
            map.mergeNb(ctx, key, 1, merge);
        }
        for (int i = KEYS - AGAIN; i < KEYS; i++) {
            map.mergeNb(ctx, keys[i], 2, merge);
        }
        ctx.await();
        long wrong = 0;
        for (int i = 0; i < KEYS; i++) {
            wrong += map.get(ctx, keys[i], 0) != (i < KEYS - AGAIN ? 1 : expected) ? 1 : 0;
        }
        map.free(ctx);
        return wrong;
    }
}

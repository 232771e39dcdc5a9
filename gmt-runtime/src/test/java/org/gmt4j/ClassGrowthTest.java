package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clusters that come and go in one JVM do not leave classes behind. */
@Timeout(240)
class ClassGrowthTest {
    private static final int CLUSTERS = 20;

    @Test
    void shouldLoadNoMoreClassesAfterTheFirstClusters() {
        for (int i = 0; i < 5; i++) {
            useCluster();
        }
        final long before = loaded();
        for (int i = 0; i < CLUSTERS; i++) {
            useCluster();
        }
        final long grown = loaded() - before;
        // The JVM makes a few of its own where it finds that something is called often; a link of a lambda for each
        // cluster was five.
        assertTrue(grown < CLUSTERS, grown + " classes for " + CLUSTERS + " clusters");
    }

    private static long loaded() {
        return ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
    }

    private static void useCluster() {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            final long sum = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                ctx.parFor(1000, 10, (i, c) -> a.addNb(c, i % 100, 1));
                return a.get(ctx, 7);
            });
            assertEquals(10, sum);
        }
    }
}

package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import org.gmt4j.GmtCluster;
import org.gmt4j.engine.cluster.NodeCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class DirectMemoryTest {
    private static final int CLUSTERS = 10;

    /** Of buffers that the JVM knows of: given back when they are freed, or by some collection. */
    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct")).mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
    }

    private static void runOne(final boolean isDedicated) {
        final GmtCluster.Builder builder = GmtCluster.builder().nodes(2).register(DirectMemoryTest.class);
        try (GmtCluster cluster = (isDedicated ? builder.dedicated(2, 2) : builder).start()) {
            cluster.run(ctx -> ctx.executeOnAll(c -> { }));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGiveBackDirectMemoryWhenTheClusterIsClosed(final boolean isDedicated) {
        runOne(isDedicated);
        final long before = directBytes();
        for (int i = 0; i < CLUSTERS; i++) {
            runOne(isDedicated);
        }
        final long grown = directBytes() - before;
        assertTrue(grown < 100 << 10, grown + " bytes more after " + CLUSTERS + " clusters");
    }

    @Test
    void shouldLetANodeBeClosedTwice() {
        final GmtCluster cluster = GmtCluster.builder().nodes(1).dedicated(1, 1)
            .register(DirectMemoryTest.class).start();
        cluster.close();
        NodeCluster.of(cluster).nodes().forEach(Node::close);
        assertTrue(cluster.report().length() > 0, "a report after the end touches nothing that is gone");
    }
}

package org.gmt4j.apps.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Kind;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.graph.bfs.BfsVariant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BfsMemoryTest {
    private static final long V = 1 << 20;
    private static final long E = 16 << 20;

    private static RunPlan plan(final int nodes) {
        return new RunPlan(nodes, false, RunConfig.Transport.IPC, RunConfig.Plan.COMBINED, 1, 0, TopologyKind.FCG, 1);
    }

    private static AppMemory of(final BfsVariant variant, final boolean verify, final boolean baseline,
                                final long vertices, final long edges, final int nodes) {
        final AppMemory.Builder memory = AppMemory.builder();
        new BfsMemory(variant, 64 << 20, 1024, verify, baseline, false).add(memory, vertices, edges, plan(nodes));
        return memory.build();
    }

    private static long bytes(final AppMemory memory, final String name) {
        return memory.items().stream().filter(item -> item.name().equals(name)).mapToLong(AppMemory.Item::bytes)
            .findFirst().orElse(0);
    }

    @Test
    void shouldAgreeWithHandComputedSums() {
        final AppMemory memory = of(BfsVariant.HYBRID, true, false, V, E, 2);
        final long rows = V / 2;
        // offsets and listed while building; 16 M directions of 8 bytes staged, of 4 in the rows of buckets; 256
        // buckets of 2,048 rows
        assertEquals(8 * (rows + 1) + 4 * rows, memory.bytes(Kind.ARRAYS, Phase.BUILDING));
        assertEquals(12 * E + 256 * (128 << 10), memory.bytes(Kind.AIDS, Phase.BUILDING));
        // two sets of parents, and of bits from each of both nodes
        final long noted = 2 * (4 * rows + 2 * rows / 8);
        // offsets, listed, targets, parents, two sections of each node, boxes, notes, degrees, levels, ancestors
        assertEquals(8 * (rows + 1) + 4 * rows + 4 * E + 4 * rows + 2 * V / 8 + (384 << 10) + noted + 4 * rows
            + 12 * rows, memory.bytes(Kind.ARRAYS, Phase.RUNNING));
        // two bitmaps of all vertices, four hubs a row
        assertEquals(2 * V / 8 + 16 * rows, memory.bytes(Kind.AIDS, Phase.RUNNING));
        assertEquals(0, bytes(memory, "serial search to compare with"), "too large a graph");
    }

    @Test
    void shouldCountTheLeastMemoryOfExchanges() {
        final AppMemory small = of(BfsVariant.HYBRID, false, false, 1000, 5000, 2);
        assertEquals(64 << 10, bytes(small, "frontier exchange"), "two sections of 500 bits for each node need less");
        assertEquals(6 * (64 << 10), bytes(small, "frontier mail"), "three boxes for each node");
        assertEquals(64 << 10, bytes(small, "rows noted by others"), "500 rows need less");
        assertEquals(0, bytes(of(BfsVariant.HYBRID, false, false, V, E, 1), "rows noted by others"));
        final AppMemory large = of(BfsVariant.HYBRID, false, false, V, E, 3);
        assertEquals(2 * 3 * 8 * 5462, bytes(large, "frontier exchange"), "bits of 349,526 rows in whole words");
        assertEquals(3 * 3 * (64 << 10), bytes(large, "frontier mail"));
        assertEquals(2 * (4 * 349_526 + 3 * 8 * 5462), bytes(large, "rows noted by others"));
        for (final int nodes : new int[] {8, 64}) {
            assertEquals(3 << 19, bytes(of(BfsVariant.HYBRID, false, false, V, E, nodes), "frontier mail"));
        }
        assertEquals(100 * 24576, bytes(of(BfsVariant.HYBRID, false, false, V, E, 100), "frontier mail"));
        assertEquals(2 * (4 * 10_486 + 64 * 8 * 164), bytes(of(BfsVariant.HYBRID, false, false, V, E, 100),
            "rows noted by others"), "bits for 64 nodes of a host at most");
    }

    @Test
    void shouldCountKnownDegrees() {
        assertEquals(96 << 10, bytes(of(BfsVariant.HYBRID, false, false, V, E, 2), "known degrees"));
        assertEquals(0, bytes(of(BfsVariant.VISIT, false, false, V, E, 2), "known degrees"));
    }

    @Test
    void shouldDependOnVariantVerificationAndBaseline() {
        final AppMemory hybrid = of(BfsVariant.HYBRID, false, false, V, E, 2);
        final AppMemory visit = of(BfsVariant.VISIT, false, false, V, E, 2);
        final AppMemory queue = of(BfsVariant.QUEUE, false, false, V, E, 2);
        assertEquals(V / 8, bytes(visit, "seen vertices"));
        assertEquals(0, bytes(visit, "hubs of rows"));
        assertEquals(8 * V, bytes(queue, "queues"));
        assertEquals(1024L * 1024 * 8, bytes(queue, "workspaces"), "every fiber has one");
        assertEquals(8 * 2 * 1000, bytes(of(BfsVariant.QUEUE, false, false, V, 2000, 2), "workspaces"),
            "or as many as there are edges");
        assertEquals(6 * V, of(BfsVariant.HYBRID, true, false, V, E, 2).bytes(Kind.ARRAYS, Phase.RUNNING)
            - hybrid.bytes(Kind.ARRAYS, Phase.RUNNING));
        assertEquals(20 * E + 48 * V, bytes(of(BfsVariant.HYBRID, false, true, V, E, 2), "one thread's graph"));
        assertTrue(of(BfsVariant.HYBRID, false, true, V, E, 2).heapBytes() > hybrid.heapBytes());
        assertEquals(16 * 5000 + 32 * 1000, bytes(of(BfsVariant.VISIT, true, false, 1000, 5000, 2),
            "serial search to compare with"));
    }

    @Test
    void shouldTakeWideElementsBeyondTwoBillionVertices() {
        final AppMemory narrow = of(BfsVariant.HYBRID, false, false, 1L << 31, 1L << 31, 1);
        final AppMemory wide = of(BfsVariant.HYBRID, false, false, (1L << 31) + 1, 1L << 31, 1);
        assertEquals(2 * bytes(narrow, "targets"), bytes(wide, "targets"));
        assertEquals(bytes(narrow, "staging of edges"), bytes(wide, "staging of edges"),
            "a word each, whatever the width");
        assertEquals(2 * bytes(narrow, "rows of buckets"), bytes(wide, "rows of buckets"));
        assertEquals(8 * ((1L << 31) + 1), bytes(wide, "parents"));
    }

    @Test
    void shouldForgetOthersVerticesBeyondTheFiltersMemory() {
        final AppMemory memory = of(BfsVariant.VISIT, false, false, 1L << 30, 1L << 30, 4);
        assertEquals((1L << 28) / 8, bytes(memory, "seen vertices"), "only the node's own");
        assertEquals(64 << 20, bytes(memory, "visits sent"));
    }

    @Test
    void shouldShrinkPerNodeAndNotOverflow() {
        long before = Long.MAX_VALUE;
        for (int nodes = 1; nodes <= 64; nodes *= 2) {
            final AppMemory memory = of(BfsVariant.HYBRID, true, false, V, E, nodes);
            final long bytes = memory.bytes(Kind.ARRAYS, Phase.RUNNING);
            assertTrue(bytes < before, nodes + " nodes: " + bytes);
            before = bytes;
        }
        final AppMemory huge = of(BfsVariant.HYBRID, true, false, 1L << 40, 1L << 61, 8);
        assertEquals(Long.MAX_VALUE, huge.bytes(Kind.AIDS, Phase.BUILDING));
        assertTrue(huge.items().stream().allMatch(item -> item.bytes() > 0), huge.items()::toString);
    }
}

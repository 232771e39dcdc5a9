package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Declared arrays whose tables would fill the heap: those that find no room work without. */
@Timeout(240)
class CombiningHeapTest {
    private static final int SIZE = 1_800_000;             // tables of 14 MB

    @ParameterizedTest
    @CsvSource({"1, SHARED_3, ADD", "2, COMBINED, ADD", "2, SHARED_2, MAX", "3, COMBINED, ONCE"})
    void shouldLeaveTheHeapToTheProgram(final int nodes, final Plan plan, final Combining combining) {
        final long enough = 2 + Runtime.getRuntime().maxMemory() / 4 / (SIZE * 8L);
        try (GmtCluster cluster = TestClusters.start(nodes, plan, CombiningHeapTest.class)) {
            assertEquals("", cluster.call(ctx -> use(ctx, enough, combining)));
            final long before = sums(cluster);
            assertTrue(before < enough * 4, "all arrays had tables");
            assertEquals("", cluster.call(ctx -> use(ctx, 1, combining)));
            assertTrue(combining != Combining.ADD || sums(cluster) > before, "memory of the heap was not given back");
        }
    }

    private static long sums(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream()
            .mapToLong(node -> node.counters().get("combining.sums")).sum();
    }

    private static String use(final TaskContext ctx, final long count, final Combining combining)
        throws SuspendExecution {
        final List<GlobalByteArray> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final ArraySpec spec = ArraySpec.of(SIZE);
            all.add(GlobalByteArray.allocate(ctx, combining == Combining.ONCE ? spec.once(0)
                : spec.combining(combining)));
        }
        final StringBuilder wrong = new StringBuilder();
        for (int i = 0; i < count; i++) {
            final GlobalByteArray array = all.get(i);
            final int value = 1 + i % 100;
            ctx.parFor(4, 1, (k, c) -> change(c, array, combining, k * (SIZE / 4), value));
            for (int k = 0; k < 4; k++) {
                final int found = array.get(ctx, k * (SIZE / 4));
                if (found != value) {
                    wrong.append(i).append(' ').append(k).append(": ").append(found).append('\n');
                }
            }
            array.free(ctx);
        }
        return wrong.toString();
    }

    private static void change(final TaskContext c, final GlobalByteArray array, final Combining combining,
                               final long index, final int value) throws SuspendExecution {
        switch (combining) {
            case ADD -> array.addNb(c, index, value);
            case MAX -> array.maxNb(c, index, value);
            default -> array.compareAndSet(c, index, 0, value);
        }
    }
}

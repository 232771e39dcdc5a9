package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.gmt4j.CaptureException;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.TaskFunction;
import org.gmt4j.engine.cluster.NodeCluster;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes that are registered while the nodes of a process run. */
class LateClassesTest {
    private static final class Late {
        static TaskFunction<Long> sum() {
            return ctx -> ctx.sum(10, (i, c) -> i);
        }

        static TaskFunction<Long> product(final long factor) {
            return ctx -> ctx.sum(10, (i, c) -> factor * i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldTravelOnceTheyAreRegistered(final int nodes) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(GmtCluster.class).start()) {
            if (nodes > 1) {
                assertEquals(CaptureException.class, assertThrows(ParForException.class,
                    () -> cluster.call(Late.sum())).getCause().getClass());
            }
            for (int again = 0; again < 2; again++) {
                NodeCluster.of(cluster).register(LateClassesTest.class);
                assertEquals(45, cluster.call(Late.sum()));
                assertEquals(450, cluster.call(Late.product(10)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldFindThePartOfTheNodeThatAsks(final int nodes) {
        try (GmtCluster cluster = GmtCluster.local(nodes)) {
            final NodeCluster all = NodeCluster.of(cluster);
            final GlobalLongArray array = cluster.call(ctx -> GlobalLongArray.allocate(ctx, 100));
            assertEquals(array, all.here(array));
            assertEquals("text", all.here("text"));
            assertNotEquals(array, all.nodes().get(1).find(array));
            assertEquals(array, all.nodes().get(0).find(array));
        }
    }
}

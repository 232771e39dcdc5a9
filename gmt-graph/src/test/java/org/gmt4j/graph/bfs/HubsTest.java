package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.graph.GraphException;
import org.junit.jupiter.api.Test;

class HubsTest {
    /** Such a graph takes 40 GB: the rule alone. */
    @Test
    void shouldRefuseMoreRowsThanItsArrayHolds() {
        Hubs.requireFits("kron-29", (1 << 29) - 1);
        for (final long rows : new long[] {1L << 29, 1L << 31, 1L << 40}) {
            final GraphException refusal = assertThrows(GraphException.class, () -> Hubs.requireFits("kron-29", rows));
            assertEquals(GraphException.TOO_LARGE, refusal.number());
            assertTrue(refusal.getMessage().contains("kron-29 has " + rows + " vertices on a node"),
                refusal::getMessage);
        }
    }
}

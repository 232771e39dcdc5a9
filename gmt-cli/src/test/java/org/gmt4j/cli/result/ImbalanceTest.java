package org.gmt4j.cli.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gmt4j.engine.publish.NodeReport;
import org.junit.jupiter.api.Test;

class ImbalanceTest {
    private static NodeReport report(final int node, final Map<String, Long> counters) {
        return new NodeReport(node, 1, 1, 1, counters);
    }

    @Test
    void shouldCompareTheLargestNodeWithTheMean() {
        final List<Imbalance> found =
            Imbalance.of(List.of(report(0, Map.of("chunks", 30L, "bytes", 0L, "app.edges", 7L, "blocks", 5L)),
            report(1, Map.of("chunks", 10L, "bytes", 0L)), report(2, Map.of("chunks", 20L, "app.vertices", 3L))));
        assertEquals(List.of("chunks", "edges", "vertices"), found.stream().map(Imbalance::measure).toList());
        assertEquals(List.of(30L, 10L, 20L), found.get(0).perNode());
        assertEquals(1.5, found.get(0).largestOverMean());
        assertEquals(List.of(7L, 0L, 0L), found.get(1).perNode());
        assertEquals(3.0, found.get(1).largestOverMean());
    }

    @Test
    void shouldSayNothingOfOneNode() {
        assertTrue(Imbalance.of(List.of()).isEmpty());
        assertTrue(Imbalance.of(List.of(report(0, Map.of("chunks", 30L)))).isEmpty());
    }
}

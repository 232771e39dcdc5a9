package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gmt4j.GmtCluster;
import org.junit.jupiter.api.Test;

class RingTest {
    @Test
    void shouldAskAllNodes() {
        try (GmtCluster cluster = GmtCluster.local(3, Ring.class)) {
            assertEquals(3, Ring.sumOfNodes(cluster));
        }
    }
}

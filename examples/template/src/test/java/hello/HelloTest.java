package hello;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gmt4j.GmtCluster;
import org.junit.jupiter.api.Test;

class HelloTest {
    @Test
    void shouldAddUpTheSquaresOnThreeNodes() {
        try (GmtCluster cluster = GmtCluster.local(3, Hello.class)) {       // three nodes in this JVM
            assertEquals(328_350, Hello.sumOfSquares(cluster, 100));
        }
    }
}

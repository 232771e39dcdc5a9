package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is whose client, and who has asked for a connection, are told by node. */
@Timeout(60)
class TrafficRowsTest {
    @Test
    void shouldTellClientsFromServersAndWhoAsked() {
        try (GmtCluster cluster = TestClusters.builder(4, Plan.COMBINED, TrafficRowsTest.class).start()) {
            cluster.run(ctx -> {
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, ArraySpec.of(4).cyclic(1));
                ctx.execute(2, there -> array.put(there, 3, 7));
                array.free(ctx);
            });
            final List<Node> nodes = NodeCluster.of(cluster).nodes();
            assertArrayEquals(new long[] {0, 1, 1, 1}, nodes.get(0).tables().get("connections.with"));
            assertArrayEquals(new long[] {2, 0, 0, 0}, nodes.get(1).tables().get("connections.with"));
            assertArrayEquals(new long[] {2, 0, 0, 1}, nodes.get(2).tables().get("connections.with"));
            assertArrayEquals(new long[] {2, 0, 2, 0}, nodes.get(3).tables().get("connections.with"));
            assertEquals(1, nodes.get(2).tables().get("requests.to")[3], "a put");
            assertArrayEquals(new long[4], nodes.get(3).tables().get("requests.to"), "answers alone");
            assertEquals(1, nodes.get(3).tables().get("messages.to")[2], "the answer");
        }
    }
}

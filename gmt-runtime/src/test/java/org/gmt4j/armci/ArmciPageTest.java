package org.gmt4j.armci;

import java.io.IOException;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.PageExamples;
import org.gmt4j.Patch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of docs/armci.md and docs/armci-sync.md, compiled, run, and compared with the pages line for line. */
@Timeout(120)
class ArmciPageTest {
    private static final String SOURCE = "src/test/java/org/gmt4j/armci/ArmciPageTest.java";

    @Test
    void shouldMovePatches() {
        // example
        try (GmtCluster cluster = GmtCluster.local(4)) {
            cluster.run(ctx -> {
                Armci armci = Armci.of(ctx);
                ArmciMemory matrix = armci.allocate(1024 * 1024 * 8);           // 8 MB on each node, zeroed
                double[] tile = new double[64 * 64];
                LocalBuffer side = LocalBuffer.of(tile);
                Patch whole = Patch.of(0, 64 * 64 * 8);                         // the tile, packed: bytes
                Patch inside = Patch.of(0, 64 * 8).times(64, 1024 * 8);         // 64 rows of 64 doubles, 1,024 apart
                armci.getStrided(matrix, 3, inside, side, whole);
                tile[0] += 1;
                armci.putStrided(side, whole, matrix, 3, inside);
                OperationHandle sum = ctx.newOperation();
                armci.accumulateStridedNb(sum, Accumulate.DOUBLE.scaled(0.5), side, whole, matrix, 2, inside);
                armci.addLongNb(matrix, 1, 80, 1);                               // implicit: ctx.await()
                ctx.await(sum);
                ctx.await();
                armci.free(matrix);
            });
        }
        // end
    }

    @Test
    void shouldDrawTickets() {
        // example
        try (GmtCluster cluster = GmtCluster.local(4)) {
            long ticket = cluster.call(ctx -> {
                GlobalLongArray counters = GlobalLongArray.allocate(ctx, 4);
                return new ReadModifyWrite(counters).fetchAndAdd(ctx, 3, 0, 1);    // node 3, position 0
            });
        }
        // end
    }

    @Test
    void shouldShowExactlyTheseExamples() throws IOException {
        PageExamples.requireSame(SOURCE, 2, "armci.md", "armci-sync.md");
    }
}

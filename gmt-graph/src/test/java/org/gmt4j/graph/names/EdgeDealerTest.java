package org.gmt4j.graph.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.gmt4j.GmtCluster;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.WeightKind;
import org.junit.jupiter.api.Test;

class EdgeDealerTest {
    /** Edges of five chunks. */
    private static final int BATCHES = 40;

    /** Its reader fails behind the last chunk. */
    private static final class FailingSource implements EdgeSource {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public OptionalLong vertexCount() {
            return OptionalLong.empty();
        }

        @Override
        public OptionalLong edgeCount() {
            return OptionalLong.empty();
        }

        @Override
        public boolean directed() {
            return true;
        }

        @Override
        public boolean weighted() {
            return false;
        }

        @Override
        public boolean isReadOnce() {
            return true;
        }

        @Override
        public EdgeCursor open(final int part, final int parts) {
            final SplittableRandom random = new SplittableRandom(7);
            final int[] left = {BATCHES};
            return batch -> {
                batch.clear();
                if (left[0]-- == 0) {
                    throw new IllegalStateException("the last row is bad");
                }
                while (!batch.isFull()) {
                    batch.add(random.nextLong(), random.nextLong());
                }
                return true;
            };
        }
    }

    /** Whoever is told of the failure frees the intakes, to which a chunk under way would still write. */
    @Test
    void shouldFailBehindTheLastChunkUnderWay() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.SHARED_2, EdgeDealerTest.class)) {
            for (int i = 0; i < 3; i++) {
                final long taken = cluster.call(ctx -> takenBeforeTheFailure(ctx));
                assertEquals((long) BATCHES * EdgeBatch.CAPACITY, taken);
            }
        }
    }

    private static long takenBeforeTheFailure(final TaskContext ctx) throws SuspendExecution {
        final NodeLocal<Intake> intake = NodeLocal.create(ctx,
            node -> new Intake(node, "dealt", WeightKind.NONE, false, false));
        try {
            EdgeDealer.deal(ctx, new FailingSource(), intake);
            return -1;
        } catch (final IllegalStateException failure) {
            return intake.sum(ctx, Intake::edgeCount);
        } finally {
            intake.free(ctx);
        }
    }
}

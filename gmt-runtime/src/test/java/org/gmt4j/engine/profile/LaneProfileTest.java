package org.gmt4j.engine.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gmt4j.aggregation.queue.FlushReason;
import org.junit.jupiter.api.Test;

class LaneProfileTest {
    private static final long MS = 1_000_000;

    private static StageRow stage(final NodeProfile node, final Stage stage) {
        return StageRow.of(List.of(node.tables().get(NodeProfile.STAGE + stage.key())));
    }

    @Test
    void shouldTellStagesApartBetweenNodesOfOneHost() {
        try (NodeProfile node = new NodeProfile(0, List.of("here", "here"), ProfileConfig.OFF.on())) {
            final long now = System.nanoTime();
            node.lane(0).answered(1, now - 100 * MS, now - 90 * MS, now - 70 * MS, now - 40 * MS, now - 35 * MS);
            assertEquals(10, stage(node, Stage.ISSUE_TO_BLOCK).max() / MS);
            assertEquals(20, stage(node, Stage.BLOCK_TO_BUFFER).max() / MS);
            assertEquals(30, stage(node, Stage.WIRE).max() / MS);
            assertEquals(5, stage(node, Stage.EXECUTION).max() / MS);
            assertTrue(stage(node, Stage.REPLY).max() >= 35 * MS);
            assertTrue(stage(node, Stage.WHOLE).max() >= 100 * MS);
            assertEquals(0, stage(node, Stage.WAKE).count());
            assertEquals(1, node.tables().get(NodeProfile.ONE_HOST)[0]);
        }
    }

    @Test
    void shouldHalveWhatIsNotExecutionBetweenHosts() {
        try (NodeProfile node = new NodeProfile(0, List.of("here", "there"), ProfileConfig.OFF.on())) {
            final long now = System.nanoTime();
            final long foreign = 17 * MS;
            node.lane(0).answered(1, now - 100 * MS, now - 90 * MS, now - 70 * MS, foreign, foreign + 10 * MS);
            assertEquals(10, stage(node, Stage.EXECUTION).max() / MS);
            assertTrue(stage(node, Stage.WIRE).max() >= 30 * MS);
            assertEquals(stage(node, Stage.WIRE).max(), stage(node, Stage.REPLY).max());
            assertEquals(0, node.tables().get(NodeProfile.ONE_HOST)[0]);
        }
    }

    @Test
    void shouldTimeOneOfAsManyBlocksAsConfigured() {
        try (NodeProfile node = new NodeProfile(0, List.of("here"), ProfileConfig.OFF.on().recordingOneOf(1, 3))) {
            final LaneProfile lane = node.lane(0);
            for (int i = 0; i < 9; i++) {
                assertEquals(i % 3 == 0, lane.blockClosed(0, 64, 2, FlushReason.FULL), "block " + i);
            }
        }
    }

    @Test
    void shouldAddUpStallsByDestination() {
        try (NodeProfile node = new NodeProfile(0, List.of("a", "a", "a"), ProfileConfig.OFF.on())) {
            final LaneProfile lane = node.lane(0);
            final LaneProfile other = node.lane(1);
            final long now = System.nanoTime();
            lane.stalled(2, true, now - 3 * MS);
            other.stalled(2, true, now - 4 * MS);
            other.stalled(1, false, now - 5 * MS);
            final long[] credit = node.tables().get(NodeProfile.CREDIT_STALLS);
            final long[] pool = node.tables().get(NodeProfile.POOL_STALLS);
            assertTrue(credit[2] >= 7 * MS && credit[0] == 0 && credit[1] == 0);
            assertTrue(pool[1] >= 5 * MS && pool[2] == 0);
            assertFalse(credit[2] > 60_000 * MS);
        }
    }
}

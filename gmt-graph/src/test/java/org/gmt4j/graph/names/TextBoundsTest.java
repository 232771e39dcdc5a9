package org.gmt4j.graph.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.graph.source.WeightKind;
import org.junit.jupiter.api.Test;

class TextBoundsTest {
    private static final int NODES = 4;

    /** Where all begin alike one node would sort and keep them all. */
    @Test
    void shouldCutNamesThatBeginAlike() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.SHARED_2, TextBoundsTest.class)) {
            assertEquals(NODES - 1, (long) cluster.call(ctx -> differentBounds(ctx)));
        }
    }

    private static long differentBounds(final TaskContext ctx) {
        final TextBlock names = new TextBlock();
        for (int i = 0; i < 2000; i++) {
            names.add(("http://www.example.org/" + "collection/".repeat(20) + i).getBytes(StandardCharsets.UTF_8));
        }
        try (Intake intake = new Intake(ctx, "bounds", WeightKind.NONE, false, true)) {
            intake.takeTexts(ctx, names.take(), new long[0], 0);
            final TreeSet<byte[]> bounds = new TreeSet<>(Arrays::compareUnsigned);
            bounds.addAll(List.of(TextBlock.texts(TextDirectory.bounds(List.of(intake.sample(64,
                TextDirectory.LONGEST_BOUND)), NODES))));
            return bounds.size();
        }
    }
}

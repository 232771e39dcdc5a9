package org.gmt4j.bench.transpose;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.power.PowerBodies;
import org.gmt4j.bench.power.PowerMode;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.waiting.NodeWaiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
final class TransposeJobTest {
    /** Else the threads of jobs that are not measured would take cores from the one that is. */
    @ParameterizedTest
    @EnumSource(PowerMode.class)
    void shouldWaitAsConfiguredBetweenRows(final PowerMode mode) {
        try (GmtCluster cluster = cluster(2)) {
            final List<Boolean> before = configured(cluster);
            final TransposeJob job = new TransposeJob(cluster, 8);
            for (final Way way : Way.values()) {
                job.run(mode, way);
                assertEquals(before, configured(cluster));
                assertEquals(0, job.wrong(mode, way));
                assertEquals(before, configured(cluster));
            }
            job.free();
        }
    }

    @Test
    void shouldKnowTheElementsOfEachNode() {
        try (GmtCluster cluster = cluster(3)) {
            final TransposeJob job = new TransposeJob(cluster, 7);
            assertEquals(49, Arrays.stream(job.elements()).sum());
            job.free();
        }
    }

    private static GmtCluster cluster(final int nodes) {
        return GmtCluster.local(nodes, TransposeBodies.class, TransposeJob.class, PowerBodies.class, PowerMode.class,
            TransposeJobTest.class);
    }

    private static List<Boolean> configured(final GmtCluster cluster) {
        return cluster.call(ctx -> ctx.callOnAll(node -> {
            final NodeWaiting waiting = EngineTask.of(node).runtime().service(NodeWaiting.class);
            return waiting.mode() == waiting.config().mode();
        }));
    }
}

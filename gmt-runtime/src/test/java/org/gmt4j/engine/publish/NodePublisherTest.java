package org.gmt4j.engine.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.engine.hang.NodeWaits;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NodePublisherTest {
    private static final NodeWaits ANSWER = NodeWaits.unknown(0, 1, "as the node says");

    @TempDir
    private Path folder;

    private static PublishedNodes nodes() {
        return new PublishedNodes() {
            @Override
            public List<NodeReport> reports() {
                return List.of(new NodeReport(0, 1, 2, 3, Map.of("commands", 4L)));
            }

            @Override
            public List<NodeWaits> waits() {
                return List.of(ANSWER);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 300, 3_600_000})
    void shouldAnswerBetweenTwoPublications(final long intervalMs) {
        try (NodePublisher publisher = NodePublisher.start(nodes(), intervalMs, Map.of("app", "any"), 1,
            Optional.of(folder))) {
            for (int time = 0; time < 2; time++) {
                assertEquals(List.of(ANSWER), new WaitInquiry(folder, List.of(0), 1, 60_000).ask());
            }
        }
    }
}

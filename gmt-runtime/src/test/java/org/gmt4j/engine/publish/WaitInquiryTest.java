package org.gmt4j.engine.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.gmt4j.engine.hang.NodeWaits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WaitInquiryTest {
    @TempDir
    private Path folder;

    /** The other one asks before the node has looked. */
    @Test
    void shouldGetAnswerThoughAnotherAsksAtTheSameTime() throws IOException {
        final WaitDesk desk = new WaitDesk(folder, new PublishedNodes() {
            @Override
            public List<NodeReport> reports() {
                return List.of();
            }

            @Override
            public List<NodeWaits> waits() {
                return List.of(NodeWaits.unknown(0, 1, "an answer"));
            }
        });
        final CompletableFuture<List<NodeWaits>> answers =
            CompletableFuture.supplyAsync(() -> new WaitInquiry(folder, List.of(0), 1, 60_000).ask());
        while (!Files.exists(folder.resolve(WaitDesk.REQUEST))) {
            LockSupport.parkNanos(200_000);
        }
        WaitDesk.put(folder, WaitDesk.REQUEST, "7".getBytes(StandardCharsets.US_ASCII));
        while (!answers.isDone()) {
            desk.look();
        }
        assertEquals(List.of("an answer"), answers.join().stream().map(NodeWaits::trouble).toList());
    }
}

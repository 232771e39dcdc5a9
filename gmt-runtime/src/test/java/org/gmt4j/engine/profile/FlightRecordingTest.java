package org.gmt4j.engine.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.gmt4j.GmtException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FlightRecordingTest {
    @TempDir
    private Path folder;

    @Test
    void shouldWriteWhatHappenedWhenItIsClosed() throws IOException {
        final Path file = folder.resolve("a.jfr");
        final FlightRecording recording = FlightRecording.start("test", file);
        final ProfileEvents.Stall stall = new ProfileEvents.Stall();
        stall.node = 3;
        stall.destination = 5;
        stall.kind = "credit";
        stall.took = 17_000;
        stall.commit();
        recording.close();
        recording.close();
        final List<RecordedEvent> stalls = RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("gmt.Stall")).toList();
        assertEquals(1, stalls.size());
        assertEquals(3, stalls.get(0).getInt("node"));
        assertEquals(5, stalls.get(0).getInt("destination"));
        assertEquals(17_000, stalls.get(0).getDuration("took").toNanos());
        assertEquals("credit", stalls.get(0).getString("kind"));
    }

    @Test
    void shouldRefuseAFolderThatIsNotThere() {
        final GmtException refused = assertThrows(GmtException.class,
            () -> FlightRecording.start("test", folder.resolve("no/a.jfr")));
        assertTrue(refused.getMessage().contains("GMT-642"), refused::getMessage);
        assertTrue(Files.notExists(folder.resolve("no")));
    }
}

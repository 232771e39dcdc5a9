package org.gmt4j.engine.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import org.gmt4j.GmtException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The flight recording of this JVM: the events of its nodes, and the few of the JDK that explain them. Any thread.
 * {@link #close} writes the file, and so does an orderly end of the JVM without it.
 */
public final class FlightRecording implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlightRecording.class);
    private static final Duration SAMPLE_PERIOD = Duration.ofMillis(20);

    private final Recording recording;
    private final Path file;
    private boolean isClosed;

    private FlightRecording(final Recording recording, final Path file) {
        this.recording = recording;
        this.file = file;
    }

    /**
     * Starts a recording.
     *
     * @param name name of the recording, for people
     * @param file written at the end
     * @throws GmtException when this Java cannot record, or the file cannot be written
     */
    public static FlightRecording start(final String name, final Path file) {
        FlightRecorderModule.require();
        final Recording recording = new Recording();
        try {
            recording.setName(name);
            recording.setToDisk(true);
            recording.setDestination(file);
            recording.setDumpOnExit(true);
            ProfileEvents.all().forEach(event -> recording.enable(event).withoutStackTrace());
            for (final String event : new String[] {"jdk.GarbageCollection", "jdk.GCPhasePause", "jdk.GCHeapSummary",
                "jdk.JVMInformation", "jdk.OSInformation", "jdk.CPUInformation", "jdk.InitialSystemProperty",
                "jdk.ThreadStart", "jdk.ThreadEnd"}) {
                recording.enable(event).withoutStackTrace();
            }
            recording.enable("jdk.CPULoad").withPeriod(Duration.ofSeconds(1));
            recording.enable("jdk.ThreadCPULoad").withPeriod(Duration.ofSeconds(1));
            recording.enable("jdk.ExecutionSample").withPeriod(SAMPLE_PERIOD);
            recording.start();
        } catch (final IOException | RuntimeException e) {
            recording.close();
            throw new GmtException("GMT-642", "the flight recorder does not start: " + e.getMessage()
                + ". Look at the folder of the recording, " + file + ", and at the room in java.io.tmpdir.", e);
        }
        return new FlightRecording(recording, file);
    }

    public Path file() {
        return file;
    }

    /** Stops and writes the file. Never throws; idempotent. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            recording.stop();
            recording.close();
        } catch (final RuntimeException e) {
            LOG.warn("GMT-643 the flight recording {} could not be written", file, e);
        }
    }
}

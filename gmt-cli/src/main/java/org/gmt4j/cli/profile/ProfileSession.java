package org.gmt4j.cli.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.engine.profile.FlightRecording;
import org.gmt4j.engine.profile.ProfileConfig;
import org.gmt4j.engine.publish.NodeReport;

/**
 * The profile of one process of a run: its flight recording and, where the results come together, the summary. Does
 * nothing where {@code gmt.profile} is off. Any thread.
 *
 * <pre>
 * start ──► recording ──► finish: summary into the result, profile.json, profile.html ──► close: recording written
 *                    └──► the run fails ─────────────────────────────────────────────────► close
 * </pre>
 */
public final class ProfileSession implements AutoCloseable {
    private static final ProfileSession OFF = new ProfileSession(null, null, null);

    private final Invocation invocation;
    private final Path folder;
    private final FlightRecording recording;
    private volatile boolean isFinished;     // the session's thread writes, a signal's reads
    private boolean isSaid;                  // guarded by this

    private ProfileSession(final Invocation invocation, final Path folder, final FlightRecording recording) {
        this.invocation = invocation;
        this.folder = folder;
        this.recording = recording;
    }

    /** Begins to record the process of one node, whose folder the launcher has made. */
    public static ProfileSession ofNode(final Invocation invocation, final int nodeId) {
        return isOn(invocation) ? start(invocation, ProfileFolder.told(invocation), "node-" + nodeId + ".jfr") : OFF;
    }

    /** Begins to record this process with all nodes in it. */
    public static ProfileSession ofAll(final Invocation invocation) {
        return isOn(invocation) ? start(invocation, ProfileFolder.create(invocation), "nodes.jfr") : OFF;
    }

    private static ProfileSession start(final Invocation invocation, final Path folder, final String file) {
        try {
            Files.createDirectories(folder);
        } catch (final IOException e) {
            // the recording says it better
        }
        return new ProfileSession(invocation, folder,
            FlightRecording.start("gmt " + invocation.app().title(), folder.resolve(file)));
    }

    /** @return is this run to be profiled? */
    public static boolean isOn(final Invocation invocation) {
        return invocation.settings().load(ProfileConfig.class).isOn();
    }

    /** The run has ended: adds the summary to its result and writes it beside the recordings. */
    public void finish(final RunResult.Builder result, final List<NodeReport> reports) {
        if (recording == null) {
            return;
        }
        isFinished = true;
        final ProfileSummary summary = ProfileSummary.of(reports, ProfileSummary.Recording.of(
            invocation.settings().load(ProfileConfig.class), invocation.plan(), folder, reports));
        final Map<String, Object> values = summary.values();
        result.section("profile", values, ProfileText.of(summary));
        try {
            ProfileFiles.write(folder, invocation.app().title(), String.join(" ", invocation.arguments()), summary);
        } catch (final IOException e) {
            result.note("GMT-644 the summary of the profile cannot be written to " + folder + " (" + e.getMessage()
                + "). The result holds the same figures, the recordings the raw events.");
        }
    }

    /** Writes the recording. Never throws; idempotent. */
    @Override
    public void close() {
        if (recording == null) {
            return;
        }
        recording.close();
    }

    /** After the run: says where its recordings are, if it did not come to a summary. */
    public synchronized void closeAfterFailure() {
        close();
        if (recording != null && !isFinished && !isSaid) {
            isSaid = true;
            invocation.context().err()
                .println("profile: the run has not come to its end; what was recorded until then is in " + folder);
        }
    }
}

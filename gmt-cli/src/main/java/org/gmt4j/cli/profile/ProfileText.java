package org.gmt4j.cli.profile;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.cli.result.Traffic;
import org.gmt4j.engine.profile.Stage;
import org.gmt4j.engine.profile.StageRow;

/** The summary of a profile for people, as lines of text. Stateless; set-up. */
final class ProfileText {
    private static final double NS_PER_US = 1e3;
    /** More nodes than this do not fit a line. */
    private static final int WIDEST_MATRIX = 12;

    private ProfileText() {
    }

    static String of(final ProfileSummary summary) {
        final StringBuilder text = new StringBuilder(" where the time went\n");
        roles(summary, text);
        stages(summary, text);
        reasons(" blocks closed", summary.flushes().blocks(), text);
        reasons(" buffers sent", summary.flushes().buffers(), text);
        waits(summary.waits(), text);
        nodes(summary, text);
        summary.traffic().ifPresent(traffic -> traffic(traffic, text));
        files(summary, text);
        return text.toString();
    }

    private static void roles(final ProfileSummary summary, final StringBuilder text) {
        text.append(format(" %4s %-8s%11s%11s%11s%11s%10s%n", "node", "role", "running", "other role",
            "waiting", "idle", "seconds"));
        for (final RoleShare share : summary.roles()) {
            text.append(format(" %4d %-8s%9.1f %%%9.1f %%%9.1f %%%9.1f %%%10.2f%n", share.node(), share.role(),
                100 * share.running(), 100 * share.others(), 100 * share.waiting(), 100 * share.idle(),
                share.seconds()));
        }
        text.append(" (waiting: nothing to run, but replies, credits or room outstanding; idle: "
            + "nothing outstanding)\n");
    }

    private static void stages(final ProfileSummary summary, final StringBuilder text) {
        text.append(format(" %-24s%10s%10s%10s%10s%11s%n", "stage of a block, us", "count", "p50", "p90",
            "p99", "max"));
        for (final Map.Entry<Stage, StageRow> stage : summary.stages().entrySet()) {
            final StageRow row = stage.getValue();
            text.append(format(" %-24s%,10d%10s%10s%10s%11s%n", stage.getKey().text(), row.count(), us(row, row.p50()),
                us(row, row.p90()), us(row, row.p99()), us(row, row.max())));
        }
        text.append(format(" (one of %,d blocks of each thread for other nodes was timed",
            summary.recording().config().blocks()))
            .append(summary.isOneHost() ? ")\n"
                : ";\n  between hosts, which have no common clock, wire and reply are each half of what "
                    + "was not execution)\n");
    }

    private static String us(final StageRow row, final long ns) {
        return row.count() == 0 ? "-" : format(ns < 100 * NS_PER_US ? "%.1f" : "%,.0f", ns / NS_PER_US);
    }

    private static void reasons(final String what, final Map<String, Long> counts, final StringBuilder text) {
        final long sum = counts.values().stream().mapToLong(Long::longValue).sum();
        text.append(format("%-15s%,d", what, sum));
        counts.forEach((reason, count) -> text.append(format("  %s %.1f %%", reason, 100.0 * count / sum)));
        text.append('\n');
    }

    private static void waits(final List<WaitFigures> waits, final StringBuilder text) {
        text.append(" waits of tasks");
        waits.forEach(wait -> text.append(format("  %s %,d x %s us", wait.kind(), wait.count(),
            format(wait.meanUs() < 100 ? "%.1f" : "%,.0f", wait.meanUs()))));
        text.append(waits.isEmpty() ? "  none\n" : " (mean)\n");
    }

    private static void nodes(final ProfileSummary summary, final StringBuilder text) {
        for (final NodeFigures node : summary.nodes()) {
            text.append(format(" node %d: stalls on credit %,d, %,.1f ms%s; on free blocks %,d, %,.1f ms; "
                + "%s %,d in %,d ms%n", node.node(),
                node.creditStalls(), node.creditMs(),
                node.worst() < 0 ? "" : format(" (most for node %d)", node.worst()), node.poolStalls(),
                node.poolMs(), summary.recording().plan().inProcess() ? "collections of the JVM" : "collections",
                node.collections(),
                node.collectionMs()));
        }
    }

    private static void traffic(final Traffic traffic, final StringBuilder text) {
        if (traffic.messages().length > WIDEST_MATRIX) {
            text.append(format(" traffic between %d nodes: see the heat map%n", traffic.messages().length));
            return;
        }
        text.append(" traffic: buffers / MB, row sends to column\n      ");
        for (int to = 0; to < traffic.messages().length; to++) {
            text.append(format("%20d", to));
        }
        text.append('\n');
        for (int from = 0; from < traffic.messages().length; from++) {
            text.append(format(" %5d", from));
            for (int to = 0; to < traffic.messages()[from].length; to++) {
                text.append(format("%20s", format("%,d / %,.1f", traffic.messages()[from][to],
                    traffic.bytes()[from][to] / 1e6)));
            }
            text.append('\n');
        }
    }

    private static void files(final ProfileSummary summary, final StringBuilder text) {
        final ProfileSummary.Recording recording = summary.recording();
        text.append(format(" events: one of %,d chunks and waits, one of %,d blocks, buffers and batches, "
            + "and all of %,d us and more%n",
            recording.config().chunks(), recording.config().blocks(), recording.config().longNs() / 1000));
        text.append(" saved ").append(recording.folder()).append(": ")
            .append(recording.files().stream().limit(4).collect(Collectors.joining(", ")))
            .append(recording.files().size() > 4 ? ", ..." : "").append(", profile.json, profile.html\n");
        text.append(" open with: jfr summary ").append(recording.folder().resolve(recording.files().get(0)))
            .append("   (or JDK Mission Control; profile.html in a browser)\n");
    }

    private static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
    }
}

package org.gmt4j.apps.nwchem;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.ga.CallKind;
import org.gmt4j.ga.CallTable;

/** Says what a replay came to. Stateless; set-up. */
final class ReplayReport {
    private static final String CHECKSUM = "checksum";

    private ReplayReport() {
    }

    static Trial trial(final Replayed found) {
        return Trial.of(found.seconds()).with("tasks", found.tasks()).with("counterPercent",
            found.percent(found.counterNs())).with("transferPercent", found.percent(found.transferNs()))
            .with("computePercent", found.percent(found.computeNs())).with("imbalance", found.imbalance())
            .with(CHECKSUM, found.checksum());
    }

    /** Adds the last trial's checksum, shares of time, balance, and table of calls, as NWChem prints it. */
    static void add(final RunResult.Builder result, final Replayed last) {
        result.with(CHECKSUM, last.checksum());
        final Map<String, Object> time = new LinkedHashMap<>();
        time.put("counterPercent", last.percent(last.counterNs()));
        time.put("patchesPercent", last.percent(last.transferNs()));
        time.put("computePercent", last.percent(last.computeNs()));
        result.with("timeOfStreams", time);
        result.with("drawMeanNs", (double) last.counterNs()
            / Math.max(1, last.calls().calls(CallKind.READ_INCREMENT)));
        result.with("tasksOfLargestNodeOverMean", last.imbalance());
        result.with("tasksOfNode", Arrays.stream(last.tasksOfNode()).boxed().toList());
        result.section("calls", values(last), text(last));
    }

    private static Map<String, Object> values(final Replayed last) {
        final CallTable calls = last.calls();
        final Map<String, Object> values = new LinkedHashMap<>();
        for (final CallKind kind : CallKind.values()) {
            if (calls.calls(kind) > 0) {
                final Map<String, Object> row = new LinkedHashMap<>();
                row.put("calls", calls.calls(kind));
                if (kind != CallKind.CREATE && kind != CallKind.DESTROY) {
                    row.put("bytes", calls.bytes(kind));
                    row.put("remoteBytes", calls.remoteBytes(kind));
                }
                values.put(kind.name().toLowerCase(Locale.ROOT), row);
            }
        }
        return values;
    }

    private static String text(final Replayed last) {
        final StringBuilder text = new StringBuilder(String.format(Locale.ROOT,
            " tasks of each node: %s%n calls of all nodes in the last trial%n",
            Arrays.toString(last.tasksOfNode())));
        last.calls().toString().lines().forEach(line -> text.append("   ").append(line).append('\n'));
        return text.toString();
    }
}

package org.gmt4j.apps.graph.run;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.TaskContext;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The work of the nodes' just-in-time compilers while runs were timed: with much of it, times are those of young
 * nodes. A compilation counts when it ends. Owned by the main thread of node 0.
 */
public final class CompilerTime {
    /** Share of the timed part from which on a note says so. */
    static final double MUCH = 0.1;
    private static final String QUICK = "-XX:TieredStopAtLevel=1";

    private long compilerMs;
    private long timedNs;

    /** Time that the compilers of each node have worked so far, in milliseconds. Called by a task, between runs. */
    public static List<Long> ofNodes(final TaskContext ctx) throws SuspendExecution {
        return ctx.callOnAll(node -> ofProcess());
    }

    private static long ofProcess() {
        final CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        return compilers != null && compilers.isCompilationTimeMonitoringSupported()
            ? compilers.getTotalCompilationTime() : 0;
    }

    /** @return the longest time between two looks of the nodes, which share their processes or have one each */
    public static long longest(final List<Long> before, final List<Long> after) {
        long longest = 0;
        for (int node = 0; node < before.size(); node++) {
            longest = Math.max(longest, after.get(node) - before.get(node));
        }
        return longest;
    }

    /** A timed search: how long it took, and how long the busiest node's compilers worked meanwhile. */
    public void searched(final long ns, final long ms) {
        timedNs += ns;
        compilerMs += ms;
    }

    /** Returns whether nodes, this one among them, have the simple compiler only, as in short jobs. */
    public static boolean isQuick() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().contains(QUICK);
    }

    /** Adds the work of the compilers to the result. */
    public void report(final RunResult.Builder result) {
        final boolean isQuick = isQuick();
        final double share = timedNs == 0 ? 0 : compilerMs * 1e6 / timedNs;
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("kind", isQuick ? "quick" : "full");
        values.put("seconds", compilerMs / 1e3);
        values.put("share", share);
        result.section("compilers", values, String.format(Locale.ROOT,
            " compilers (%s) worked for %d ms of %.0f ms of timed runs%n", values.get("kind"), compilerMs,
            timedNs / 1e6));
        if (share >= MUCH) {
            result.note(String.format(Locale.ROOT, "compilers were still at work, their threads for %d ms beside the "
                + "%.0f ms of the timed part on the busiest node: more warm-up (--warm-up N) shows more", compilerMs,
                timedNs / 1e6));
        }
    }
}

package org.gmt4j.bench.contention;

import java.util.Locale;
import java.util.Optional;

/**
 * Which processes contend: one in k of all, none of node 0, which is the target. Process p is on node p /
 * processesPerNode.
 *
 * @param processesPerNode of each node
 * @param processes        of all nodes
 * @param oneIn            the k; 0: nobody contends
 */
public record Contenders(int processesPerNode, int processes, int oneIn) {
    private static final double MOST_OFF = 0.1;

    /** Of a percentage, such as 0, 11 or 20. */
    public static Contenders of(final int processesPerNode, final int processes, final int percent) {
        return new Contenders(processesPerNode, processes, oneIn(percent));
    }

    /**
     * Why a percentage cannot be had, or null: a k of one in k that is near enough is needed for what is shown under
     * the percentage to be true of it.
     */
    public static String refusal(final int percent) {
        if (percent < 0 || percent > 100) {
            return "--percent " + percent + ": expected 0 .. 100.";
        }
        final int oneIn = oneIn(percent);
        if (oneIn == 0 || Math.abs(100.0 / oneIn - percent) <= MOST_OFF * percent) {
            return null;
        }
        final int below = 100 / percent + 1;
        return String.format(Locale.ROOT, "--percent %d: one process in so many contends; possible are %.0f and %.0f "
            + "(one in %d, one in %d), and whatever differs from one in 1, 2, 3 ... by a tenth at most.", percent,
            100.0 / below, 100.0 / (below - 1), below, below - 1);
    }

    /** The k of one in k, for 11, 20 and other percentages; 0 for 0. */
    public static int oneIn(final int percent) {
        return percent == 0 ? 0 : (int) Math.round(100.0 / percent);
    }

    /** The first process that is measured, and may contend. */
    public int first() {
        return processesPerNode;
    }

    public boolean contends(final int process) {
        return oneIn > 0 && process >= processesPerNode && process % oneIn == oneIn - 1;
    }

    public int count() {
        int count = 0;
        for (int process = processesPerNode; process < processes; process++) {
            count += contends(process) ? 1 : 0;
        }
        return count;
    }

    /** Says that nobody contends although some should, and how many nodes that would take; empty where some do. */
    public Optional<String> nobody() {
        if (oneIn == 0 || count() > 0) {
            return Optional.empty();
        }
        int next = Math.max(processes, processesPerNode);
        while (!contends(next)) {
            next++;
        }
        return Optional.of("nobody contends, since one process in " + oneIn + " would, and of these " + processes
            + " it is none outside of node 0; take -n " + (node(next) + 1) + " or more --processes");
    }

    int node(final int process) {
        return process / processesPerNode;
    }

    /** Which of its node's processes. */
    int local(final int process) {
        return process % processesPerNode;
    }
}

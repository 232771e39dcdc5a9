package org.gmt4j.bench.contention;

/**
 * Which processes contend: one in k of all, none of node 0, which is the target. Process p is on node p /
 * processesPerNode.
 *
 * @param processesPerNode of each node
 * @param processes        of all nodes
 * @param oneIn            the k; 0: nobody contends
 */
public record Contenders(int processesPerNode, int processes, int oneIn) {
    /** Of a percentage, such as 0, 11 or 20. */
    public static Contenders of(final int processesPerNode, final int processes, final int percent) {
        return new Contenders(processesPerNode, processes, oneIn(percent));
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

    int node(final int process) {
        return process / processesPerNode;
    }

    /** Which of its node's processes. */
    int local(final int process) {
        return process % processesPerNode;
    }
}

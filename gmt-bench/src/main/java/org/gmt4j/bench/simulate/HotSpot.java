package org.gmt4j.bench.simulate;

import java.util.Arrays;
import org.gmt4j.bench.contention.Contenders;

/**
 * The contention program of the paper: process after process, except those of node 0, does some operations on node 0
 * and notes their mean; meanwhile one process in {@code k} does the same operations all the time. A process that
 * contends is measured like all others.
 */
final class HotSpot implements Workload {
    /** Operations of each contending process before the first measurement. */
    private static final int WARM_UP = 3;
    private static final long PS_PER_US = 1_000_000;

    private final Contenders contenders;
    private final int first;
    private final int iterations;
    private final int every;
    private final double[] meanPs;
    private ClusterModel model;
    private int measured;
    private int done;
    private long sumPs;
    private long sincePs;
    private long warmUpsLeft;

    /**
     * @param oneIn 0: nobody contends
     * @param every one process in so many is measured, from the last backwards, so that the farthest is among them
     */
    HotSpot(final int processesPerNode, final int processes, final int iterations, final int oneIn, final int every) {
        contenders = new Contenders(processesPerNode, processes, oneIn);
        first = contenders.first();
        this.iterations = iterations;
        this.every = every;
        meanPs = new double[processes];
        Arrays.fill(meanPs, Double.NaN);
        measured = processes;
    }

    boolean contends(final int process) {
        return contenders.contends(process);
    }

    int contenders() {
        return contenders.count();
    }

    @Override
    public void begin(final ClusterModel begun) {
        model = begun;
        warmUpsLeft = (long) WARM_UP * contenders();
        for (int process = first; process < meanPs.length; process++) {
            if (contends(process)) {
                model.start(process, model.random().nextLong(100 * PS_PER_US));
            }
        }
        if (warmUpsLeft == 0) {
            measure(firstMeasured(), 0);
        }
    }

    /** @param fromPs when its predecessor has its answer: operations that were under way before do not count */
    private void measure(final int process, final long fromPs) {
        measured = process;
        done = 0;
        sumPs = 0;
        sincePs = fromPs;
        if (process < meanPs.length) {
            model.start(process, fromPs - model.nowPs());
        }
    }

    private int firstMeasured() {
        return first + (meanPs.length - 1 - first) % every;
    }

    private boolean isOver() {
        return warmUpsLeft == 0 && measured >= meanPs.length;
    }

    @Override
    public int nextTarget(final int process) {
        return process == measured || contends(process) && !isOver() ? 0 : NOTHING;
    }

    @Override
    public void completed(final int process, final long issuedPs, final long endPs) {
        if (warmUpsLeft > 0) {
            if (--warmUpsLeft == 0) {
                measure(firstMeasured(), endPs);
            }
        } else if (process == measured && issuedPs >= sincePs) {
            sumPs += endPs - issuedPs;
            if (++done == iterations) {
                meanPs[process] = (double) sumPs / iterations;
                measure(process + every, endPs);
            }
        }
    }

    /** Mean time of an operation by process, in picoseconds; NaN for those of node 0. */
    double[] meanPs() {
        return meanPs;
    }
}

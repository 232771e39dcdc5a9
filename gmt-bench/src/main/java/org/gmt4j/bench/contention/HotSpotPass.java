package org.gmt4j.bench.contention;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The program of the paper on one job: contenders begin; process after process does its operations and is timed;
 * contenders end; the values of node 0 are compared with the operations done. May be run again and again. Main thread
 * of node 0.
 */
final class HotSpotPass {
    private static final double NS_PER_US = 1e3;
    /** Counts of each process in the proof of a mutex. */
    private static final int EXCLUSIONS = 3;

    private final GmtCluster cluster;
    private final Contenders contenders;
    private final HotVerb verb;
    private final int bytes;
    private final int lead;
    private final int iterations;
    private HotTarget target;
    private long operations;
    private boolean isRight;

    HotSpotPass(final GmtCluster cluster, final Contenders contenders, final HotVerb verb, final int bytes,
                final int lead, final int iterations) {
        this.cluster = cluster;
        this.contenders = contenders;
        this.verb = verb;
        this.bytes = bytes;
        this.lead = lead;
        this.iterations = iterations;
    }

    /** Microseconds of an operation by process; not a number for those of node 0. */
    double[] run() {
        return cluster.call(ctx -> {
            if (target == null) {
                target = HotTarget.allocate(ctx, bytes);
            }
            // or the puts of an earlier pass would prove this one
            ctx.execute(HotTarget.NODE, HotBodies.clearSegments(target));
            final double[] us = measure(ctx);
            isRight = proves(ctx);
            return us;
        });
    }

    void free() {
        if (target != null) {
            cluster.run(target::free);
            target = null;
        }
    }

    /** Of the last run. */
    boolean isRight() {
        return isRight;
    }

    private double[] measure(final TaskContext ctx) throws SuspendExecution {
        final double[] us = new double[contenders.processes()];
        Arrays.fill(us, Double.NaN);
        ctx.executeOnAll(HotBodies.open(contenders.processesPerNode()));
        for (int process = contenders.first(); process < us.length; process++) {
            if (contenders.contends(process)) {
                ctx.executeNb(contenders.node(process), HotBodies.contend(verb, target, contenders.local(process)));
            }
        }
        for (int process = contenders.first(); process < us.length; process++) {
            if (contenders.contends(process)) {
                ctx.execute(contenders.node(process), HotBodies.awaitContender(contenders.local(process)));
            }
        }
        for (int process = contenders.first(); process < us.length; process++) {
            final long ns = ctx.call(contenders.node(process),
                HotBodies.measure(verb, target, contenders.local(process),
                contenders.contends(process), lead, iterations));
            us[process] = ns / NS_PER_US / iterations;
        }
        ctx.executeOnAll(HotBodies.close());
        ctx.awaitTasks();
        return us;
    }

    private boolean proves(final TaskContext ctx) throws SuspendExecution {
        for (final long ofNode : ctx.callOnAll(HotBodies.operations())) {
            operations += ofNode;
        }
        switch (verb) {
            case VPUT:
                final boolean hasSegments = ctx.call(HotTarget.NODE, HotBodies.hasSegments(target));
                return hasSegments;
            case FADD:
                final long cell = target.cell().get(ctx, 0);
                return cell == operations;
            case LOCK:
                final boolean excludes = excludes(ctx);
                return excludes;
            default:
                final boolean hasSums = ctx.call(HotTarget.NODE, HotBodies.hasSums(target, operations));
                return hasSums;
        }
    }

    /**
     * Whether the mutex is free, and keeps the counts of all processes, made without atomic operations: a count is lost
     * as soon as two are inside.
     */
    private boolean excludes(final TaskContext ctx) throws SuspendExecution {
        final boolean isFree = target.mutexes().tryLock(ctx, HotTarget.NODE, 0);
        if (!isFree) {
            return false;
        }
        target.mutexes().unlock(ctx, HotTarget.NODE, 0);
        target.cell().put(ctx, 0, 0);
        long expected = 0;
        for (int process = contenders.first(); process < contenders.processes(); process++) {
            ctx.executeNb(contenders.node(process), HotBodies.countUnderLock(target, EXCLUSIONS));
            expected += EXCLUSIONS;
        }
        ctx.awaitTasks();
        final long counted = target.cell().get(ctx, 0);
        return counted == expected;
    }
}

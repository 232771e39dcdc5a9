package org.gmt4j.engine.node;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gmt4j.engine.hang.UserFrame;
import org.gmt4j.engine.task.Worker;
import org.gmt4j.quasar.Progress;

/**
 * Detects a body that computes and so keeps the only thread of its node from communicating. From the second look that
 * finds the same body computing, each look asks it to give way. When the last request was not answered, the loop points
 * of the classes on its stack are enabled. Owned by the watching thread; values read from the node's thread may be
 * slightly old, a benign race.
 */
final class BodyProbe {
    /** Processor time between two looks below which a thread was kept from running, rather than computing. */
    private static final long LEAST_CPU_NS = 500_000;
    /** A body is reported when two stacks, so far apart, are of code of the program or its libraries. */
    private static final long CLOSED_NS = TimeUnit.MILLISECONDS.toNanos(25);
    private static final long LONGEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Carrier carrier;
    private final Worker worker;
    private long communicatedNs;
    private long cpuNs;                              // at the look that found the thread to have communicated
    private long givenWayCount;
    private boolean isAwake;                         // the last request was answered
    private long pauseNs;                            // between two stacks of a body; 0 when there was none
    private long nextStackNs;
    private long nextClosedNs;
    private boolean isSuspected;

    /** Loaded by the watching thread rather than at the start of the node, because it takes some milliseconds. */
    private static final class Cpu {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    }

    /** The place where a body computes without giving way. */
    record Closed(StackTraceElement place, long ns, StackTraceElement[] stack) {
    }

    BodyProbe(final Carrier carrier) {
        this.carrier = carrier;
        worker = carrier.worker();
    }

    Carrier carrier() {
        return carrier;
    }

    boolean isActive() {
        return !carrier.idle().isParked();
    }

    boolean hasAsked() {
        return worker.isToGiveWay();
    }

    /** Returns a body that has not given way for long; each body once. */
    Optional<Closed> look(final long nowNs) {
        if (!isActive()) {
            return Optional.empty();
        }
        final long cpuNowNs = Math.max(0, Cpu.THREADS.getThreadCpuTime(carrier.thread().getId()));
        final long lastNs = carrier.desk().communicatedNs();
        final boolean hasGivenWay = worker.givenWayCount() != givenWayCount;
        givenWayCount = worker.givenWayCount();
        isAwake |= hasGivenWay;
        if (lastNs != communicatedNs || !worker.runsBody()) {
            communicatedNs = lastNs;
            cpuNs = cpuNowNs;
            pauseNs = 0;
            nextClosedNs = CLOSED_NS;
            isSuspected = false;
            worker.askToGiveWay(hasGivenWay);    // it probably still computes
            return Optional.empty();
        }
        final long computedNs = cpuNowNs - cpuNs;
        if (computedNs < LEAST_CPU_NS) {
            return Optional.empty();
        }
        if (pauseNs == 0 && isAwake) {
            pauseNs = 1;                         // it will probably answer; if not, look again
            nextStackNs = nowNs;
        } else if (pauseNs == 0 || nowNs - nextStackNs >= 0) {
            isAwake = false;
            awaken();
            pauseNs = Math.min(LONGEST_PAUSE_NS, Math.max(NodeWatch.BODY_LOOK_EVERY_NS, 2 * pauseNs));
            nextStackNs = nowNs + pauseNs;
        }
        worker.askToGiveWay(true);
        return computedNs >= nextClosedNs ? closed(computedNs) : Optional.empty();
    }

    private void awaken() {
        for (final StackTraceElement frame : carrier.thread().getStackTrace()) {
            Progress.awaken(frame.getClassName());
        }
    }

    /**
     * Excludes the runtime itself, which also takes time when it meets a class for the first time, and the libraries of
     * this project, whose passes over a node's vertices or elements do not give way: nobody could follow the advice.
     */
    private Optional<Closed> closed(final long ns) {
        final StackTraceElement[] stack = carrier.thread().getStackTrace();
        final Optional<StackTraceElement> place = UserFrame.ownCallingJava(Arrays.asList(stack));
        if (place.isEmpty() || !isSuspected) {
            isSuspected = place.isPresent();
            nextClosedNs = ns + CLOSED_NS;
            return Optional.empty();
        }
        nextClosedNs = Long.MAX_VALUE;           // once for each body
        worker.bodyWasClosed();
        return place.map(frame -> new Closed(frame, ns, stack));
    }
}

package org.gmt4j.engine.node;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.gmt4j.engine.hang.HangReport;
import org.gmt4j.engine.hang.NodeWaits;
import org.gmt4j.engine.hang.UserFrame;
import org.gmt4j.engine.task.Worker;
import org.gmt4j.quasar.Progress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the nodes of this JVM from one daemon thread, which runs while there are nodes: warns of bodies that block
 * their thread, asks bodies that compute to give way, and prints all waits after SIGQUIT. Costs the nodes' threads
 * almost nothing, because it reads values that they write anyway. Any thread.
 */
final class NodeWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWatch.class);
    private static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(25);
    /** Interval while threads that are whole nodes run bodies, and one of them has been asked to give way lately. */
    static final long BODY_LOOK_EVERY_NS = TimeUnit.MICROSECONDS.toNanos(1_500);
    /** Interval while they run bodies that give way by themselves: on busy cores each look interrupts one of them. */
    private static final long CALM_LOOK_EVERY_NS = 2 * BODY_LOOK_EVERY_NS;
    /** Looks after the last request before bodies count as calm again. */
    private static final int LOOKS_TO_CALM = 64;
    /** Looks that find all of them parked before the watch sleeps until a body begins. */
    private static final int QUIET_LOOKS = 4;
    private static final int LOOKS_PER_SIGNAL = 8;
    private static final int MOST_PLACES = 1000;
    private static final int MOST_FRAMES = 16;
    private static final long JOIN_LIMIT_MS = 1_000;

    /**
     * The watches of this JVM. Guarded by itself: adding the first watch starts the thread, removing the last one ends
     * it.
     */
    private static final List<NodeWatch> WATCHED = new CopyOnWriteArrayList<>();
    private static volatile Thread thread;              // guarded by WATCHED where it is set
    /** Whether the next thread to run bodies must wake the watch. */
    private static volatile boolean isAsleep;
    private static int looksToCalm;                     // of the watching thread
    private static boolean isBlind;                     // of the watching thread: looks at bodies cannot succeed
    private static boolean hasToldOfError;              // of the watching thread

    private final int nodeId;
    private final WatchConfig config;
    private final int threadsPerCore;
    private final List<CarrierProbe> probes;
    private final List<BodyProbe> bodies;
    private final Supplier<NodeWaits> waits;
    private final Set<String> told = new HashSet<>();   // of the watching thread

    private NodeWatch(final int nodeId, final WatchConfig config, final int threadsPerCore,
                      final List<Carrier> carriers, final Supplier<NodeWaits> waits) {
        this.nodeId = nodeId;
        this.config = config;
        this.threadsPerCore = threadsPerCore;
        this.waits = waits;
        probes = carriers.stream()
            .map(carrier -> new CarrierProbe(carrier, TimeUnit.MILLISECONDS.toNanos(config.blockedMs()))).toList();
        bodies = config.progress() ? carriers.stream().filter(Carrier::hasAllRoles).map(BodyProbe::new).toList()
            : List.of();
    }

    /**
     * Starts to watch a node, until it is closed.
     *
     * @param threadsPerCore of the job on this host: where processes share cores, each look keeps one of them from its
     *                       work, and looks are rarer
     */
    static NodeWatch begin(final int nodeId, final WatchConfig config, final int threadsPerCore,
                           final List<Carrier> carriers, final Supplier<NodeWaits> waits) {
        final NodeWatch watch = new NodeWatch(nodeId, config, threadsPerCore, carriers, waits);
        if (config.isOn()) {
            synchronized (WATCHED) {
                WATCHED.add(watch);
                if (thread == null) {
                    thread = new Thread(NodeWatch::run, "gmt-watch");
                    thread.setDaemon(true);
                    thread.start();
                }
            }
        }
        return watch;
    }

    @Override
    public void close() {
        final Thread last;
        synchronized (WATCHED) {
            WATCHED.remove(this);
            last = WATCHED.isEmpty() ? thread : null;
            thread = last == null ? thread : null;
        }
        if (last != null && last != Thread.currentThread()) {
            LockSupport.unpark(last);
            NodeThread.join(last, JOIN_LIMIT_MS);
        }
    }

    private static boolean isToGoOn() {
        synchronized (WATCHED) {
            return thread == Thread.currentThread();
        }
    }

    private static void run() {
        QuitSignal quit = null;                      // not before the first look: many clusters are gone by then
        int looks = 0;
        int quietLooks = 0;
        if (WATCHED.stream().anyMatch(watch -> !watch.bodies.isEmpty())) {
            Worker.prepareToGiveWay();
        }
        long lastNs = System.nanoTime();
        while (isToGoOn()) {
            try {
                quietLooks = isAnyActive() ? 0 : quietLooks + 1;
                if (park(quietLooks >= QUIET_LOOKS)) {
                    quietLooks = 0;                  // short bodies, one after the other, shall not wake it each time
                }
                final long nowNs = System.nanoTime();
                if (!isBlind) {
                    lookAtBodies(nowNs);
                }
                if (nowNs - lastNs < LOOK_EVERY_NS) {
                    continue;
                }
                lastNs = nowNs;
                if (quit == null) {
                    quit = new QuitSignal();
                }
                WATCHED.forEach(watch -> watch.look(nowNs));
                if (++looks >= LOOKS_PER_SIGNAL) {
                    looks = 0;
                    if (quit.hasCome()) {
                        answer();
                    }
                }
            } catch (final Throwable e) {
                goOnAfter(e);
            }
        }
    }

    private static void goOnAfter(final Throwable thrown) {
        try {
            if (thrown instanceof Error error) {
                goOnAfter(error);
            } else {
                LOG.debug("a look at the nodes' threads has failed", thrown);
            }
        } catch (final Error noMemory) {
            hasToldOfError = false;                  // there is none for the report either
        }
    }

    /** The nodes still need the rest of the watch, for example its answer to SIGQUIT. */
    private static void goOnAfter(final Error e) {
        if (e instanceof LinkageError) {
            isBlind = true;                          // a class that failed to load will never load
            Progress.want(false);
        }
        if (!hasToldOfError) {
            hasToldOfError = true;
            LOG.warn("GMT-404 a look at the nodes' threads has failed: {}. {}", e.getCause() == null ? e : e.getCause(),
                isBlind ? "Bodies that compute are not asked to give way, and not reported: nodes with one thread may "
                + "answer late. Java needs its module java.management, and names of files that it can read "
                + "(LC_ALL=C.UTF-8)" : "The watch goes on; this is told once");
        }
    }

    /** Returns whether a body that began has ended the sleep. */
    private static boolean park(final boolean isQuiet) {
        if (!isQuiet) {
            LockSupport.parkNanos(crowd() * (looksToCalm > 0 ? BODY_LOOK_EVERY_NS : CALM_LOOK_EVERY_NS));
            return false;
        }
        isAsleep = true;                             // partner: bodiesBegin, after its thread is no longer parked
        if (!isAnyActive()) {
            LockSupport.parkNanos(LOOK_EVERY_NS);
        }
        final boolean isWoken = !isAsleep;
        isAsleep = false;
        return isWoken;
    }

    /** Returns the number of watches like this one on a core, at least 1. */
    private static int crowd() {
        int crowd = 1;
        for (final NodeWatch watch : WATCHED) {
            crowd = Math.max(crowd, watch.threadsPerCore / Math.max(1, WATCHED.size()));
        }
        return crowd;
    }

    // --- bodies that compute ---

    /** Notes that a thread which is a whole node, and not parked, is about to run bodies. Per turn. */
    static void bodiesBegin() {
        if (isAsleep) {
            isAsleep = false;
            LockSupport.unpark(thread);
        }
    }

    private static boolean isAnyActive() {
        for (final NodeWatch watch : WATCHED) {
            for (final BodyProbe body : watch.bodies) {
                if (body.isActive()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void lookAtBodies(final long nowNs) {
        boolean isAnyAsked = false;
        for (final NodeWatch watch : WATCHED) {
            for (final BodyProbe body : watch.bodies) {
                body.look(nowNs).ifPresent(closed -> watch.warn(body.carrier(), closed));
                isAnyAsked |= body.hasAsked();
            }
        }
        looksToCalm = isAnyAsked ? LOOKS_TO_CALM : Math.max(0, looksToCalm - 1);
        Progress.want(isAnyAsked);
    }

    private void warn(final Carrier carrier, final BodyProbe.Closed closed) {
        final String method = closed.place().getClassName() + "." + closed.place().getMethodName();
        if (told.size() < MOST_PLACES && told.add(method)) {
            LOG.warn("GMT-762 a task has computed on the thread {} of node {} for {} ms without giving way, at {}: the "
                + "node answers nobody meanwhile. Loops of instrumented classes give way, except inside "
                + "synchronized or undisturbed methods and under calls from libraries: instrument the class, divide "
                + "the work into chunks or with ctx.yield(), or call the library by ctx.callBlocking(). Each method "
                + "is reported once; the counter progress.closed counts all.{}",
                carrier.thread().getName(), nodeId, TimeUnit.NANOSECONDS.toMillis(closed.ns()),
                UserFrame.text(closed.place()), stack(closed.stack()));
        }
    }

    // --- bodies that block ---

    private void look(final long nowNs) {
        if (config.blockedMs() > 0) {
            for (final CarrierProbe probe : probes) {
                probe.look(nowNs).ifPresent(blocked -> warn(probe.carrier(), blocked));
            }
        }
    }

    private void warn(final Carrier carrier, final CarrierProbe.Blocked blocked) {
        final String place = UserFrame.text(blocked.place());
        if (told.size() < MOST_PLACES && told.add(place)) {
            LOG.warn("GMT-761 a body has blocked the thread {} of node {} for {} ms, at {} ({}): "
                + "{} that this thread runs stands still meanwhile. {} "
                + "Each place is reported once; gmt.watch.blocked=0 switches the warning off.{}",
                carrier.thread().getName(), nodeId, TimeUnit.NANOSECONDS.toMillis(blocked.ns()), place, blocked.state(),
                carrier.worker() == null ? "everything" : "every other task",
                advice(blocked), stack(blocked.stack()));
        }
    }

    private static String advice(final CarrierProbe.Blocked blocked) {
        final List<StackTraceElement> above = Arrays.asList(blocked.stack());
        if (above.stream().anyMatch(frame -> frame.getMethodName().startsWith("sleep")
            && frame.getClassName().equals("java.lang.Thread"))) {
            return "Instead of sleeping let the task wait with a deadline, or yield until the time has come.";
        }
        if (blocked.state() == Thread.State.RUNNABLE) {
            return "Do input and output by ctx.callBlocking(), or before or after the tasks.";
        }
        return "Take a mutex that tasks wait for (Mutexes), or a lock that is never held across a wait; "
            + "wait for threads of your own by ctx.await(stage), or outside of tasks.";
    }

    private static String stack(final StackTraceElement[] stack) {
        return Arrays.stream(stack).limit(MOST_FRAMES).map(frame -> "\n    at " + UserFrame.text(frame))
            .collect(Collectors.joining())
            + (stack.length > MOST_FRAMES ? "\n    ..." : "");
    }

    // --- SIGQUIT ---

    private static void answer() {
        final List<NodeWatch> asked = WATCHED.stream().filter(watch -> watch.config.quit()).toList();
        if (!asked.isEmpty()) {
            final Thread report = new Thread(() -> print(asked), "gmt-report");     // the watch continues
            report.setDaemon(true);
            report.start();
        }
    }

    private static void print(final List<NodeWatch> asked) {
        // Not System.err, which a program may have replaced.
        final PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), false,
            StandardCharsets.UTF_8);
        err.print(HangReport.of(waits(asked), () -> waits(asked)));
        err.flush();
    }

    private static List<NodeWaits> waits(final List<NodeWatch> asked) {
        return asked.stream().map(watch -> watch.waits.get()).toList();
    }
}

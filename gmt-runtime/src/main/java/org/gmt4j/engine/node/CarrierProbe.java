package org.gmt4j.engine.node;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gmt4j.engine.hang.UserFrame;

/**
 * Detects a body that blocks its thread, by several looks in each window. A thread is blocked when most looks found it
 * waiting outside the runtime's own waits, and its innermost frame outside Java's classes is the user's. It is also
 * blocked when it has run the same body for a window, and two looks at its stack found the same call into the system. A
 * body that computes is neither, nor is one that uses a class for the first time while that is loaded. Owned by the
 * watching thread; values read from the carrier may be slightly old, a benign race.
 */
final class CarrierProbe {
    private static final int LEAST_LOOKS = 3;
    private static final long LONGEST_PAUSE_NS = 2_000_000_000L;
    private static final List<String> SYSTEM_CALLS = List.of("java.io.", "java.net.", "sun.nio.",
        "jdk.internal.misc.Blocker");

    private final Carrier carrier;
    private final long limitNs;
    private long windowNs;
    private int looks;
    private int blockedLooks;
    private long lastTurn = -1;
    private long pauseNs;
    private long nextStackNs;
    private String lastCall = "";

    /** The state and stack of a blocked thread. */
    record Blocked(StackTraceElement place, Thread.State state, long ns, StackTraceElement[] stack) {
    }

    CarrierProbe(final Carrier carrier, final long limitNs) {
        this.carrier = carrier;
        this.limitNs = limitNs;
    }

    Carrier carrier() {
        return carrier;
    }

    Optional<Blocked> look(final long nowNs) {
        final Thread.State state = carrier.thread().getState();
        final boolean isBlocked = state == Thread.State.BLOCKED || state == Thread.State.WAITING
            || state == Thread.State.TIMED_WAITING;
        if (carrier.idle().isParked() || !isBlocked && !isInSameBody() || state == Thread.State.TERMINATED) {
            calm();
            return Optional.empty();
        }
        if (looks == 0) {
            windowNs = nowNs;
        }
        looks++;
        blockedLooks += isBlocked ? 1 : 0;
        if (nowNs - windowNs < limitNs || looks < LEAST_LOOKS) {
            return Optional.empty();
        }
        return isBlocked && blockedLooks * 4 >= looks * 3 ? waiting(state, nowNs) : inSystemCall(state, nowNs);
    }

    /** Returns whether the worker has resumed no fiber since the last look, and a fiber runs. */
    private boolean isInSameBody() {
        if (carrier.worker() == null || !carrier.worker().runsBody()) {
            return false;
        }
        final long turn = carrier.worker().switchCount();
        final boolean isSame = turn == lastTurn;
        lastTurn = turn;
        return isSame;
    }

    private void calm() {
        looks = 0;
        blockedLooks = 0;
        pauseNs = 0;
        lastCall = "";
    }

    private Optional<Blocked> waiting(final Thread.State state, final long nowNs) {
        final StackTraceElement[] stack = carrier.thread().getStackTrace();
        final Optional<StackTraceElement> place = carrier.idle().isParked() ? Optional.empty()
            : placeOf(stack);
        final long ns = nowNs - windowNs;
        looks = 0;
        blockedLooks = 0;
        return place.map(frame -> new Blocked(frame, state, ns, stack));
    }

    /** Returns the body's line; none where Java loads a class for it, which no program could do otherwise. */
    private static Optional<StackTraceElement> placeOf(final StackTraceElement[] stack) {
        return UserFrame.callingJava(Arrays.asList(stack)).filter(place -> Arrays.stream(stack)
            .takeWhile(above -> above != place).noneMatch(CarrierProbe::loadsClass));
    }

    private static boolean loadsClass(final StackTraceElement frame) {
        return frame.getMethodName().equals("loadClass") && frame.getClassName().equals("java.lang.ClassLoader");
    }

    /**
     * Examines a thread that Java reports as running. Looks at its stack, less and less often, because most bodies
     * compute.
     */
    private Optional<Blocked> inSystemCall(final Thread.State state, final long nowNs) {
        if (pauseNs > 0 && nowNs - nextStackNs < 0) {
            return Optional.empty();
        }
        final StackTraceElement[] stack = carrier.thread().getStackTrace();
        final String call = stack.length > 0 && stack[0].isNativeMethod()
            && SYSTEM_CALLS.stream().anyMatch(stack[0].getClassName()::startsWith)
            ? placeOf(stack).map(UserFrame::text).orElse("") : "";
        if (!call.isEmpty() && call.equals(lastCall)) {
            final StackTraceElement place = placeOf(stack).orElseThrow();
            final long ns = nowNs - windowNs;
            calm();
            return Optional.of(new Blocked(place, state, ns, stack));
        }
        lastCall = call;
        pauseNs = call.isEmpty() ? Math.min(LONGEST_PAUSE_NS, Math.max(limitNs, 2 * pauseNs)) : 1;
        nextStackNs = nowNs + pauseNs;
        return Optional.empty();
    }
}

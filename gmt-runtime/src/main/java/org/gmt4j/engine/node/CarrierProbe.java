package org.gmt4j.engine.node;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gmt4j.engine.hang.UserFrame;

/**
 * Whether a body blocks its thread. Looked at some times in each window: blocked is a thread that most looks found
 * waiting elsewhere than where the runtime waits, and whose innermost frame outside of Java's own classes is the
 * user's; or one that has run the same body for a window and two looks at its stack found in the same call into the
 * system. A body that computes is neither. Owned by the watching thread; what it reads of the carrier may be a moment
 * old, a benign race.
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

    /** What a body does to its thread. */
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

    /** The worker has resumed nobody since the look before, and somebody runs. */
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
            : UserFrame.callingJava(Arrays.asList(stack));
        final long ns = nowNs - windowNs;
        looks = 0;
        blockedLooks = 0;
        return place.map(frame -> new Blocked(frame, state, ns, stack));
    }

    /** It runs, as far as Java knows: looks at its stack, less and less often, since most bodies compute. */
    private Optional<Blocked> inSystemCall(final Thread.State state, final long nowNs) {
        if (pauseNs > 0 && nowNs - nextStackNs < 0) {
            return Optional.empty();
        }
        final StackTraceElement[] stack = carrier.thread().getStackTrace();
        final String call = stack.length > 0 && stack[0].isNativeMethod()
            && SYSTEM_CALLS.stream().anyMatch(stack[0].getClassName()::startsWith)
            ? UserFrame.callingJava(Arrays.asList(stack)).map(UserFrame::text).orElse("") : "";
        if (!call.isEmpty() && call.equals(lastCall)) {
            final StackTraceElement place = UserFrame.callingJava(Arrays.asList(stack)).orElseThrow();
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

package org.gmt4j.engine.profile;

import java.util.EnumSet;
import java.util.Set;

/**
 * The times of one thread: at each moment it is in a role, waiting, or idle, so that they add up to the elapsed time.
 * Owned by its thread; {@link #row} any thread, values may be slightly old. Per turn and per block: each change reads
 * the clock once.
 *
 * <pre>
 * beginTurn - enter HELPER ... enter(previous role) - enter WORKER - enter SERVER - endTurn; or endEmptyTurn: all of
 *     it was waiting or idle
 * </pre>
 */
public final class RoleTimes {
    private static final int ROLES = Role.values().length;
    private static final int WAITING = ROLES;
    private static final int IDLE = ROLES + 1;

    private final Set<Role> roles;
    private final long[] ns = new long[ROLES + 2];
    private final long[] atTurn = new long[ROLES];
    private int current = IDLE;
    private long sinceNs;
    private long turnNs;
    private boolean isBegun;

    /** @param roles roles of the thread */
    RoleTimes(final Set<Role> roles) {
        this.roles = EnumSet.copyOf(roles);
    }

    /** Begins a turn in a role, and ends the previous state. */
    public void beginTurn(final long nowNs, final Role role) {
        if (isBegun) {
            ns[current] += nowNs - sinceNs;
        }
        isBegun = true;
        sinceNs = nowNs;
        turnNs = nowNs;
        current = role.ordinal();
        System.arraycopy(ns, 0, atTurn, 0, ROLES);
    }

    /** Changes the role of the thread. Returns the previous state, for {@link #goBack}. */
    public int enter(final Role role) {
        return change(role.ordinal());
    }

    /** Returns to a state returned by {@link #enter}. */
    public void goBack(final int before) {
        change(before);
    }

    private int change(final int next) {
        final long nowNs = System.nanoTime();
        final int before = current;
        ns[before] += nowNs - sinceNs;
        sinceNs = nowNs;
        current = next;
        return before;
    }

    /** Counts the time since the last change as waiting, and all until the next role, because it brought nothing. */
    public void wasWaiting() {
        current = WAITING;
    }

    /** Ends a turn that has found work. */
    public void endTurn() {
        change(current);
    }

    /** Ends a turn without work, which counts, with all until the next turn, as waiting or as idle. */
    public void endEmptyTurn(final boolean isWaiting) {
        final long nowNs = System.nanoTime();
        System.arraycopy(atTurn, 0, ns, 0, ROLES);
        current = isWaiting ? WAITING : IDLE;
        ns[current] += nowNs - turnNs;
        sinceNs = nowNs;
    }

    /** Returns the time of the last change. */
    long sinceNs() {
        return sinceNs;
    }

    boolean has(final Role role) {
        return roles.contains(role);
    }

    /** Adds the nanoseconds of this thread, as seen by one of its roles, to {@code sum}, in {@link Role}'s columns. */
    void addTo(final long[] sum, final Role role) {
        for (int i = 0; i < ROLES; i++) {
            sum[i == role.ordinal() ? Role.RUNNING : Role.OTHERS] += ns[i];
        }
        sum[Role.WAITING] += ns[WAITING];
        sum[Role.IDLE] += ns[IDLE];
    }

    /** Returns the nanoseconds of this thread as seen by a role, in {@link Role}'s columns. */
    long[] row(final Role role) {
        final long[] row = new long[Role.COLUMNS];
        addTo(row, role);
        return row;
    }
}

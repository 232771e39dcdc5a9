package org.gmt4j.engine.profile;

import java.util.EnumSet;
import java.util.Set;

/**
 * How one thread spends its time: a role, waiting, or idle, at any moment one of them, so that they add up to the time
 * that has passed. Owned by its thread; {@link #row} any thread, values may be slightly old. Per turn and per block:
 * each change is one look at the clock.
 *
 * <pre>
 * beginTurn - enter HELPER ... enter(what was before) - enter WORKER - enter SERVER - endTurn, or endEmptyTurn: all of
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

    /** @param roles those of the thread */
    RoleTimes(final Set<Role> roles) {
        this.roles = EnumSet.copyOf(roles);
    }

    /** A turn begins, in a role: what was before it ends now. */
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

    /** From now on the thread is in another role. @return what it was in, for {@link #goBack} */
    public int enter(final Role role) {
        return change(role.ordinal());
    }

    /** The same, for what {@link #enter} returned. */
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

    /** What the thread has done since the last change brought nothing: it waits, until somebody enters a role. */
    public void wasWaiting() {
        current = WAITING;
    }

    /** The turn has found something to do. */
    public void endTurn() {
        change(current);
    }

    /** The turn has found nothing: it counts, and all until the next, as waiting or as idle. */
    public void endEmptyTurn(final boolean isWaiting) {
        final long nowNs = System.nanoTime();
        System.arraycopy(atTurn, 0, ns, 0, ROLES);
        current = isWaiting ? WAITING : IDLE;
        ns[current] += nowNs - turnNs;
        sinceNs = nowNs;
    }

    /** When it last changed. */
    long sinceNs() {
        return sinceNs;
    }

    boolean has(final Role role) {
        return roles.contains(role);
    }

    /** Adds the nanoseconds of this thread as one of its roles sees them to {@code sum}, in {@link Role}'s columns. */
    void addTo(final long[] sum, final Role role) {
        for (int i = 0; i < ROLES; i++) {
            sum[i == role.ordinal() ? Role.RUNNING : Role.OTHERS] += ns[i];
        }
        sum[Role.WAITING] += ns[WAITING];
        sum[Role.IDLE] += ns[IDLE];
    }

    /** What a role has got of this thread, in {@link Role}'s columns, nanoseconds. */
    long[] row(final Role role) {
        final long[] row = new long[Role.COLUMNS];
        addTo(row, role);
        return row;
    }
}

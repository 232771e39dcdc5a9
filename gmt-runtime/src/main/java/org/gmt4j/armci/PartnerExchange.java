package org.gmt4j.armci;

import org.gmt4j.GmtException;
import org.gmt4j.engine.task.MemberExchange;
import org.gmt4j.fibers.SuspendExecution;

/**
 * An exchange with some members of a group that has begun, see {@link ProcessGroup#beginExchange}: the others count on
 * this member's {@link #swap}. Belongs to the task that began it; swapped once.
 */
public final class PartnerExchange {
    private static final byte[] NOTHING = new byte[0];

    private final MemberExchange step;
    private final int[] ranks;

    PartnerExchange(final MemberExchange step, final int... ranks) {
        this.step = step;
        this.ranks = ranks;
    }

    /**
     * Sends its part to each of the members, and waits for theirs.
     *
     * @param parts in the order of the members; null counts as empty
     * @return what they have given, in the same order
     * @throws GmtException GMT-285 when there are not as many parts as members; nothing has been sent
     */
    public byte[][] swap(final byte[]... parts) throws SuspendExecution {
        requireParts(ranks.length, parts);
        for (int i = 0; i < ranks.length; i++) {
            step.swap(ranks[i], parts[i] == null ? NOTHING : parts[i]);
        }
        step.await();
        final byte[][] received = new byte[ranks.length][];
        for (int i = 0; i < ranks.length; i++) {
            received[i] = step.from(ranks[i]);
        }
        return received;
    }

    static void requireParts(final int members, final byte[]... parts) {
        if (parts == null || parts.length != members) {
            throw new GmtException("GMT-285", "an exchange of " + (parts == null ? "no" : parts.length) + " parts with "
                + members + " members: expected one for each");
        }
    }
}

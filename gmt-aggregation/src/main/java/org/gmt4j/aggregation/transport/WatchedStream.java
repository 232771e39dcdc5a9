package org.gmt4j.aggregation.transport;

/**
 * One stream as {@link StreamAttention} sees it. Owned by the thread that polls; per buffer.
 *
 * <pre>
 *   expected: BUSY --{@value #QUIET_AFTER} looks in a row that found nothing--> QUIET
 *             QUIET --a look that finds something--> BUSY
 *   not expected: QUIET to begin with
 * </pre>
 */
public class WatchedStream {
    /** So many empty looks in a row make a stream quiet. */
    public static final int QUIET_AFTER = 64;

    private final boolean isExpected;
    private boolean isQuiet;
    private int emptyLooks;

    /** @param isExpected may it bring something at all, by the rules of the job? */
    public WatchedStream(final boolean isExpected) {
        this.isExpected = isExpected;
        isQuiet = !isExpected;
    }

    /** Does a poll of this depth look at it? */
    public final boolean isLookedAt(final int depth) {
        return !isQuiet || depth == StreamAttention.WHOLE || isExpected && depth == StreamAttention.THOROUGH;
    }

    /** Has it brought nothing for long? */
    public final boolean isQuiet() {
        return isQuiet;
    }

    /**
     * It has been looked at.
     *
     * @param hasBrought there was something, taken or refused
     * @return whether it became quiet, or busy again, by this look
     */
    public final boolean looked(final boolean hasBrought) {
        if (hasBrought) {
            final boolean wasQuiet = isQuiet;
            emptyLooks = 0;
            isQuiet = false;
            return wasQuiet;
        }
        if (isQuiet || ++emptyLooks < QUIET_AFTER) {
            return false;
        }
        isQuiet = true;
        return true;
    }
}

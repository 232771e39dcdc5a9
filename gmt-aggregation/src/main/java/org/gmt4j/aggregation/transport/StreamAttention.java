package org.gmt4j.aggregation.transport;

/**
 * Chooses the streams of one class that a poll looks at: a look at an empty one costs as much as half of a buffer, and
 * a node that answers hundreds has hundreds that are empty. Owned by the thread that polls; per buffer. The model of
 * {@code gmt simulate contention} runs the same class.
 *
 * <pre>
 *   poll          looks at                                        when
 *   BUSY          streams that have lately brought something      something was found since the poll before, or by it,
 *                                                               in either class
 *   THOROUGH      the quiet ones as well                          nothing was, or every {@value #THOROUGH_EVERY}th
 *   WHOLE         also those from which nothing is expected       every {@value #WHOLE_EVERY}th of the thorough ones
 * </pre>
 *
 * <p>So a node that has nothing to do sees the first message after any silence in its next poll; one that is busy sees
 * it at most {@value #THOROUGH_EVERY} polls later than it would if each looked at everything.
 */
public final class StreamAttention {
    /** Looks only at streams that have lately brought something. */
    public static final int BUSY = 0;
    /** Looks at all streams that may bring something. */
    public static final int THOROUGH = 1;
    /** Looks at all streams. */
    public static final int WHOLE = 2;
    /** Of polls that find something, every so many looks at quiet streams. */
    public static final int THOROUGH_EVERY = 16;
    /** Of polls that look at quiet streams, every so many looks at those from which nothing is expected. */
    public static final int WHOLE_EVERY = 64;

    /** Of the other class; null: there is none. */
    private StreamAttention partner;
    private boolean hasFound;
    private boolean hasPartnerFound;
    private int untilThorough = THOROUGH_EVERY;
    private int untilWhole = WHOLE_EVERY;

    /**
     * Both classes of one node: a server that takes requests must not look at all streams of answers each time because
     * none come. Once.
     */
    public void pairWith(final StreamAttention other) {
        partner = other;
        other.partner = this;
    }

    /** @return how deep the poll that begins now looks */
    public int begin() {
        final boolean isBusy = hasFound || hasPartnerFound;
        hasPartnerFound = false;
        if (isBusy && --untilThorough > 0) {
            return BUSY;
        }
        untilThorough = THOROUGH_EVERY;
        if (--untilWhole > 0) {
            return THOROUGH;
        }
        untilWhole = WHOLE_EVERY;
        return WHOLE;
    }

    /** The poll is over. */
    public void end(final int delivered) {
        hasFound = delivered > 0;
        if (hasFound && partner != null) {
            partner.hasPartnerFound = true;
        }
    }
}

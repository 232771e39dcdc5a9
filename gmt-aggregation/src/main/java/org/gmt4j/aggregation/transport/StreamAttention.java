package org.gmt4j.aggregation.transport;

/**
 * Which streams of one class a poll looks at: a look at an empty one costs as much as half of a buffer, and a node that answers hundreds has
 * hundreds that are empty. Owned by the thread that polls; per buffer. The model of {@code gmt simulate contention} runs the same class.
 *
 * <pre>
 *   poll          looks at                                        when
 *   BUSY          streams that have lately brought something      the poll before has found something
 *   THOROUGH      the quiet ones as well                          the poll before has found nothing, or every {@value #THOROUGH_EVERY}th
 *   WHOLE         also those from which nothing is expected       every {@value #WHOLE_EVERY}th of the thorough ones
 * </pre>
 *
 * <p>So a node that has nothing to do sees the first message after any silence in its next poll; one that is busy sees it at most
 * {@value #THOROUGH_EVERY} polls later than it would if each looked at everything.
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

    private boolean hasFoundNothing = true;
    private int untilThorough = THOROUGH_EVERY;
    private int untilWhole = WHOLE_EVERY;

    /** @return how deep the poll that begins now looks */
    public int begin() {
        if (!hasFoundNothing && --untilThorough > 0) {
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
        hasFoundNothing = delivered == 0;
    }
}

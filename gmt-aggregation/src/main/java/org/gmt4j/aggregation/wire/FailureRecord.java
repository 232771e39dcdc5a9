package org.gmt4j.aggregation.wire;

/**
 * One entry of the list of failures behind the values of a reply block: a run of commands that failed for one reason.
 *
 * <pre>
 *  0  i32 ordinal of the run's first command among those of its kind; top bit set: among those that bring back nothing
 *  4  u8 reason; u24 how many commands of the kind that follow failed as well, all ones: all to the end of the block
 * </pre>
 *
 * <p>When the buffer has no room for the whole list, its last entry has the reason {@link #UNLISTED} and, instead of an
 * ordinal, the count of failed commands that are not listed. The origin then tells everybody who has a command in the
 * block. Reason 0 is no failure ({@link #NONE}).
 *
 * <p>A block that did not get to its destination has one entry, with the reason {@link #UNREACHABLE} and, instead of an
 * ordinal, the node that could not be reached: the destination or one on the way. The node that was to hand the block
 * on says so in its stead.
 */
public final class FailureRecord {
    /** Flag of an ordinal: counted among the commands that bring back nothing. */
    public static final int UNVALUED = Integer.MIN_VALUE;
    /** The run goes to the end of the block: nothing behind its first command has been executed. */
    public static final int REST = 0xffffff;
    /** Reason of the entry that stands for those without room. */
    public static final int UNLISTED = 7;

    /** Reason of the entry that stands for a whole block that could not be delivered. */
    public static final int UNREACHABLE = 90;

    /**
     * A whole entry that says nothing: fills the place of the first where a reply's length was fixed before there was
     * anything to say.
     */
    public static final long NONE = 0;

    private FailureRecord() {
    }

    public static int code(final int reason, final int following) {
        return reason | following << 8;
    }

    public static int reason(final int code) {
        return code & 0xff;
    }

    /** Number of commands behind the first. */
    public static int following(final int code) {
        return code >>> 8;
    }
}

package org.gmt4j.aggregation.queue;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * Shortens a block that is about to travel: commands in a row that differ only in the lower half of their first word, as a vertex sends to
 * its neighbours, become one and a {@link CommandType#REPEAT}, four bytes for each further one instead of 16. Their order stays. Once
 * for each command.
 */
final class BlockPacker {
    /** Commands in a row from which on it is worth a record of its own. */
    private static final int SHORTEST_RUN = 4;
    private static final int COMMAND = 16;

    private BlockPacker() {
    }

    /**
     * Packs commands in their place.
     *
     * @return where they end now
     */
    static long pack(final long begin, final long end) {
        if (end - begin < 2 * SHORTEST_RUN * COMMAND || !isPromising(begin)) {
            return end;
        }
        long in = begin;
        long out = begin;
        while (in + COMMAND <= end && CommandType.hasTwoWords(CommandWord.type(UnsafeApi.getLong(in)))) {
            final long runEnd = runEnd(in, end);
            out = runEnd - in < SHORTEST_RUN * COMMAND ? move(in, runEnd, out) : packRun(in, runEnd, out);
            in = runEnd;
        }
        return move(in, end, out);
    }

    /** Looks at the first commands only: where operands are data, none will be like another. */
    private static boolean isPromising(final long begin) {
        return isSame(begin, begin + COMMAND) || isSame(begin + COMMAND, begin + 2 * COMMAND);
    }

    private static boolean isSame(final long one, final long other) {
        return UnsafeApi.getInt(one + 4) == UnsafeApi.getInt(other + 4) && UnsafeApi.getLong(one + 8) == UnsafeApi.getLong(other + 8);
    }

    private static long runEnd(final long first, final long end) {
        final int upper = UnsafeApi.getInt(first + 4);
        final long operand = UnsafeApi.getLong(first + 8);
        long at = first + COMMAND;
        while (at + COMMAND <= end && UnsafeApi.getInt(at + 4) == upper && UnsafeApi.getLong(at + 8) == operand) {
            at += COMMAND;
        }
        return at;
    }

    private static long move(final long from, final long end, final long to) {
        if (from != to) {
            for (long at = from; at < end; at += 8) {
                UnsafeApi.putLong(to + (at - from), UnsafeApi.getLong(at));
            }
        }
        return to + (end - from);
    }

    /** What is written stays behind what is read: the third word of the output is the first that may be overwritten. */
    private static long packRun(final long first, final long end, final long out) {
        UnsafeApi.putLong(out, UnsafeApi.getLong(first));
        UnsafeApi.putLong(out + 8, UnsafeApi.getLong(first + 8));
        final long list = out + COMMAND + 8;
        long to = list;
        for (long at = first + COMMAND; at < end; at += COMMAND) {
            UnsafeApi.putInt(to, UnsafeApi.getInt(at));
            to += 4;
        }
        final long count = to - list >> 2;
        if ((count & 1) != 0) {
            UnsafeApi.putInt(to, 0);
        }
        UnsafeApi.putLong(out + COMMAND, CommandWord.base(CommandType.REPEAT, 0) | count);
        return list + WireFormat.align((int) count << 2);
    }
}

package org.gmt4j.aggregation.queue;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * Shortens a block that is about to travel: commands in a row that differ only in the lower half of their first word,
 * as a vertex sends to its neighbours, become one and a {@link CommandType#REPEAT}, four bytes for each further one
 * instead of 16. Their order stays. Once for each command.
 */
final class BlockPacker {
    /** Commands in a row from which on it is worth a record of its own. */
    private static final int SHORTEST_RUN = 4;
    private static final long COMMAND = 16;

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
            final int alike = alike(in, end);
            if (alike < SHORTEST_RUN) {
                out = move(in, in + alike * COMMAND, out);
                in += alike * COMMAND;
            } else {
                final long count = packRun(in, end, out);
                in += (count + 1) * COMMAND;
                out += COMMAND + 8 + WireFormat.align((int) count << 2);
            }
        }
        return move(in, end, out);
    }

    /** Looks at the first commands only: where operands are data, none will be like another. */
    private static boolean isPromising(final long begin) {
        return isSame(begin, begin + COMMAND) || isSame(begin + COMMAND, begin + 2 * COMMAND);
    }

    private static boolean isSame(final long one, final long other) {
        return UnsafeApi.getInt(one + 4) == UnsafeApi.getInt(other + 4)
            && UnsafeApi.getLong(one + 8) == UnsafeApi.getLong(other + 8);
    }

    /** How many commands in a row are like the first, as far as it matters. */
    private static int alike(final long first, final long end) {
        int count = 1;
        while (count < SHORTEST_RUN && first + (count + 1) * COMMAND <= end && isSame(first, first + count * COMMAND)) {
            count++;
        }
        return count;
    }

    private static long move(final long from, final long end, final long to) {
        if (from != to) {
            for (long at = from; at < end; at += 8) {
                UnsafeApi.putLong(to + (at - from), UnsafeApi.getLong(at));
            }
        }
        return to + (end - from);
    }

    /**
     * Packs the commands that are like the first as they are compared. The place of writing stays behind that of
     * reading: the fourth word of the output is the first that may be overwritten, and the third is written last.
     *
     * @return how many follow the first
     */
    private static long packRun(final long first, final long end, final long out) {
        final int upper = UnsafeApi.getInt(first + 4);
        final long operand = UnsafeApi.getLong(first + 8);
        UnsafeApi.putLong(out, UnsafeApi.getLong(first));
        UnsafeApi.putLong(out + 8, operand);
        final long list = out + COMMAND + 8;
        long at = first + COMMAND;
        long to = list;
        do {
            UnsafeApi.putInt(to, UnsafeApi.getInt(at));
            to += 4;
            at += COMMAND;
        } while (at + COMMAND <= end && UnsafeApi.getInt(at + 4) == upper && UnsafeApi.getLong(at + 8) == operand);
        final long count = to - list >> 2;
        if ((count & 1) != 0) {
            UnsafeApi.putInt(to, 0);
        }
        UnsafeApi.putLong(out + COMMAND, CommandWord.base(CommandType.REPEAT, 0) | count);
        return count;
    }
}

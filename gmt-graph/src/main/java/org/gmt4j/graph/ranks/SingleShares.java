package org.gmt4j.graph.ranks;

import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/** Shares of 4 bytes, rounded; see {@link org.gmt4j.graph.serial.RoundingRule}. */
final class SingleShares implements Shares {
    @Override
    public double note(final LocalView shares, final long row, final double share) {
        final float noted = (float) share;
        shares.setSingle(row, noted);
        return noted;
    }

    /** The loop that iterations live in. Eight reads are under way before the first one is added. */
    @Override
    public double add(final double before, final LocalView given, final LocalView sources, final long begin,
                      final long end, final long first) {
        if (sources.isWide()) {
            return addWide(before, given, sources, begin, end, first);
        }
        double sum = before;
        long at = begin;
        for (; at + 7 < end; at += 8) {
            final float a = given.single(sources.narrow(at) - first);
            final float b = given.single(sources.narrow(at + 1) - first);
            final float c = given.single(sources.narrow(at + 2) - first);
            final float d = given.single(sources.narrow(at + 3) - first);
            final float e = given.single(sources.narrow(at + 4) - first);
            final float f = given.single(sources.narrow(at + 5) - first);
            final float g = given.single(sources.narrow(at + 6) - first);
            final float h = given.single(sources.narrow(at + 7) - first);
            sum = sum + a + b + c + d + e + f + g + h;
        }
        for (; at < end; at++) {
            sum += given.single(sources.narrow(at) - first);
        }
        return sum;
    }

    @Override
    public void addRows(final double[] sums, final int count, final LocalView given, final CsrPart in,
                        final long row) {
        final LocalView sources = in.targets();
        long at = in.begin(row);
        for (int i = 0; i < count; i++) {
            final long end = in.begin(row + i + 1);
            double sum = 0;
            for (; at + 3 < end; at += 4) {
                final float a = given.single(sources.narrow(at));
                final float b = given.single(sources.narrow(at + 1));
                final float c = given.single(sources.narrow(at + 2));
                final float d = given.single(sources.narrow(at + 3));
                sum = sum + a + b + c + d;
            }
            if (at < end) {
                sum = sum + given.single(sources.narrow(at)) + before(end, at + 1, given, sources)
                    + before(end, at + 2, given, sources);
                at = end;
            }
            sums[i] = sum;
        }
    }

    /** The share at a position if that is before the end of its row, else 0. Without a branch, as rows are short. */
    private static float before(final long end, final long at, final LocalView given, final LocalView sources) {
        final long ifBefore = at - end >> 63;
        return Float.intBitsToFloat(given.narrow(sources.narrow(at & ifBefore)) & (int) ifBefore);
    }

    private static double addWide(final double before, final LocalView given, final LocalView sources,
                                  final long begin, final long end, final long first) {
        double sum = before;
        for (long at = begin; at < end; at++) {
            sum += given.single(sources.word(at) - first);
        }
        return sum;
    }
}

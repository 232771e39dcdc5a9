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

    @Override
    public void add(final LocalView given, final long first, final LocalView sources, final long begin,
                    final long end, final LocalView sums, final long even, final long odd) {
        double a = sums.real(even);
        double b = sums.real(odd);
        long at = begin;
        if (!sources.isWide()) {
            for (; at + 3 < end; at += 4) {
                final float c = given.single(sources.narrow(at) - first);
                final float d = given.single(sources.narrow(at + 1) - first);
                final float e = given.single(sources.narrow(at + 2) - first);
                final float f = given.single(sources.narrow(at + 3) - first);
                a = a + c + e;
                b = b + d + f;
            }
        }
        for (; at + 1 < end; at += 2) {
            a += given.single(sources.get(at) - first);
            b += given.single(sources.get(at + 1) - first);
        }
        if (at < end) {
            a += given.single(sources.get(at) - first);
        }
        sums.setReal(even, a);
        sums.setReal(odd, b);
    }

    /** The loop that iterations live in. Two sums: an addition waits for the one before the last, not for the last. */
    @Override
    public void addRows(final double[] sums, final int count, final LocalView given, final CsrPart in,
                        final long row) {
        final LocalView sources = in.targets();
        long at = in.begin(row);
        for (int i = 0; i < count; i++) {
            final long end = in.begin(row + i + 1);
            double even = 0;
            double odd = 0;
            for (; at + 3 < end; at += 4) {
                final float a = given.single(sources.narrow(at));
                final float b = given.single(sources.narrow(at + 1));
                final float c = given.single(sources.narrow(at + 2));
                final float d = given.single(sources.narrow(at + 3));
                even = even + a + c;
                odd = odd + b + d;
            }
            if (at < end) {
                even += given.single(sources.narrow(at));
                odd += before(end, at + 1, given, sources);
                even += before(end, at + 2, given, sources);
                at = end;
            }
            sums[i] = even + odd;
        }
    }

    /** The share at a position if that is before the end of its row, else 0. Without a branch, as rows are short. */
    private static float before(final long end, final long at, final LocalView given, final LocalView sources) {
        final long ifBefore = at - end >> 63;
        return Float.intBitsToFloat(given.narrow(sources.narrow(at & ifBefore)) & (int) ifBefore);
    }
}

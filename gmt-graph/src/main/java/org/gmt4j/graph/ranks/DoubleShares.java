package org.gmt4j.graph.ranks;

import org.gmt4j.Distribution;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.Issuer;
import org.gmt4j.graph.memory.LocalView;

/** Shares of 8 bytes: as they are. */
final class DoubleShares implements Shares {
    private final GlobalDoubleArray even;
    private final GlobalDoubleArray odd;
    private final double[] piece;
    private boolean isOdd;
    private LocalView next;

    DoubleShares(final GlobalDoubleArray even, final GlobalDoubleArray odd, final int pieceLength) {
        this.even = even;
        this.odd = odd;
        piece = new double[pieceLength];
        next = LocalView.of(even);
    }

    @Override
    public void turn() {
        isOdd = !isOdd;
        next = LocalView.of(isOdd ? odd : even);
    }

    @Override
    public double note(final long row, final double share) {
        next.setReal(row, share);
        return share;
    }

    @Override
    public Distribution distribution() {
        return even.distribution();
    }

    @Override
    public void getNb(final Issuer issuer, final long vertex, final int position, final int count) {
        (isOdd ? even : odd).getNb(issuer, vertex, piece, position, count);
    }

    /** The loop that iterations live in. Eight reads are under way before the first one is added. */
    @Override
    public double add(final double before, final LocalView sources, final long begin, final long end,
                      final long first) {
        if (sources.isWide()) {
            return addWide(before, sources, begin, end, first);
        }
        final double[] given = piece;
        final int base = (int) first;
        double sum = before;
        long at = begin;
        for (; at + 7 < end; at += 8) {
            final double a = given[sources.narrow(at) - base];
            final double b = given[sources.narrow(at + 1) - base];
            final double c = given[sources.narrow(at + 2) - base];
            final double d = given[sources.narrow(at + 3) - base];
            final double e = given[sources.narrow(at + 4) - base];
            final double f = given[sources.narrow(at + 5) - base];
            final double g = given[sources.narrow(at + 6) - base];
            final double h = given[sources.narrow(at + 7) - base];
            sum = sum + a + b + c + d + e + f + g + h;
        }
        for (; at < end; at++) {
            sum += given[sources.narrow(at) - base];
        }
        return sum;
    }

    private double addWide(final double before, final LocalView sources, final long begin, final long end,
                           final long first) {
        double sum = before;
        for (long at = begin; at < end; at++) {
            sum += piece[(int) (sources.word(at) - first)];
        }
        return sum;
    }
}

package org.gmt4j.graph.ranks;

import org.gmt4j.Distribution;
import org.gmt4j.GlobalFloatArray;
import org.gmt4j.Issuer;
import org.gmt4j.graph.memory.LocalView;

/** Shares of 4 bytes, rounded; see {@link org.gmt4j.graph.serial.RoundingRule}. */
final class SingleShares implements Shares {
    private final GlobalFloatArray even;
    private final GlobalFloatArray odd;
    private final float[] piece;
    private boolean isOdd;
    private LocalView next;

    SingleShares(final GlobalFloatArray even, final GlobalFloatArray odd, final int pieceLength) {
        this.even = even;
        this.odd = odd;
        piece = new float[pieceLength];
        next = LocalView.of(even);
    }

    @Override
    public void turn() {
        isOdd = !isOdd;
        next = LocalView.of(isOdd ? odd : even);
    }

    @Override
    public double note(final long row, final double share) {
        final float noted = (float) share;
        next.setSingle(row, noted);
        return noted;
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
        final float[] given = piece;
        final int base = (int) first;
        double sum = before;
        long at = begin;
        for (; at + 7 < end; at += 8) {
            final float a = given[sources.narrow(at) - base];
            final float b = given[sources.narrow(at + 1) - base];
            final float c = given[sources.narrow(at + 2) - base];
            final float d = given[sources.narrow(at + 3) - base];
            final float e = given[sources.narrow(at + 4) - base];
            final float f = given[sources.narrow(at + 5) - base];
            final float g = given[sources.narrow(at + 6) - base];
            final float h = given[sources.narrow(at + 7) - base];
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

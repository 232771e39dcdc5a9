package org.gmt4j.apps.ssor;

import org.gmt4j.armci.LocalBuffer;

/** Copies values of rectangles of points between a block and memory without gaps. Owned by one task. */
final class Packing {
    private final Block block;

    Packing(final Block block) {
        this.block = block;
    }

    /** Packs the points of a plane from an index on, and returns the index behind them. */
    int pack(final double[] field, final Part points, final int k, final double[] packed, final int from) {
        final int length = Gas.VALUES * points.width();
        int to = from;
        for (int j = points.jLow(); j < points.jHigh(); j++) {
            System.arraycopy(field, block.at(points.iLow(), j, k), packed, to, length);
            to += length;
        }
        return to;
    }

    /** Takes the points of a plane from an offset on, and returns the offset behind them. */
    long unpack(final LocalBuffer packed, final long from, final double[] field, final Part points, final int k) {
        long offset = from;
        for (int j = points.jLow(); j < points.jHigh(); j++) {
            final int end = block.at(points.iHigh(), j, k);
            for (int p = block.at(points.iLow(), j, k); p < end; p++) {
                field[p] = packed.getDouble(offset);
                offset += Double.BYTES;
            }
        }
        return offset;
    }
}

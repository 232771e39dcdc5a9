package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.Patch;

/**
 * A box of a matrix whose blocks are dealt in turn, or every so many index of it, cut into patterns for each owner. In
 * each dimension an owner's whole blocks are as far from each other as the grid is long, so that they are one pattern;
 * the first and the last block of the box may be cut and are patterns of their own: at most three in a dimension,
 * whatever the number of blocks. A step meets blocks at the same place again after as many rounds of the grid as the
 * step has, or a part of it: so many patterns more, at most one for each index that is taken. Used once, by one task;
 * work grows with the nodes of the grid that own a part, and the patterns, memory with those of a dimension.
 */
final class DealtPieces {
    private final CyclicLayout layout;
    private final Lattice lattice;
    private final Box box;
    private final Tile tile;
    private final int length;
    private final Piece.Sink sink;

    /**
     * Equal parts of blocks of one owner in one dimension.
     *
     * @param from   the first one's first index
     * @param extent indices that are taken of each
     * @param count  blocks, as many rounds of the grid from each other as {@link #rounds} says
     */
    private record Segment(long from, long extent, long count) {
    }

    private DealtPieces(final CyclicLayout layout, final Lattice lattice, final Tile tile, final int length,
                        final Piece.Sink sink) {
        this.layout = layout;
        this.lattice = lattice;
        box = lattice.box();
        this.tile = tile;
        this.length = length;
        this.sink = sink;
    }

    /** Finds the patterns of one owner after the other, in the order of the grid. @param length bytes of an element */
    static void of(final CyclicLayout layout, final Lattice lattice, final Tile tile, final int length,
                   final Piece.Sink sink) {
        new DealtPieces(layout, lattice, tile, length, sink).owners(0, new ArrayList<>());
    }

    /** For each owner the segments of each dimension. */
    private void owners(final int dim, final List<List<Segment>> chosen) {
        if (dim == box.dims()) {
            patterns(0, layout.owner(blocks(chosen)), chosen, new Segment[dim]);
            return;
        }
        for (int place = 0; place < layout.grid(dim); place++) {
            final List<Segment> segments = segments(dim, place);
            if (!segments.isEmpty()) {
                chosen.add(segments);
                owners(dim + 1, chosen);
                chosen.remove(dim);
            }
        }
    }

    private int[] blocks(final List<List<Segment>> chosen) {
        final int[] block = new int[chosen.size()];
        for (int dim = 0; dim < block.length; dim++) {
            block[dim] = layout.blockOf(dim, chosen.get(dim).get(0).from());
        }
        return block;
    }

    /** Returns after how many rounds of the grid a step meets whole blocks at the same place again. */
    private long rounds(final int dim) {
        long divisor = lattice.step(dim);
        long rest = layout.grid(dim) * layout.pitch(dim, 0) % divisor;
        while (rest != 0) {
            final long next = divisor % rest;
            divisor = rest;
            rest = next;
        }
        return Math.min(lattice.step(dim) / divisor, layout.blocks(dim));
    }

    /** Returns what a place of the grid has of the box in one dimension. */
    private List<Segment> segments(final int dim, final int place) {
        final long side = layout.pitch(dim, 0);
        final int grid = layout.grid(dim);
        final long begin = box.from(dim) / side;
        final long last = (box.to(dim) - 1) / side;
        final long rounds = rounds(dim);
        final List<Segment> segments = new ArrayList<>(1);
        final long start = begin + Math.floorMod(place - begin, (long) grid);
        long round = 0;
        while (round < rounds && start + round * grid <= last) {
            final long block = start + round * grid;
            final long met = lattice.first(dim, block * side) / side;
            if (met > block) {          // nor are met those that are whole rounds behind it, nor those on the way
                round = (met - 1 - start) / grid + 1;
            } else {
                alike(dim, block, rounds * grid, segments);
                round++;
            }
        }
        return segments;
    }

    /** Adds what the box has of a block and those behind it that steps meet at the same place. */
    private void alike(final int dim, final long first, final long apart, final List<Segment> segments) {
        final long side = layout.pitch(dim, 0);
        final long from = box.from(dim);
        final long to = box.to(dim);
        final long last = (to - 1) / side;
        long block = first;
        while (block <= last) {
            final long begin = Math.max(from, block * side);
            final long end = Math.min(to, (block + 1) * side);
            final long index = lattice.first(dim, begin);
            final long extent = lattice.count(dim, index, end);
            final long count = end - begin < side ? 1 : (to / side - 1 - block) / apart + 1;
            if (extent > 0) {
                segments.add(new Segment(index, extent, count));
            }
            block += count * apart;
        }
    }

    private void patterns(final int dim, final int node, final List<List<Segment>> chosen, final Segment[] one) {
        if (dim == one.length) {
            pattern(node, one);
            return;
        }
        for (final Segment segment : chosen.get(dim)) {
            one[dim] = segment;
            patterns(dim + 1, node, chosen, one);
        }
    }

    private void pattern(final int node, final Segment[] one) {
        final int dims = one.length;
        final long[] index = new long[dims];
        final long[] distance = new long[dims];
        final int[] block = new int[dims];
        for (int dim = 0; dim < dims; dim++) {
            index[dim] = one[dim].from();
            distance[dim] = lattice.place(dim, index[dim]);
            block[dim] = layout.blockOf(dim, index[dim]);
        }
        final boolean isRun = lattice.step(dims - 1) == 1;
        final long run = isRun ? one[dims - 1].extent() * length : length;
        Patch remote = Patch.of(layout.place(block, index) * length, run);
        Patch local = Patch.of(tile.place(distance) * length, run);
        long pitch = length;
        for (int dim = dims - 1; dim >= 0; dim--) {
            if (one[dim].extent() > 1 && !(isRun && dim == dims - 1)) {
                remote = remote.times(one[dim].extent(), pitch * lattice.step(dim));
                local = local.times(one[dim].extent(), tile.strides()[dim] * length);
            }
            pitch *= layout.pitch(dim, 0);
        }
        for (int dim = dims - 1; dim >= 0; dim--) {
            if (one[dim].count() > 1) {
                final long rounds = rounds(dim);
                remote = remote.times(one[dim].count(), layout.slotDistance(dim) * rounds * length);
                local = local.times(one[dim].count(), rounds * layout.grid(dim) * layout.pitch(dim, 0)
                    / lattice.step(dim) * tile.strides()[dim] * length);
            }
        }
        sink.add(node, remote, local);
    }
}

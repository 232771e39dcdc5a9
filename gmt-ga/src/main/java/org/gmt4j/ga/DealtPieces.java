package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.Patch;

/**
 * A box of a matrix whose blocks are dealt in turn, cut into one piece for each owner. In each dimension an owner's
 * whole blocks are as far from each other as the grid is long, so that they are one pattern; the first and the last
 * block of the box may be cut and are patterns of their own: at most three in a dimension, whatever the number of
 * blocks. Used once, by one task; work grows with the nodes of the grid that own a part.
 */
final class DealtPieces {
    private final CyclicLayout layout;
    private final Box box;
    private final Tile tile;
    private final int length;
    private final List<Piece> pieces = new ArrayList<>();
    private final List<Patch> there = new ArrayList<>();
    private final List<Patch> here = new ArrayList<>();

    /**
     * Equal parts of blocks of one owner in one dimension.
     *
     * @param from   the first one's first index
     * @param extent indices of each
     * @param count  blocks, a round of the grid from each other
     */
    private record Segment(long from, long extent, long count) {
    }

    private DealtPieces(final CyclicLayout layout, final Box box, final Tile tile, final int length) {
        this.layout = layout;
        this.box = box;
        this.tile = tile;
        this.length = length;
    }

    /** Returns the pieces in the order of the grid. @param length bytes of an element */
    static List<Piece> of(final CyclicLayout layout, final Box box, final Tile tile, final int length) {
        final DealtPieces dealt = new DealtPieces(layout, box, tile, length);
        dealt.owners(0, new ArrayList<>());
        return dealt.pieces;
    }

    /** For each owner the segments of each dimension. */
    private void owners(final int dim, final List<List<Segment>> chosen) {
        if (dim == box.dims()) {
            patterns(0, chosen, new Segment[dim]);
            final int node = layout.owner(blocks(chosen));
            pieces.add(new Piece(node, there.toArray(new Patch[0]), here.toArray(new Patch[0])));
            there.clear();
            here.clear();
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

    /** Returns what a place of the grid has of the box in one dimension. */
    private List<Segment> segments(final int dim, final int place) {
        final long side = layout.pitch(dim, 0);
        final int grid = layout.grid(dim);
        final long from = box.from(dim);
        final long to = box.to(dim);
        final long last = (to - 1) / side;
        final List<Segment> segments = new ArrayList<>(1);
        long block = from / side + Math.floorMod(place - from / side, (long) grid);
        while (block <= last) {
            final long begin = Math.max(from, block * side);
            final long extent = Math.min(to, (block + 1) * side) - begin;
            final long count = extent < side ? 1 : (to / side - 1 - block) / grid + 1;
            segments.add(new Segment(begin, extent, count));
            block += count * grid;
        }
        return segments;
    }

    private void patterns(final int dim, final List<List<Segment>> chosen, final Segment[] one) {
        if (dim == one.length) {
            pattern(one);
            return;
        }
        for (final Segment segment : chosen.get(dim)) {
            one[dim] = segment;
            patterns(dim + 1, chosen, one);
        }
    }

    private void pattern(final Segment[] one) {
        final int dims = one.length;
        final long[] index = new long[dims];
        final long[] distance = new long[dims];
        final int[] block = new int[dims];
        for (int dim = 0; dim < dims; dim++) {
            index[dim] = one[dim].from();
            distance[dim] = index[dim] - box.from(dim);
            block[dim] = layout.blockOf(dim, index[dim]);
        }
        final long run = one[dims - 1].extent() * length;
        Patch remote = Patch.of(layout.place(block, index) * length, run);
        Patch local = Patch.of(tile.place(distance) * length, run);
        long pitch = length;
        for (int dim = dims - 1; dim >= 0; dim--) {
            if (dim < dims - 1 && one[dim].extent() > 1) {
                remote = remote.times(one[dim].extent(), pitch);
                local = local.times(one[dim].extent(), tile.strides()[dim] * length);
            }
            pitch *= layout.pitch(dim, 0);
        }
        for (int dim = dims - 1; dim >= 0; dim--) {
            if (one[dim].count() > 1) {
                remote = remote.times(one[dim].count(), layout.slotDistance(dim) * length);
                local = local.times(one[dim].count(), layout.grid(dim) * layout.pitch(dim, 0) * tile.strides()[dim]
                    * length);
            }
        }
        there.add(remote);
        here.add(local);
    }
}

package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;

/** The elements of a box that a node owns, in pieces that fit the caches. Immutable. */
final class LocalBoxes {
    /** Elements of a piece. */
    static final int PIECE = 16 * 1024;

    private LocalBoxes() {
    }

    /** Returns the pieces of a box that this node owns, each of at most {@link #PIECE} elements. */
    static List<Box> of(final MatrixPart part, final Box box) {
        final List<Box> pieces = new ArrayList<>();
        for (final Box whole : owned(part, part.nodeId())) {
            cut(whole.intersect(box), PIECE, pieces);
        }
        return pieces;
    }

    /** Returns the blocks of a node, those of a node without elements are none. */
    static List<Box> owned(final MatrixPart part, final int node) {
        final Layout layout = part.layout();
        final List<Box> boxes = new ArrayList<>();
        for (final int[] block : blocks(layout, node)) {
            boxes.add(layout.box(block));
        }
        return boxes;
    }

    /** Returns the places of a node's blocks in the grid. */
    static List<int[]> blocks(final Layout layout, final int node) {
        final List<int[]> found = new ArrayList<>();
        if (layout instanceof BlockedLayout blocked) {
            final int[] block = blocked.blockOf(node);
            if (block != null) {
                found.add(block);
            }
        } else if (layout instanceof CyclicLayout cyclic && cyclic.place(node) != null) {
            deal(cyclic, cyclic.place(node), new int[layout.dims()], 0, found);
        }
        return found;
    }

    private static void deal(final CyclicLayout layout, final int[] place, final int[] block, final int dim,
                             final List<int[]> found) {
        if (dim == block.length) {
            found.add(block.clone());
            return;
        }
        for (int at = place[dim]; at < layout.blocks(dim); at += layout.grid(dim)) {
            block[dim] = at;
            deal(layout, place, block, dim + 1, found);
        }
    }

    /** Halves the first dimension that can be, until pieces are short enough: rows stay whole where they may. */
    static void cut(final Box box, final long most, final List<Box> pieces) {
        if (box.isEmpty()) {
            return;
        }
        if (box.size() <= most) {
            pieces.add(box);
            return;
        }
        int dim = 0;
        while (box.extent(dim) == 1) {
            dim++;
        }
        final long middle = box.from(dim) + box.extent(dim) / 2;
        cut(box.with(dim, box.from(dim), middle), most, pieces);
        cut(box.with(dim, middle, box.to(dim)), most, pieces);
    }

    /** Halves the longest dimension until pieces are short enough: as square as they can be. */
    static void cutSquare(final Box box, final long most, final List<Box> pieces) {
        if (box.isEmpty()) {
            return;
        }
        if (box.size() <= most) {
            pieces.add(box);
            return;
        }
        int dim = 0;
        for (int other = 1; other < box.dims(); other++) {
            dim = box.extent(other) > box.extent(dim) ? other : dim;
        }
        final long middle = box.from(dim) + box.extent(dim) / 2;
        cutSquare(box.with(dim, box.from(dim), middle), most, pieces);
        cutSquare(box.with(dim, middle, box.to(dim)), most, pieces);
    }
}

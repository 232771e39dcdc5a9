package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;

/**
 * The elements of a box that a node works on, in pieces that fit the caches: those that it owns, or of matrices in many
 * small blocks an equal share, where a call for each block would cost more than moving its elements. Immutable.
 */
final class LocalBoxes {
    /** Elements of a piece. */
    static final int PIECE = 16 * 1024;
    /** Elements of a block that are copied within a node in the time of a call. */
    private static final int SMALL_HERE = 64;
    /** Elements of a block that are worth a call that is waited for, to another node. */
    private static final int SMALL_APART = 4096;
    /** Blocks of a node that are few enough for any calls. */
    private static final int FEW = 16;

    private LocalBoxes() {
    }

    /** Returns the pieces of a box for this node, each of at most {@link #PIECE} elements, of one matrix alone. */
    static List<Box> of(final MatrixPart part, final Box box) {
        return of(part, box, true);
    }

    /**
     * The same where other matrices are worked on with it.
     *
     * @param isAlike whether this node owns the same elements of those as of this one
     */
    static List<Box> of(final MatrixPart part, final Box box, final boolean isAlike) {
        final List<Box> pieces = new ArrayList<>();
        for (final Box whole : blocks(part, box, isAlike ? SMALL_HERE : SMALL_APART)) {
            cut(whole.intersect(box), PIECE, pieces);
        }
        return pieces;
    }

    /** Returns the pieces of a whole matrix, for this node, where others of the same extents are worked on with it. */
    static List<Box> of(final MatrixPart part, final MatrixPart... others) {
        boolean isAlike = true;
        for (final MatrixPart other : others) {
            isAlike &= part.layout().isLike(other.layout());
        }
        return of(part, Box.whole(part.spec().extents()), isAlike);
    }

    /** Returns the blocks of a matrix for this node when each is moved to or from others, not only worked on. */
    static List<Box> apart(final MatrixPart part) {
        return blocks(part, Box.whole(part.spec().extents()), SMALL_APART);
    }

    private static List<Box> blocks(final MatrixPart part, final Box box, final int small) {
        return isSmall(part, small) ? shares(part, box) : owned(part, part.nodeId());
    }

    private static boolean isSmall(final MatrixPart part, final int small) {
        return part.layout() instanceof CyclicLayout cyclic && cyclic.blockSize() < small;
    }

    /** Returns how the nodes share the work on a whole matrix alone: in the blocks that they own, or even ones. */
    static Layout working(final MatrixPart part) {
        return isSmall(part, SMALL_HERE) && !isFew(part.layout()) ? even(part, part.layout().extents())
            : part.layout();
    }

    /**
     * Returns this node's part of a box as if it were one block for each node; of a matrix in few blocks its own ones,
     * which may reach beyond the box.
     */
    static List<Box> shares(final MatrixPart part, final Box box) {
        if (isFew(part.layout())) {
            return owned(part, part.nodeId());
        }
        if (box.isEmpty()) {
            return List.of();
        }
        final Box whole = Box.whole(box.extents());
        return owned(even(part, box.extents()), part.nodeId()).stream().map(piece -> MatrixMath.moved(piece, whole,
            box)).toList();
    }

    private static boolean isFew(final Layout layout) {
        double blocks = 1;
        for (int dim = 0; dim < layout.dims(); dim++) {
            blocks *= layout.blocks(dim);
        }
        return blocks <= (double) FEW * layout.members().length;
    }

    private static Layout even(final MatrixPart part, final long... extents) {
        return BlockedLayout.of(MatrixSpec.of(part.spec().type(), extents), part.layout().members());
    }

    /** Returns the blocks of a node, those of a node without elements are none. */
    static List<Box> owned(final MatrixPart part, final int node) {
        return owned(part.layout(), node);
    }

    /** The same of a layout. */
    static List<Box> owned(final Layout layout, final int node) {
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

    /** Returns whether the blocks of a node, of the same boxes in both, lie alike in its memory. */
    static boolean isPlacedAlike(final MatrixPart a, final MatrixPart b, final int node) {
        final List<int[]> blocks = blocks(a.layout(), node);
        final List<int[]> others = blocks(b.layout(), node);
        for (int i = 0; i < blocks.size(); i++) {
            final int[] block = blocks.get(i);
            final int[] other = others.get(i);
            boolean isAlike = a.layout().offset(block) == b.layout().offset(other);
            for (int dim = 0; dim < block.length; dim++) {
                isAlike &= a.layout().ghost(dim) == b.layout().ghost(dim)
                    && a.layout().pitch(dim, block[dim]) == b.layout().pitch(dim, other[dim]);
            }
            if (!isAlike) {
                return false;
            }
        }
        return true;
    }
}

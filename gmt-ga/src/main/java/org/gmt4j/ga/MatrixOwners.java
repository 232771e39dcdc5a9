package org.gmt4j.ga;

import java.util.List;
import java.util.function.IntConsumer;

/**
 * Who would own which elements of a matrix, without the matrix: for estimates and models of programs. Immutable; any
 * thread.
 */
public final class MatrixOwners {
    private final MatrixSpec spec;
    private final Layout layout;
    private final Box whole;

    private MatrixOwners(final MatrixSpec spec, final Layout layout) {
        this.spec = spec;
        this.layout = layout;
        whole = Box.whole(spec.extents());
    }

    /**
     * Of a matrix as {@link GlobalMatrix#create} distributes it.
     *
     * @param nodes of the job
     * @throws MatrixException GMT-380 where the nodes do not suit its distribution
     */
    public static MatrixOwners of(final MatrixSpec spec, final int nodes) {
        return new MatrixOwners(spec, Layout.of(spec, nodes));
    }

    /** Calls back with the owner of each block that shares elements with a box; with a node once for each block. */
    public void visit(final Box box, final IntConsumer visit) {
        check(box);
        layout.visit(box, block -> visit.accept(layout.owner(block)));
    }

    /**
     * Calls back with each other node that gets an edge of a node's block for its ghosts, once for each direction.
     *
     * @param isPeriodic whether the matrix goes on at its other side
     * @param directions as {@link TeamMath#updateGhosts} takes them, not checked
     * @throws MatrixException GMT-380 for blocks dealt in turn, which have no ghosts
     */
    public void visitBeside(final int node, final boolean isPeriodic, final int[][] directions,
                            final IntConsumer visit) {
        if (!(layout instanceof BlockedLayout blocked)) {
            throw MatrixSpec.bad("no ghosts in " + spec);
        }
        final int[] block = blocked.blockOf(node);
        for (final int[] way : directions) {
            final int[] behind = block == null ? null : GhostSide.behind(blocked, block, isPeriodic, way);
            if (behind != null && blocked.owner(behind) != node) {
                visit.accept(blocked.owner(behind));
            }
        }
    }

    private void check(final Box box) {
        if (!whole.contains(box)) {
            throw MatrixSpec.bad(box + " is not in " + spec);
        }
    }

    /** The same for all elements. */
    public void visitAll(final IntConsumer visit) {
        visit(whole, visit);
    }

    /** What is done with owners whose numbers follow each other. */
    @FunctionalInterface
    public interface Runs {
        /**
         * Takes a run of owners.
         *
         * @param first node
         * @param last  node, which belongs to the run
         */
        void owners(int first, int last);
    }

    /**
     * The same by runs of owners, of which there are fewer than owners where each node has one block: those side by
     * side in the last dimension have numbers that follow each other.
     */
    public void visitRuns(final Box box, final Runs visit) {
        if (box.isEmpty() || spec.members().length > 0 || layout instanceof CyclicLayout) {
            visit(box, owner -> visit.owners(owner, owner));
            return;
        }
        check(box);
        final int inner = layout.dims() - 1;
        final int from = layout.blockOf(inner, box.from(inner));
        final int more = layout.blockOf(inner, box.to(inner) - 1) - from;
        visitOuter(box, 0, 0, rank -> {
            final int first = rank * layout.blocks(inner) + from;
            visit.owners(first, first + more);
        });
    }

    /** Calls back with the ranks that the blocks of a box have in all dimensions but the last. */
    private void visitOuter(final Box box, final int dim, final int rank, final IntConsumer visit) {
        if (dim == layout.dims() - 1) {
            visit.accept(rank);
            return;
        }
        final int last = layout.blockOf(dim, box.to(dim) - 1);
        for (int block = layout.blockOf(dim, box.from(dim)); block <= last; block++) {
            visitOuter(box, dim + 1, rank * layout.blocks(dim) + block, visit);
        }
    }

    /** Returns the boxes that a node owns, in the order of its blocks, as {@link GlobalMatrix#distribution} does. */
    public List<Box> distribution(final int node) {
        return LocalBoxes.blocks(layout, node).stream().map(layout::box).toList();
    }
}

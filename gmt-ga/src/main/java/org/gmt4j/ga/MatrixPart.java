package org.gmt4j.ga;

import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.ProcessGroup;

/**
 * What a node knows of a matrix: its specification, where its elements lie, the memory, and what this node has called.
 * Any task of the node.
 *
 * @param spare lists that no call has at the moment; of null while a call has them, and before the first
 * @param team   all nodes, as a group of this matrix alone, which tell each other their shares of a result
 * @param ghosts how the members of a team fill each other's
 * @param factored arrays of the last factorisation, while the heap has room; of null while one runs, and before the
 *                 first
 */
record MatrixPart(MatrixSpec spec, Layout layout, ArmciMemory memory, int nodeId, MatrixStatistics statistics,
                  ProcessGroup team, GhostExchange ghosts, AtomicReference<ElementLists> spare,
                  AtomicReference<SoftReference<LuHeap>> factored) implements AutoCloseable {

    /**
     * @param members the nodes of the layout, in its order, as a group of this matrix alone
     * @param team    all nodes, as another one
     */
    MatrixPart(final MatrixSpec spec, final Layout layout, final ArmciMemory memory, final int nodeId,
               final ProcessGroup members, final ProcessGroup team, final MatrixStatistics statistics) {
        this(spec, layout, memory, nodeId, statistics, team, new GhostExchange(members), new AtomicReference<>(),
            new AtomicReference<>());
    }

    /** The matrix is destroyed. */
    @Override
    public void close() {
        statistics.close();
    }

    /** Returns the bytes of the matrix on each node, with the room for ghosts. Until it is destroyed. */
    long[] lengths(final int nodes) {
        final long[] lengths = new long[nodes];
        Arrays.setAll(lengths, memory::lengthInBytes);
        return lengths;
    }

    /** Takes the lists that are kept; makes some where another task has them. */
    ElementLists takeLists() {
        final ElementLists kept = spare.getAndSet(null);
        return kept == null ? new ElementLists(this) : kept;
    }

    /** Keeps lists for later calls; those of one task, whatever the number of tasks. */
    void giveBack(final ElementLists lists) {
        spare.setRelease(lists);
    }

    /** Returns words for the end of a refusal, that say which node has asked. */
    String asked() {
        return asked(nodeId);
    }

    static String asked(final int node) {
        return ", asked by node " + node;
    }

    /** Returns a refusal of matrices that do not fit each other. @param what with names and boxes */
    MatrixException different(final String what, final String expected) {
        return new MatrixException(MatrixException.DIFFERENT, what + asked() + ": expected " + expected);
    }

    /** Returns a refusal of what elements, or a matrix of this shape, do not have. @param what with names and boxes */
    MatrixException notDefined(final String what, final String expected) {
        return new MatrixException(MatrixException.NOT_DEFINED, "not defined: " + what + asked() + ": expected "
            + expected);
    }

    /** Requires that a box lies within the matrix. */
    void check(final Box box) {
        if (box.dims() != layout.dims()) {
            throw new MatrixException(MatrixException.OUTSIDE, "the box " + box + " of " + box.dims()
                + " dimensions for " + spec + asked());
        }
        for (int dim = 0; dim < box.dims(); dim++) {
            if (box.from(dim) < 0 || box.to(dim) > layout.extent(dim)) {
                throw new MatrixException(MatrixException.OUTSIDE, "the box " + box + " exceeds " + spec
                    + " in dimension " + dim + asked());
            }
        }
    }

    void requireType(final MatrixType... allowed) {
        for (final MatrixType type : allowed) {
            if (spec.type() == type) {
                return;
            }
        }
        throw new MatrixException(MatrixException.NOT_DEFINED, "not defined for " + spec + asked()
            + ": expected type " + Arrays.toString(allowed));
    }

    /** Returns the accumulate that adds elements, multiplied with a factor; refused where none of them can be. */
    Accumulate sum(final double... factor) {
        try {
            return spec.type().sum(factor);
        } catch (final MatrixException refusal) {
            throw named(refusal);
        }
    }

    /** Returns real and imaginary part of a factor as of {@link #sum}; refused where elements do not take it. */
    double[] factor(final double... factor) {
        try {
            final double imaginary = spec.type().imaginary(factor);
            return new double[] {spec.type().real(factor), imaginary};
        } catch (final MatrixException refusal) {
            throw named(refusal);
        }
    }

    /** Requires that a number, or the real part of one, can be an element. */
    void requireElement(final double number) {
        try {
            spec.type().whole(number);
        } catch (final MatrixException refusal) {
            throw named(refusal);
        }
    }

    private MatrixException named(final MatrixException refusal) {
        return refusal.with("; for " + spec + asked());
    }
}

package org.gmt4j.graph.csr;

import org.gmt4j.ArraySpec;
import org.gmt4j.ElementView;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IndexBody;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A compressed sparse row graph in global arrays. Immutable; travels as a captured value, each node then sees its own
 * part.
 *
 * <pre>
 * vertices   contiguous parts of {@code rowsPerNode}, the first on node 0; a row lives with its vertex
 * offsets    per node rowsPerNode + 1 entries: row i of a node is targets[offsets[i]] .. targets[offsets[i + 1] - 1],
 *            so that one get of two elements brings a row's bounds; vertex v's entry is v + owner(v)
 * targets    ascending in each row; per node as many elements as the fullest node needs, so the array is longer than
 *            the
 *            number of stored edges; 4 bytes each up to 2^31 vertices, else 8
 * listed     per vertex the edges of the source that begin there (Graph500 counts these)
 * </pre>
 *
 * <p>Memory per node: 12 bytes a vertex and 4 (8) bytes a stored edge of the fullest node; with weights 4 more where
 * they are whole numbers that fit, else 8.
 *
 * @param name        of the source
 * @param rowsPerNode vertices of one node; the last nodes may have fewer or none
 * @param listedEdges edges of the source as listed, self-loops and multiple edges included
 * @param storedEdges elements of all rows; of a symmetric graph two for each distinct undirected edge
 * @param symmetric   both directions of every edge are stored, without self-loops and multiple edges
 * @param offsets     see above
 * @param targets     see above
 * @param listed      see above; the {@code Placement} of the vertices
 * @param weights     of the targets; null where each is one
 */
public record CsrGraph(String name, long rowsPerNode, long listedEdges, long storedEdges, boolean symmetric,
                       GlobalLongArray offsets, IntegerArray targets, GlobalIntArray listed,
                       EdgeWeights weights) {

    /** Vertices, numbered from 0 on. */
    public long vertexCount() {
        return listed.size();
    }

    /** The node that owns a vertex and its row. */
    public int owner(final long vertex) {
        return listed.owner(vertex);
    }

    /**
     * Position of a vertex's bounds: elements {@code boundsOf(v)} and {@code boundsOf(v) + 1} of {@link #offsets()}.
     */
    public long boundsOf(final long vertex) {
        return vertex + listed.owner(vertex);
    }

    /** Bytes of a target in graphs of so many vertices. */
    public static int targetLength(final long vertexCount) {
        return EdgeKeys.needsWideTargets(vertexCount) ? 8 : 4;
    }

    /** Whether the targets take 8 bytes. */
    public boolean isWide() {
        return targets.elementLength() == 8;
    }

    /** The part of the node that this code runs on. */
    public CsrPart part() {
        return new CsrPart(this);
    }

    /**
     * Describes an array with an element for each vertex, not cleared and not mapped by other processes: for results
     * and for steps, of which nodes write their own parts.
     */
    public ArraySpec perVertex() {
        return ArraySpec.of(vertexCount()).unzeroed().unmapped();
    }

    /**
     * Allocates an array with a vertex for each vertex, like {@link #perVertex}: of 4 bytes up to 2^31 vertices, else
     * of 8. Called by one task.
     */
    public IntegerArray allocateVertices(final TaskContext ctx) throws SuspendExecution {
        final ArraySpec spec = perVertex();
        return EdgeKeys.needsWideTargets(vertexCount()) ? GlobalLongArray.allocate(ctx, spec)
            : GlobalIntArray.allocate(ctx, spec);
    }

    /** Neighbours stored for a vertex; waits where the vertex lives elsewhere. */
    public long degree(final TaskContext ctx, final long vertex) throws SuspendExecution {
        final ElementView bounds = offsets.view(ctx, boundsOf(vertex), 2);
        return bounds.getLong(1) - bounds.getLong(0);
    }

    /**
     * The row of any vertex, ascending, to be read by {@link ElementView#getInteger}: in place where the vertex lives
     * here; elsewhere waits for a copy.
     */
    public ElementView neighbours(final TaskContext ctx, final long vertex) throws SuspendExecution {
        final ElementView bounds = offsets.view(ctx, boundsOf(vertex), 2);
        final long first = bounds.getLong(0);
        return targets.view(ctx, first, Math.toIntExact(bounds.getLong(1) - first));
    }

    /** The weights of a row, as words, in the order of {@link #neighbours}; only where there are weights. */
    public ElementView weights(final TaskContext ctx, final long vertex) throws SuspendExecution {
        final ElementView bounds = offsets.view(ctx, boundsOf(vertex), 2);
        final long first = bounds.getLong(0);
        return weights.words().view(ctx, first, Math.toIntExact(bounds.getLong(1) - first));
    }

    /**
     * Runs a body for each neighbour of a vertex, ascending, one after the other. A loop over {@link #neighbours}
     * spares a call for each.
     */
    public void forEachNeighbour(final TaskContext ctx, final long vertex, final IndexBody body)
        throws SuspendExecution {
        final ElementView row = neighbours(ctx, vertex);
        for (int i = 0; i < row.size(); i++) {
            body.run(row.getInteger(i), ctx);
        }
    }

    /** The same rows without weights where all of them are one: these are freed then. Called by one task. */
    CsrGraph withoutOnes(final TaskContext ctx) throws SuspendExecution {
        if (weights == null || !weights.areOnes()) {
            return this;
        }
        weights.free(ctx);
        return new CsrGraph(name, rowsPerNode, listedEdges, storedEdges, symmetric, offsets, targets, listed, null);
    }

    /** Frees the arrays. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        offsets.free(ctx);
        targets.free(ctx);
        listed.free(ctx);
        if (weights != null) {
            weights.free(ctx);
        }
    }
}

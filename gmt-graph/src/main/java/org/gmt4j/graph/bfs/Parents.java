package org.gmt4j.graph.bfs;

import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * The tree of a search, as one node sees its part of it: 4 bytes a vertex up to 2^31 vertices, else 8, because the
 * half of the memory is almost twice the speed. Valid until the array is freed. Any thread of the node; per command.
 */
final class Parents {
    private LocalView view;

    /** Of searches that each say where their tree is: {@link #moveTo}. */
    Parents() {
    }

    /** The part of the node that this code runs on. */
    Parents(final IntegerArray array) {
        view = LocalView.of(array);
    }

    /** Allocates an array for the tree, distributed like the vertices. Called by one task. */
    static IntegerArray allocate(final TaskContext ctx, final long vertexCount) throws SuspendExecution {
        final ArraySpec spec = ArraySpec.of(vertexCount).unzeroed();
        return vertexCount > 1L << 31 ? GlobalLongArray.allocate(ctx, spec) : GlobalIntArray.allocate(ctx, spec);
    }

    /** Before a search of this node: from now on its tree is in this array. */
    void moveTo(final IntegerArray array) {
        view = LocalView.of(array);
    }

    /** Nobody is reached. */
    void clear() {
        view.fill((int) BfsKernel.UNREACHED);
    }

    long get(final long row) {
        return view.get(row);
    }

    void set(final long row, final long parent) {
        view.set(row, parent);
    }
}

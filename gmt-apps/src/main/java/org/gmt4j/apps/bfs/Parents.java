package org.gmt4j.apps.bfs;

import org.agrona.UnsafeApi;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The tree of a search, as one node sees its part of it by address: 4 bytes a vertex up to 2^31 vertices, else 8, because the
 * half of the memory is almost twice the speed. Valid until the array is freed. Any thread of the node; per command.
 */
final class Parents {
    private final IntegerArray array;
    private final long address;
    private final boolean isWide;

    /** The part of the node that this code runs on. */
    Parents(final IntegerArray array) {
        this.array = array;
        address = array.localAddress();
        isWide = array.elementLength() == 8;
    }

    /** Allocates an array for the tree, distributed like the vertices. Called by one task. */
    static IntegerArray allocate(final TaskContext ctx, final long vertexCount) throws SuspendExecution {
        final ArraySpec spec = ArraySpec.of(vertexCount).unzeroed();
        return vertexCount > 1L << 31 ? GlobalLongArray.allocate(ctx, spec) : GlobalIntArray.allocate(ctx, spec);
    }

    /** Nobody is reached. */
    void clear() {
        if (array.localCount() > 0) {
            UnsafeApi.setMemory(address, array.localCount() * array.elementLength(), (byte) BfsKernel.UNREACHED);
        }
    }

    long get(final long row) {
        return isWide ? UnsafeApi.getLong(address + (row << 3)) : UnsafeApi.getInt(address + (row << 2));
    }

    void set(final long row, final long parent) {
        if (isWide) {
            UnsafeApi.putLong(address + (row << 3), parent);
        } else {
            UnsafeApi.putInt(address + (row << 2), (int) parent);
        }
    }
}

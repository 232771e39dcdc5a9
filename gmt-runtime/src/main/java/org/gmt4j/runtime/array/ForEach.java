package org.gmt4j.runtime.array;

import co.paralleluniverse.fibers.SuspendExecution;
import org.gmt4j.runtime.task.IndexBody;
import org.gmt4j.runtime.task.RangeBody;
import org.gmt4j.runtime.task.SpawnPolicy;
import org.gmt4j.runtime.task.TaskContext;

/** Loops over the elements of an array, each chunk at the owner of its elements: all accesses to them are local. */
public final class ForEach {
    private ForEach() {
    }

    /** Calls the body for every element, at its owner. */
    public static void element(final TaskContext ctx, final GlobalArray array, final long chunk, final IndexBody body) throws SuspendExecution {
        ctx.parFor(array.size(), chunk, SpawnPolicy.ownerOf(array), body);
    }

    /** Calls the body for chunks [low, high) that cover the array, each at the owner of its elements. */
    public static void range(final TaskContext ctx, final GlobalArray array, final long chunk, final RangeBody body) throws SuspendExecution {
        ctx.parFor(array.size(), chunk, SpawnPolicy.ownerOf(array), body);
    }
}

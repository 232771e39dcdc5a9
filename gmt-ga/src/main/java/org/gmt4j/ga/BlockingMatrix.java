package org.gmt4j.ga;

import java.util.concurrent.CompletableFuture;
import org.gmt4j.armci.BlockingArmci;

/**
 * A matrix for threads that are no tasks of a node: any number of them at once. Each call runs as a small task of the
 * node, see {@link BlockingArmci}; the thread waits without spinning, or takes the future.
 *
 * @param armci  operations of the node's threads
 * @param matrix the matrix
 */
public record BlockingMatrix(BlockingArmci armci, GlobalMatrix matrix) {

    /** As {@link GlobalMatrix#get(org.gmt4j.TaskContext, Box, Tile)}. */
    public void get(final Box box, final Tile tile) {
        armci.call(operations -> {
            matrix.get(operations.context(), box, tile);
            return true;
        });
    }

    /** Starts {@link #get}. */
    public CompletableFuture<Boolean> getNb(final Box box, final Tile tile) {
        return armci.start(operations -> {
            matrix.get(operations.context(), box, tile);
            return true;
        });
    }

    /** As {@link GlobalMatrix#put}. */
    public void put(final Box box, final Tile tile) {
        armci.call(operations -> {
            matrix.put(operations.context(), box, tile);
            return true;
        });
    }

    /** Starts {@link #put}. */
    public CompletableFuture<Boolean> putNb(final Box box, final Tile tile) {
        return armci.start(operations -> {
            matrix.put(operations.context(), box, tile);
            return true;
        });
    }

    /** As {@link GlobalMatrix#accumulate}. */
    public void accumulate(final Box box, final Tile tile, final double factor) {
        armci.call(operations -> {
            matrix.accumulate(operations.context(), box, tile, factor);
            return true;
        });
    }

    /** Starts {@link #accumulate}. */
    public CompletableFuture<Boolean> accumulateNb(final Box box, final Tile tile, final double factor) {
        return armci.start(operations -> {
            matrix.accumulate(operations.context(), box, tile, factor);
            return true;
        });
    }

    /** As {@link GlobalMatrix#readIncrement}. */
    public long readIncrement(final long delta, final long... index) {
        return armci.call(operations -> matrix.readIncrement(operations.context(), delta, index));
    }
}

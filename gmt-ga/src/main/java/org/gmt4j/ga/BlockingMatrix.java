package org.gmt4j.ga;

import java.util.concurrent.CompletableFuture;
import org.gmt4j.armci.BlockingArmci;

/**
 * A matrix for threads that are no tasks of a node: any number of them at once. Each call runs as a small task of the
 * node, see {@link BlockingArmci}; the thread waits without spinning, or takes the future. For other calls, or several
 * in one task, there is {@code armci().call(operations -> matrix().summary())}, with {@code operations.context()}.
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
    public void accumulate(final Box box, final Tile tile, final double... factor) {
        armci.call(operations -> {
            matrix.accumulate(operations.context(), box, tile, factor);
            return true;
        });
    }

    /** Starts {@link #accumulate}. */
    public CompletableFuture<Boolean> accumulateNb(final Box box, final Tile tile, final double... factor) {
        final double[] kept = factor.clone();
        return armci.start(operations -> {
            matrix.accumulate(operations.context(), box, tile, kept);
            return true;
        });
    }

    /** As {@link GlobalMatrix#getPeriodic}. */
    public void getPeriodic(final Box box, final Tile tile) {
        armci.call(operations -> {
            matrix.getPeriodic(operations.context(), box, tile);
            return true;
        });
    }

    /** Starts {@link #getPeriodic}. */
    public CompletableFuture<Boolean> getPeriodicNb(final Box box, final Tile tile) {
        return armci.start(operations -> {
            matrix.getPeriodic(operations.context(), box, tile);
            return true;
        });
    }

    /** As {@link GlobalMatrix#putPeriodic}. */
    public void putPeriodic(final Box box, final Tile tile) {
        armci.call(operations -> {
            matrix.putPeriodic(operations.context(), box, tile);
            return true;
        });
    }

    /** Starts {@link #putPeriodic}. */
    public CompletableFuture<Boolean> putPeriodicNb(final Box box, final Tile tile) {
        return armci.start(operations -> {
            matrix.putPeriodic(operations.context(), box, tile);
            return true;
        });
    }

    /** As {@link GlobalMatrix#accumulatePeriodic}. */
    public void accumulatePeriodic(final Box box, final Tile tile, final double... factor) {
        armci.call(operations -> {
            matrix.accumulatePeriodic(operations.context(), box, tile, factor);
            return true;
        });
    }

    /** Starts {@link #accumulatePeriodic}. */
    public CompletableFuture<Boolean> accumulatePeriodicNb(final Box box, final Tile tile, final double... factor) {
        final double[] kept = factor.clone();
        return armci.start(operations -> {
            matrix.accumulatePeriodic(operations.context(), box, tile, kept);
            return true;
        });
    }

    /** As {@link GlobalMatrix#getStrided}. */
    public void getStrided(final Box box, final long[] steps, final Tile tile) {
        armci.call(operations -> {
            matrix.getStrided(operations.context(), box, steps, tile);
            return true;
        });
    }

    /** Starts {@link #getStrided}. */
    public CompletableFuture<Boolean> getStridedNb(final Box box, final long[] steps, final Tile tile) {
        final long[] kept = steps.clone();
        return armci.start(operations -> {
            matrix.getStrided(operations.context(), box, kept, tile);
            return true;
        });
    }

    /** As {@link GlobalMatrix#putStrided}. */
    public void putStrided(final Box box, final long[] steps, final Tile tile) {
        armci.call(operations -> {
            matrix.putStrided(operations.context(), box, steps, tile);
            return true;
        });
    }

    /** Starts {@link #putStrided}. */
    public CompletableFuture<Boolean> putStridedNb(final Box box, final long[] steps, final Tile tile) {
        final long[] kept = steps.clone();
        return armci.start(operations -> {
            matrix.putStrided(operations.context(), box, kept, tile);
            return true;
        });
    }

    /** As {@link GlobalMatrix#accumulateStrided}. */
    public void accumulateStrided(final Box box, final long[] steps, final Tile tile, final double... factor) {
        armci.call(operations -> {
            matrix.accumulateStrided(operations.context(), box, steps, tile, factor);
            return true;
        });
    }

    /** Starts {@link #accumulateStrided}. */
    public CompletableFuture<Boolean> accumulateStridedNb(final Box box, final long[] steps, final Tile tile,
                                                          final double... factor) {
        final long[] kept = steps.clone();
        final double[] keptFactor = factor.clone();
        return armci.start(operations -> {
            matrix.accumulateStrided(operations.context(), box, kept, tile, keptFactor);
            return true;
        });
    }

    /** As {@link GlobalMatrix#gather}. */
    public void gather(final Tile values, final long[]... subscripts) {
        armci.call(operations -> {
            matrix.gather(operations.context(), values, subscripts);
            return true;
        });
    }

    /** As {@link GlobalMatrix#scatter}. */
    public void scatter(final Tile values, final long[]... subscripts) {
        armci.call(operations -> {
            matrix.scatter(operations.context(), values, subscripts);
            return true;
        });
    }

    /** As {@link GlobalMatrix#scatterAccumulate(org.gmt4j.TaskContext, double, Tile, long[][])}. */
    public void scatterAccumulate(final double factor, final Tile values, final long[]... subscripts) {
        armci.call(operations -> {
            matrix.scatterAccumulate(operations.context(), factor, values, subscripts);
            return true;
        });
    }

    /** The same for complex numbers, with a complex factor. */
    public void scatterAccumulate(final double real, final double imaginary, final Tile values,
                                  final long[]... subscripts) {
        armci.call(operations -> {
            matrix.scatterAccumulate(operations.context(), real, imaginary, values, subscripts);
            return true;
        });
    }

    /** As {@link GlobalMatrix#readIncrement}. */
    public long readIncrement(final long delta, final long... index) {
        return armci.call(operations -> matrix.readIncrement(operations.context(), delta, index));
    }

    /** Starts {@link #readIncrement}: a thread takes its next number while it works with the present one. */
    public CompletableFuture<Long> readIncrementNb(final long delta, final long... index) {
        return armci.start(operations -> matrix.readIncrement(operations.context(), delta, index));
    }
}

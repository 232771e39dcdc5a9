package org.gmt4j.bench.onesided;

import org.HdrHistogram.Histogram;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One verb with one patch as a program would write it, from node 0 to {@link #TARGET}: always from the same place to
 * the same place. Owned by one task of node 0; per command.
 */
final class OneSided {
    /** The other node. */
    static final int TARGET = 1;
    private static final int AWAKENING = 100;

    private final Verb verb;
    private final ArmciMemory memory;
    private final LocalBuffer local;
    private final long at;
    private final int bytes;
    private final Patch patch;

    /**
     * @param memory with a part on both nodes, the sides of all transfers
     * @param at     byte offset in both parts
     */
    OneSided(final Verb verb, final Rows rows, final ArmciMemory memory, final long at) {
        this.verb = verb;
        this.memory = memory;
        this.at = at;
        local = memory.local();
        bytes = rows.bytes();
        patch = Patch.of(at, rows.rowBytes()).times(rows.rows(), rows.stride());
    }

    /**
     * Adds of nothing, which always are messages, so that both nodes have left whatever they idled in before the clock
     * starts.
     */
    void awaken(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        for (int i = 0; i < AWAKENING; i++) {
            armci.addLongNb(memory, TARGET, 0, 0);
            ctx.await();
        }
    }

    /** One at a time, each until it is complete: gets here, stores where they belong. Returns nanoseconds. */
    long blocking(final TaskContext ctx, final long count, final Histogram histogram) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final long startNs = System.nanoTime();
        long beforeNs = startNs;
        for (long i = 0; i < count; i++) {
            blocking(armci);
            final long nowNs = System.nanoTime();
            histogram.recordValue(nowNs - beforeNs);
            beforeNs = nowNs;
        }
        return beforeNs - startNs;
    }

    /** A wait for each {@code window}; returns nanoseconds until the last is complete. */
    long windows(final TaskContext ctx, final long count, final int window) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final long startNs = System.nanoTime();
        for (long done = 0; done < count; done += window) {
            issue(armci, Math.min(window, count - done));
            ctx.await();
        }
        return System.nanoTime() - startNs;
    }

    private void issue(final Armci armci, final long count) {
        for (long i = 0; i < count; i++) {
            nonBlocking(armci);
        }
    }

    private void blocking(final Armci armci) throws SuspendExecution {
        switch (verb) {
            case PUT:
                armci.put(local, at, memory, TARGET, at, bytes);
                break;
            case GET:
                armci.get(memory, TARGET, at, local, at, bytes);
                break;
            case ACCUMULATE:
                armci.accumulate(Accumulate.DOUBLE, local, at, memory, TARGET, at, bytes);
                break;
            case PUT_STRIDED:
                armci.putStrided(local, patch, memory, TARGET, patch);
                break;
            case GET_STRIDED:
                armci.getStrided(memory, TARGET, patch, local, patch);
                break;
            default:
                armci.accumulateStrided(Accumulate.DOUBLE, local, patch, memory, TARGET, patch);
        }
    }

    private void nonBlocking(final Armci armci) {
        switch (verb) {
            case PUT:
                armci.putNb(local, at, memory, TARGET, at, bytes);
                break;
            case GET:
                armci.getNb(memory, TARGET, at, local, at, bytes);
                break;
            case ACCUMULATE:
                armci.accumulateNb(Accumulate.DOUBLE, local, at, memory, TARGET, at, bytes);
                break;
            case PUT_STRIDED:
                armci.putStridedNb(local, patch, memory, TARGET, patch);
                break;
            case GET_STRIDED:
                armci.getStridedNb(memory, TARGET, patch, local, patch);
                break;
            default:
                armci.accumulateStridedNb(Accumulate.DOUBLE, local, patch, memory, TARGET, patch);
        }
    }
}

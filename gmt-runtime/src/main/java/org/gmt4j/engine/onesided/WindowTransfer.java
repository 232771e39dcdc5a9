package org.gmt4j.engine.onesided;

import java.lang.invoke.VarHandle;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * Puts and gets between this node and memory of another process that is mapped here: one copy, complete when the call
 * returns, no message. Belongs to one task; never suspends. Per command, no allocation.
 *
 * <p>Used only when the task has nothing outstanding at the node, so that its operations keep their order. Otherwise
 * {@link #open} returns 0, and the transfer follows the others as commands. Outstanding operations of other tasks of
 * the lane do not matter: tasks are ordered by waits, and awaited operations have been executed. Later reads of the
 * owner come after a message that this node sends behind the copy, and reads here come after a message of the owner:
 * its release and acquire order the copies too, and the fences keep the compiler from moving them.
 *
 * <p>At intervals it lets the node communicate, and the task yield at its next wait: a program that polls a value
 * written by another task must not keep that task from running.
 */
public final class WindowTransfer {
    private static final int OPERATIONS_AT_A_STRETCH = 64;
    private static final long SHORTEST_TO_SETTLE = 64 * 1024;
    private static final int BYTES_AT_A_STRETCH = 1 << 20;

    private final IssuingTask task;
    private final Completion operations;
    private final Aggregator aggregator;
    private final WindowCounters counters;
    private final long from;
    private int operationsLeft = OPERATIONS_AT_A_STRETCH;
    private long bytesLeft = BYTES_AT_A_STRETCH;

    WindowTransfer(final IssuingTask task, final Completion operations, final Aggregator aggregator,
                   final SharedWindows windows) {
        this.task = task;
        this.operations = operations;
        this.aggregator = aggregator;
        counters = windows.counters(aggregator.lane());
        from = windows.from();
    }

    /**
     * Returns the local address of a node's part when {@code bytes} bytes may be moved through a window now; 0 when
     * they must travel as commands.
     */
    long open(final Region region, final int node, final long bytes) {
        final long window = region.window(node);
        return window != 0 && bytes >= from && mayBypass(node) ? window : 0;
    }

    /** Returns whether a copy overtakes no operation of the task, and the node has not failed. */
    private boolean mayBypass(final int node) {
        return (aggregator.isSettled(node) || task.isQuiet()) && !aggregator.isGone(node);
    }

    /**
     * Returns whether only outstanding operations keep a long transfer of a blocking form from a window. The task then
     * waits for these, as for an operation of its own, and {@link #open} will succeed unless other operations have been
     * issued in between. A round trip costs less than so many bytes in commands. Called before the transfer is checked,
     * because the memory may be freed during the wait.
     */
    public boolean settle(final Region region, final int node, final long bytes) {
        if (bytes < SHORTEST_TO_SETTLE || bytes < from || !region.hasWindows()) {
            return false;
        }
        region.check(node, 0, 0);
        if (region.window(node) == 0 || mayBypass(node)) {
            return false;
        }
        aggregator.fence(node, operations);
        return true;
    }

    // --- contiguous ---

    /** @param to an address within a window */
    void put(final Object base, final long at, final long to, final long bytes) {
        copy(base, at, null, to, bytes);
        putDone(bytes);
    }

    /** @param at an address within a window */
    void get(final long at, final Object base, final long to, final long bytes) {
        VarHandle.acquireFence();
        copy(null, at, base, to, bytes);
        getDone(bytes);
    }

    private void copy(final Object source, final long at, final Object target, final long to, final long bytes) {
        if (bytes == 8) {
            ArrayOrMemory.putLong(target, to, ArrayOrMemory.getLong(source, at));
            return;
        }
        for (long done = 0; done < bytes; ) {
            final long piece = Math.min(bytes - done, BYTES_AT_A_STRETCH);
            ArrayOrMemory.copy(source, at + done, target, to + done, piece);
            done += piece;
            if (done < bytes) {
                aggregator.makeProgress();
            }
        }
    }

    // --- single values ---

    void putValue(final long to, final long bits, final int length) {
        ContiguousTransfer.store(to, bits, length);
        putDone(length);
    }

    long getValue(final long at, final int length) {
        VarHandle.acquireFence();
        final long bits = length == 8 ? UnsafeApi.getLong(at) : UnsafeApi.getInt(at);
        getDone(length);
        return bits;
    }

    // --- strided; both patterns at their start ---

    /** @param to address in a window of the pattern's start */
    void put(final LocalSide here, final StridedWalk there, final long to, final long total) {
        copy(here.walk, here.base, here.address, there, null, to, total);
        putDone(total);
    }

    /** @param at address in a window of the pattern's start */
    void get(final StridedWalk there, final long at, final LocalSide here, final long total) {
        VarHandle.acquireFence();
        copy(there, null, at, here.walk, here.base, here.address, total);
        getDone(total);
    }

    private void copy(final StridedWalk from, final Object source, final long at, final StridedWalk into,
                      final Object target, final long to, final long total) {
        for (long done = 0; done < total; ) {
            final long piece = Math.min(total - done, BYTES_AT_A_STRETCH);
            from.copy(source, at, into, target, to, piece);
            done += piece;
            if (done < total) {
                aggregator.makeProgress();
            }
        }
    }

    // --- afterwards ---

    private void putDone(final long bytes) {
        VarHandle.releaseFence();
        counters.putCount++;
        done(bytes);
    }

    private void getDone(final long bytes) {
        counters.getCount++;
        done(bytes);
    }

    private void done(final long bytes) {
        counters.byteCount += bytes;
        bytesLeft -= bytes;
        if (--operationsLeft <= 0 || bytesLeft <= 0) {
            rest();
        }
    }

    private void rest() {
        operationsLeft = OPERATIONS_AT_A_STRETCH;
        bytesLeft = BYTES_AT_A_STRETCH;
        task.giveWay();
        aggregator.makeProgress();
    }
}

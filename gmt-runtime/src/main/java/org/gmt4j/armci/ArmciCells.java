package org.gmt4j.armci;

import co.paralleluniverse.fibers.Coroutine;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.GmtException;
import org.gmt4j.Issuer;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.engine.onesided.Cells;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * An allocation seen as cells of {@code int} or {@code long}, for read-modify-write. Obtained from
 * {@link ArmciMemory#longs} or {@link ArmciMemory#ints} at the node that uses it. A cell is (node, position); position
 * {@code p} is at byte offset {@code 8 p} or {@code 4 p}. Bytes of a part behind its last whole cell belong to no cell.
 * Any task of the node; per command, no allocation.
 *
 * <p>Operations are atomic with respect to each other and to accumulates of the same width, but not to puts. Blocking
 * forms return the previous value; {@code Nb} forms have stored it after the wait for the task or the handle. Values of
 * int cells are returned sign-extended. Their sums wrap; a value to swap or to compare with must be an {@code int}.
 */
public final class ArmciCells {
    private static final long BASE = UnsafeApi.arrayBaseOffset(long[].class);
    private static final int SHIFT = 3;

    private final Cells cells;

    ArmciCells(final Cells cells) {
        this.cells = cells;
    }

    /** Returns the number of cells of a node's part; 0 when it owns none. */
    public long count(final int node) {
        return cells.count(node);
    }

    // --- fetch and add ---

    /**
     * Adds to a cell and returns its previous value.
     *
     * @throws GmtException              GMT-270 when freed, GMT-271 when that node owns no part
     * @throws IndexOutOfBoundsException GMT-272; nothing has happened
     */
    public long fetchAdd(final TaskContext ctx, final int node, final long position, final long delta)
        throws SuspendExecution {
        return update(ctx, CommandType.ADD, node, position, delta);
    }

    /**
     * Starts {@link #fetchAdd}; {@code before[at]} holds the previous value after the wait for the task or the handle.
     */
    public void fetchAddNb(final Issuer issuer, final int node, final long position, final long delta,
                           final long[] before, final int at) {
        updateNb(issuer, CommandType.ADD, node, position, delta, before, at);
    }

    // --- swap ---

    /**
     * Replaces the value of a cell and returns the previous one. Errors as for {@link #fetchAdd}.
     *
     * @throws IllegalArgumentException GMT-258 for a value that no int has, of int cells; nothing has happened
     */
    public long swap(final TaskContext ctx, final int node, final long position, final long value)
        throws SuspendExecution {
        cells.checkValue("swap with ", value);
        return update(ctx, CommandType.SWAP, node, position, value);
    }

    /** Starts {@link #swap}; see {@link #fetchAddNb(Issuer, int, long, long, long[], int)}. */
    public void swapNb(final Issuer issuer, final int node, final long position, final long value, final long[] before,
                       final int at) {
        cells.checkValue("swap with ", value);
        updateNb(issuer, CommandType.SWAP, node, position, value, before, at);
    }

    // --- compare and set ---

    /**
     * Replaces the value of a cell if it equals {@code expected}. Returns the previous value, which equals
     * {@code expected} when the cell was set. Errors as for {@link #fetchAdd}, values as for {@link #swap}.
     */
    public long compareAndSet(final TaskContext ctx, final int node, final long position, final long expected,
                              final long replacement)
        throws SuspendExecution {
        cells.check(node, position);
        checkValues(expected, replacement);
        if (cells.isHere(node)) {
            EngineTask.of(ctx).aggregator().settleOwn();
            return cells.compareAndSetHere(position, expected, replacement);
        }
        cells.fetchComparing(EngineTask.of(ctx).aggregator(), EngineTask.of(ctx), node, position, expected,
            replacement, null, RequestBlock.TO_COMPLETION);
        while (EngineTask.of(ctx).mustWait()) {
            Coroutine.suspend();
        }
        return EngineTask.of(ctx).result();
    }

    /** Starts {@link #compareAndSet}; see {@link #fetchAddNb(Issuer, int, long, long, long[], int)}. */
    public void compareAndSetNb(final Issuer issuer, final int node, final long position, final long expected,
                                final long replacement, final long[] before, final int at) {
        cells.check(node, position);
        checkValues(expected, replacement);
        Objects.checkIndex(at, before.length);
        if (cells.isImmediate(node)) {
            before[at] = cells.compareAndSetHere(position, expected, replacement);
        } else {
            cells.fetchComparing(EngineIssuer.of(issuer).aggregator(), EngineIssuer.of(issuer), node, position,
                expected, replacement, before, RequestBlock.toElement(SHIFT, (int) BASE, at));
        }
    }

    private void checkValues(final long expected, final long replacement) {
        cells.checkValue("compareAndSet from ", expected);
        cells.checkValue("compareAndSet to ", replacement);
    }

    // --- all operators ---

    private long update(final TaskContext ctx, final int operator, final int node, final long position,
                        final long operand)
        throws SuspendExecution {
        cells.check(node, position);
        if (cells.isHere(node)) {
            EngineTask.of(ctx).aggregator().settleOwn();
            return cells.updateHere(operator, position, operand);
        }
        cells.fetch(EngineTask.of(ctx).aggregator(), EngineTask.of(ctx), operator, node, position, operand, null,
            RequestBlock.TO_COMPLETION);
        while (EngineTask.of(ctx).mustWait()) {
            Coroutine.suspend();
        }
        return EngineTask.of(ctx).result();
    }

    private void updateNb(final Issuer issuer, final int operator, final int node, final long position,
                          final long operand, final long[] before, final int at) {
        cells.check(node, position);
        Objects.checkIndex(at, before.length);
        if (cells.isImmediate(node)) {
            before[at] = cells.updateHere(operator, position, operand);
        } else {
            cells.fetch(EngineIssuer.of(issuer).aggregator(), EngineIssuer.of(issuer), operator, node, position,
                operand, before, RequestBlock.toElement(SHIFT, (int) BASE, at));
        }
    }

    @Override
    public String toString() {
        return cells.toString();
    }
}

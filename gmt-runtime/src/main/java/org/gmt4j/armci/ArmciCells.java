package org.gmt4j.armci;

import co.paralleluniverse.fibers.Coroutine;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.GmtException;
import org.gmt4j.Issuer;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.Segment;
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
 * int cells are returned sign-extended.
 */
public final class ArmciCells {
    private static final long BASE = UnsafeApi.arrayBaseOffset(long[].class);
    private static final int SHIFT = 3;

    private final ArmciMemory memory;
    private final int nodeId;
    /** Id of the segments of cells, the same on all nodes. */
    private final int id;
    private final int widthShift;
    /** This node's cells, null when it owns no part. */
    private final Segment segment;

    ArmciCells(final ArmciMemory memory, final int nodeId, final int id, final int widthShift, final Segment segment) {
        this.memory = memory;
        this.nodeId = nodeId;
        this.id = id;
        this.widthShift = widthShift;
        this.segment = segment;
    }

    /** Returns the number of cells of a node's part; 0 when it owns none. */
    public long count(final int node) {
        return memory.lengthInBytes(node) >>> widthShift;
    }

    private void check(final int node, final long position) {
        if (!memory.hasCell(node, position, widthShift)) {
            refuse(node, position);
        }
    }

    private void refuse(final int node, final long position) {
        memory.check(node, 0, 0);
        throw new IndexOutOfBoundsException("GMT-272 cell " + position + " lies outside of " + memory + " at node "
            + node + ", which owns " + count(node) + " cells of " + (1 << widthShift) + " B");
    }

    /** Returns the first word of a command of a type on a cell. */
    long word(final int type, final long position) {
        return CommandWord.base(type, id) | position;
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

    /** Replaces the value of a cell and returns the previous one. Errors as for {@link #fetchAdd}. */
    public long swap(final TaskContext ctx, final int node, final long position, final long value)
        throws SuspendExecution {
        return update(ctx, CommandType.SWAP, node, position, value);
    }

    /** Starts {@link #swap}; see {@link #fetchAddNb(Issuer, int, long, long, long[], int)}. */
    public void swapNb(final Issuer issuer, final int node, final long position, final long value, final long[] before,
                       final int at) {
        updateNb(issuer, CommandType.SWAP, node, position, value, before, at);
    }

    // --- compare and set ---

    /**
     * Replaces the value of a cell if it equals {@code expected}. Returns the previous value, which equals
     * {@code expected} when the cell was set. Errors as for {@link #fetchAdd}.
     */
    public long compareAndSet(final TaskContext ctx, final int node, final long position, final long expected,
                              final long replacement)
        throws SuspendExecution {
        check(node, position);
        if (node == nodeId) {
            EngineTask.of(ctx).aggregator().settleOwn();
            return segment.compareAndSet(position, expected, replacement);
        }
        fetchComparing(ctx, node, position, expected, replacement, null, RequestBlock.TO_COMPLETION);
        while (EngineTask.of(ctx).mustWait()) {
            Coroutine.suspend();
        }
        return EngineTask.of(ctx).result();
    }

    /** Starts {@link #compareAndSet}; see {@link #fetchAddNb(Issuer, int, long, long, long[], int)}. */
    public void compareAndSetNb(final Issuer issuer, final int node, final long position, final long expected,
                                final long replacement, final long[] before, final int at) {
        check(node, position);
        Objects.checkIndex(at, before.length);
        if (isImmediate(node)) {
            before[at] = segment.compareAndSet(position, expected, replacement);
        } else {
            fetchComparing(issuer, node, position, expected, replacement, before,
                RequestBlock.toElement(SHIFT, (int) BASE, at));
        }
    }

    /** Packs both values of cells of 4 bytes into one word. */
    private void fetchComparing(final Issuer issuer, final int node, final long position,
                                final long expected, final long replacement, final Object target, final long to) {
        if (widthShift < SHIFT) {
            EngineIssuer.of(issuer).aggregator().fetch(node, word(CommandType.COMPARE_AND_SET_NARROW, position),
                expected << Integer.SIZE | replacement & 0xFFFF_FFFFL,
                EngineIssuer.of(issuer), target, RequestBlock.narrow(to));
        } else {
            EngineIssuer.of(issuer).aggregator().fetch(node, word(CommandType.COMPARE_AND_SET, position),
                expected, replacement, EngineIssuer.of(issuer), target, to);
        }
    }

    // --- all operators ---

    /**
     * Returns whether a command for a node is executed at once. Where one thread executes all commands, those for the
     * own node are gathered with the others.
     */
    private boolean isImmediate(final int node) {
        return node == nodeId && !segment.isExclusive();
    }

    private long update(final TaskContext ctx, final int operator, final int node, final long position,
                        final long operand)
        throws SuspendExecution {
        check(node, position);
        if (node == nodeId) {
            EngineTask.of(ctx).aggregator().settleOwn();
            return segment.fetchAndUpdate(operator, position, operand);
        }
        EngineTask.of(ctx).aggregator().fetch(node, word(CommandType.FETCH + operator, position), operand,
            EngineTask.of(ctx), null, RequestBlock.TO_COMPLETION);
        while (EngineTask.of(ctx).mustWait()) {
            Coroutine.suspend();
        }
        return EngineTask.of(ctx).result();
    }

    private void updateNb(final Issuer issuer, final int operator, final int node, final long position,
                          final long operand, final long[] before, final int at) {
        check(node, position);
        Objects.checkIndex(at, before.length);
        if (isImmediate(node)) {
            before[at] = segment.fetchAndUpdate(operator, position, operand);
        } else {
            EngineIssuer.of(issuer).aggregator().fetch(node, word(CommandType.FETCH + operator, position),
                operand, EngineIssuer.of(issuer), before, RequestBlock.toElement(SHIFT, (int) BASE, at));
        }
    }

    @Override
    public String toString() {
        return memory + " as cells of " + (1 << widthShift) + " B";
    }
}

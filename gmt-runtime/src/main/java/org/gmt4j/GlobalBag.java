package org.gmt4j;

import java.util.List;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.engine.container.EntryOperation;
import org.gmt4j.engine.container.EntrySender;
import org.gmt4j.engine.container.RecordStore;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A bag of records in the global address space: work items, edges found, a frontier. A record is one {@code long} or a
 * fixed number of them. Tasks append to their own node without a command, or to any other; loops visit records where
 * they are. The order of records is unspecified. See {@link GlobalContainer} for waiting and memory.
 *
 * <pre>{@code
 * GlobalBag frontier = GlobalBag.allocate(ctx, 1);
 * frontier.add(ctx, root);
 * while (frontier.drain(ctx, (vertex, c) -> forEachNewNeighbour(c, vertex, n -> frontier.add(c, n))) > 0) {
 *     frontier.rebalance(ctx);
 * }
 * }</pre>
 *
 * <p>{@link #rebalance}, {@link #drain}, {@link #clear} and {@link #free} are for one task, while no others append; the
 * bodies of a loop may append. While a loop over the bag runs on any node, these four are refused with GMT-400, and
 * nothing has changed.
 */
public final class GlobalBag extends GlobalContainer {
    /** Longs of one command, within the longest key. */
    private static final int MOST_LONGS = 256;
    /** In place of a number of records: a loop or a change runs. */
    private static final long IN_USE = -1;
    private final RecordStore store;
    private final EntrySender sender;
    private final int nodeId;
    private final int nodeCount;

    private GlobalBag(final ContainerPart part) {
        super(part);
        store = (RecordStore) part.store();
        sender = part.sender();
        nodeId = part.nodeId();
        nodeCount = part.nodeCount();
    }

    /** Allocates an empty bag of records of {@code width} longs, from 1 to 256. Called by one task. */
    public static GlobalBag allocate(final TaskContext ctx, final int width) throws SuspendExecution {
        return allocate(ctx, width, ContainerSpec.of(0));
    }

    /**
     * Allocates an empty bag; of the description it takes the name and the limit.
     *
     * @throws GmtException GMT-266 when a record does not fit a block of commands, by which it travels
     */
    public static GlobalBag allocate(final TaskContext ctx, final int width, final ContainerSpec spec)
        throws SuspendExecution {
        if (width < 1 || width > MOST_LONGS) {
            throw new IllegalArgumentException("a record of " + width + " longs; expected 1 to " + MOST_LONGS);
        }
        final int most = EngineTask.of(ctx).aggregator().maxCommandLength() / 8 - 1;
        if (width > most && ctx.nodeCount() > 1) {
            throw new GmtException("GMT-266", "a record of " + width + " longs could not travel: " + most
                + " fit a block of commands; use longer ones (gmt.block.length), or shorter records");
        }
        return (GlobalBag) ContainerCatalog.allocate(ctx, ContainerKind.BAG, spec, width, part -> new GlobalBag(part));
    }

    /** Returns the bag of a name, once its allocation has returned. See {@link ContainerSpec#named}. */
    public static GlobalBag attach(final TaskContext ctx, final String name) {
        return ContainerCatalog.attach(ctx, name, GlobalBag.class);
    }

    /** Returns the number of longs of a record. */
    public int width() {
        return store.width();
    }

    // --- append ---

    /** Appends a record of one long on this node. Costs no command. */
    public void add(final TaskContext ctx, final long value) {
        requireWidth(1);
        UnsafeApi.putLong(place(EngineTask.of(ctx).aggregator()), value);
    }

    /** Appends the record {@code values[from ...]} on this node. Costs no command. */
    public void add(final TaskContext ctx, final long[] values, final int from) {
        final int width = store.width();
        Objects.checkFromIndexSize(from, width, values.length);
        write(values, from, place(EngineTask.of(ctx).aggregator()));
    }

    private void write(final long[] values, final int from, final long to) {
        for (int i = 0; i < store.width(); i++) {
            UnsafeApi.putLong(to + ((long) i << 3), values[from + i]);
        }
    }

    private long place(final Aggregator aggregator) {
        requireAlive();
        return store.append(aggregator.lane());
    }

    private void requireWidth(final int width) {
        if (width != store.width()) {
            throw new IllegalArgumentException("a record of " + width + " longs for " + this + ", whose records have "
                + store.width());
        }
    }

    /** Starts to append a record of one long at a node. */
    public void addNb(final Issuer issuer, final int node, final long value) {
        requireWidth(1);
        final EngineIssuer owner = EngineIssuer.of(issuer);
        if (isHere(node)) {
            UnsafeApi.putLong(place(owner.aggregator()), value);
        } else {
            sender.note(owner.aggregator(), owner, node, EntryOperation.APPEND, value, 0);
        }
    }

    /** Starts to append the record {@code values[from ...]} at a node. The array may be reused behind the call. */
    public void addNb(final Issuer issuer, final int node, final long[] values, final int from) {
        final EngineIssuer owner = EngineIssuer.of(issuer);
        Objects.checkFromIndexSize(from, store.width(), values.length);
        if (isHere(node)) {
            write(values, from, place(owner.aggregator()));
        } else {
            sender.append(owner.aggregator(), owner, node, values, from, store.width());
        }
    }

    private boolean isHere(final int node) {
        if (node < 0 || node >= nodeCount) {
            throw new IndexOutOfBoundsException("node " + node + " of " + nodeCount + " nodes, for a record of "
                + this);
        }
        return node == nodeId;
    }

    // --- loops ---

    /** Calls a body with the first long of every record, in parallel, each where it is, and waits. */
    public void forEach(final TaskContext ctx, final IndexBody body) throws SuspendExecution {
        ctx.await();
        requireAlive();
        final GlobalBag bag = this;
        ctx.executeOnAll(node -> bag.loopHere(node, body));
    }

    private void loopHere(final TaskContext ctx, final IndexBody body) throws SuspendExecution {
        beginLoop(ctx);
        try {
            loop(ctx, false, body);
        } finally {
            store.turns().endLoop();
        }
    }

    /** Calls a body with every record, in parallel, each where it is, and waits. */
    public void forEachRecord(final TaskContext ctx, final RecordBody body) throws SuspendExecution {
        ctx.await();
        requireAlive();
        final GlobalBag bag = this;
        ctx.executeOnAll(node -> bag.loopHere(node, body));
    }

    private void loopHere(final TaskContext ctx, final RecordBody body) throws SuspendExecution {
        beginLoop(ctx);
        try {
            loop(ctx, false, body);
        } finally {
            store.turns().endLoop();
        }
    }

    /** A change that is under way ends soon: another node refuses it, or it moves records without calling bodies. */
    private void beginLoop(final TaskContext ctx) throws SuspendExecution {
        requireAlive();
        while (!store.turns().beginLoop()) {
            ctx.yield();
            requireAlive();
        }
    }

    /**
     * Empties the bag and calls a body with the first long of every record that was in it, as {@link #forEach} does.
     * What the bodies append is in the bag afterwards.
     *
     * <p>Where a body fails, the records of its chunk behind that one are not visited, those of all other chunks are;
     * the bag has none of them afterwards. A body that may fail and must lose nothing catches its exception and appends
     * the record again.
     *
     * @return the number of records that were in the bag
     * @throws ParForException with the first failure of a body
     * @throws GmtException    GMT-400 while a loop over the bag runs
     */
    public long drain(final TaskContext ctx, final IndexBody body) throws SuspendExecution {
        final GlobalBag bag = this;
        final long mark = store.turns().newMark(nodeId);
        return drain(ctx, mark, node -> bag.drainHere(node, mark, body));
    }

    private void drainHere(final TaskContext ctx, final long mark, final IndexBody body) throws SuspendExecution {
        try {
            loop(ctx, true, body);
        } finally {
            endChangeHere(mark);
        }
    }

    /** {@link #drain} with whole records. */
    public long drainRecords(final TaskContext ctx, final RecordBody body) throws SuspendExecution {
        final GlobalBag bag = this;
        final long mark = store.turns().newMark(nodeId);
        return drain(ctx, mark, node -> bag.drainHere(node, mark, body));
    }

    private void drainHere(final TaskContext ctx, final long mark, final RecordBody body) throws SuspendExecution {
        try {
            loop(ctx, true, body);
        } finally {
            endChangeHere(mark);
        }
    }

    /** @param drainHere calls the body with a node's records, which were put aside, and ends the change there */
    private long drain(final TaskContext ctx, final long mark, final TaskBody drainHere) throws SuspendExecution {
        ctx.await();
        final GlobalBag bag = this;
        final long count = beginChange(ctx, mark, "drained");
        boolean isOver = false;
        try {
            if (count > 0) {
                ctx.executeOnAll(node -> bag.swapHere());
                ctx.executeOnAll(drainHere);
                isOver = true;
            }
        } finally {
            endChangeUnless(isOver, ctx, mark);
        }
        return count;
    }

    private void swapHere() {
        store.swap();
        store.turns().putAside();
    }

    private void loop(final TaskContext ctx, final boolean ofDrained, final IndexBody body) throws SuspendExecution {
        final GlobalBag bag = this;
        final long[] sizes = store.sizes(ofDrained);
        ctx.parFor(sum(sizes), TaskContext.MEASURED, SpawnPolicy.LOCAL, (low, high, c) -> {
            int lane = 0;
            long before = 0;
            for (long i = low; i < high; i++) {
                while (i - before >= sizes[lane]) {
                    before += sizes[lane++];
                }
                body.run(bag.store.first(ofDrained, lane, i - before), c);
            }
        });
    }

    private void loop(final TaskContext ctx, final boolean ofDrained, final RecordBody body) throws SuspendExecution {
        final GlobalBag bag = this;
        final long[] sizes = store.sizes(ofDrained);
        ctx.parFor(sum(sizes), TaskContext.MEASURED, SpawnPolicy.LOCAL, (low, high, c) -> {
            final long[] record = new long[bag.store.width()];
            int lane = 0;
            long before = 0;
            for (long i = low; i < high; i++) {
                while (i - before >= sizes[lane]) {
                    before += sizes[lane++];
                }
                bag.store.copy(ofDrained, lane, i - before, record);
                body.run(record, c);
            }
        });
    }

    private static long sum(final long[] values) {
        long sum = 0;
        for (final long value : values) {
            sum += value;
        }
        return sum;
    }

    // --- rebalance ---

    /**
     * Moves records from nodes with more to nodes with fewer, until all have the same number, or one less. A node keeps
     * the memory of what it gives until all has arrived: where that fails, each record is where it was.
     *
     * @throws ParForException with GMT-821 as its cause where a node has no room for its part
     * @throws GmtException    GMT-400 while a loop over the bag runs
     */
    public void rebalance(final TaskContext ctx) throws SuspendExecution {
        ctx.await();
        final GlobalBag bag = this;
        final long mark = store.turns().newMark(nodeId);
        final List<Long> sizes = takeAll(ctx, mark, "rebalanced");
        final long[] surplus = new long[nodeCount];
        final long all = sizes.stream().mapToLong(size -> size).sum();
        for (int node = 0; node < nodeCount; node++) {
            surplus[node] = sizes.get(node) - all / nodeCount - (node < all % nodeCount ? 1 : 0);
        }
        boolean haveArrived = false;
        try {
            ctx.executeOnAll(node -> bag.giveAway(node, surplus));
            haveArrived = true;
        } finally {
            if (haveArrived) {
                endOnAll(ctx, node -> bag.endMoveHere(mark));
            } else {
                endOnAll(ctx, node -> bag.undoMoveHere(mark));
            }
        }
    }

    private void endMoveHere(final long mark) {
        if (isAlive() && store.turns().isChangedBy(mark)) {
            store.removeCopied();
            endChangeHere(mark);
        }
    }

    private void undoMoveHere(final long mark) {
        if (isAlive() && store.turns().isChangedBy(mark)) {
            store.returnToMark();
            endChangeHere(mark);
        }
    }

    /** Both sides number what is to be moved: the records of the first giver go to the first takers. */
    private void giveAway(final TaskContext ctx, final long[] surplus) {
        long first = 0;
        for (int node = 0; node < nodeId; node++) {
            first += Math.max(0, surplus[node]);
        }
        final long end = first + Math.max(0, surplus[nodeId]);
        long taken = 0;
        for (int node = 0; node < nodeCount && first < end; node++) {
            taken += Math.max(0, -surplus[node]);
            if (first < taken) {
                final long count = Math.min(end, taken) - first;
                send(ctx, node, count);
                first += count;
            }
        }
    }

    private void send(final TaskContext ctx, final int node, final long count) {
        final EngineTask task = EngineTask.of(ctx);
        final int width = store.width();
        final int most = Math.max(1, Math.min(MOST_LONGS, task.aggregator().maxCommandLength() / 8 - 1) / width);
        long left = count;
        while (left > 0) {
            final int lane = store.laneWithRecords();
            final long run = store.lastRun(lane, Math.min(left, most));
            sender.note(task.aggregator(), task, node, EntryOperation.APPEND, store.last(lane, run),
                (int) run * width << 3, 0);
            store.copied(lane, run);
            left -= run;
        }
    }

    // --- changes that take records away: alone on all nodes, or refused ---

    @Override
    public void clear(final TaskContext ctx) throws SuspendExecution {
        ctx.await();
        final GlobalBag bag = this;
        final long mark = store.turns().newMark(nodeId);
        beginChange(ctx, mark, "cleared");
        try {
            ctx.executeOnAll(node -> bag.clearHere(node));
        } finally {
            endChangeUnless(false, ctx, mark);
        }
    }

    @Override
    public void free(final TaskContext ctx) throws SuspendExecution {
        final long mark = store.turns().newMark(nodeId);
        beginChange(ctx, mark, "freed");
        try {
            super.free(ctx);
        } finally {
            endChangeUnless(!isAlive(), ctx, mark);     // loops would wait for ever for a free that has failed
        }
    }

    /** Begins a change, and returns the number of records. */
    private long beginChange(final TaskContext ctx, final long mark, final String change) throws SuspendExecution {
        long count = 0;
        for (final long records : takeAll(ctx, mark, change)) {
            count += records;
        }
        return count;
    }

    /**
     * Begins a change on all nodes or on none: a loop that runs on any of them would read memory that has been given
     * back. Returns the numbers of records.
     */
    private List<Long> takeAll(final TaskContext ctx, final long mark, final String change) throws SuspendExecution {
        requireAlive();
        final GlobalBag bag = this;
        EngineTask.of(ctx).shield();
        try {
            final List<Long> sizes;
            try {
                sizes = ctx.callOnAll(node -> bag.beginChangeHere(mark));
            } catch (final RuntimeException e) {
                EachNode.execute(ctx, there -> bag.endChangeHere(mark), e);
                throw e;
            }
            final int node = sizes.indexOf(IN_USE);
            if (node >= 0) {
                endOnAll(ctx, there -> bag.endChangeHere(mark));
                throw new GmtException("GMT-400", this + " cannot be " + change + " while a loop over it, or another "
                    + "change, runs on node " + node + ": do so behind the loop; bodies of a loop may append");
            }
            return sizes;
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private long beginChangeHere(final long mark) {
        if (!store.turns().beginChange(mark)) {
            return IN_USE;
        }
        store.mark();
        return store.size();
    }

    /** Ends a change on all nodes, unless each node has done so itself. */
    private void endChangeUnless(final boolean isOver, final TaskContext ctx, final long mark)
        throws SuspendExecution {
        if (!isOver) {
            final GlobalBag bag = this;
            endOnAll(ctx, node -> bag.endChangeHere(mark));
        }
    }

    /** Ends a change on all nodes, also when the job is cancelled. */
    private void endOnAll(final TaskContext ctx, final TaskBody endHere) throws SuspendExecution {
        EngineTask.of(ctx).shield();
        try {
            ctx.executeOnAll(endHere);
        } catch (final RuntimeException e) {
            EachNode.execute(ctx, endHere, e);
            throw e;
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private void endChangeHere(final long mark) {
        if (isAlive() && store.turns().isChangedBy(mark)) {
            store.forgetDrained();
            store.turns().endChange();
        }
    }
}

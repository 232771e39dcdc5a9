package org.gmt4j;

import co.paralleluniverse.fibers.Coroutine;
import java.util.Objects;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.engine.combining.ContainerCombining;
import org.gmt4j.engine.container.EntryOperation;
import org.gmt4j.engine.container.EntrySender;
import org.gmt4j.engine.container.KeyMix;
import org.gmt4j.engine.container.LaneVisits;
import org.gmt4j.engine.container.LongBatch;
import org.gmt4j.engine.container.LongStore;
import org.gmt4j.engine.container.StoreTable;
import org.gmt4j.engine.container.VisitedEntry;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A container whose keys are {@code long} values, any of them. A key belongs to the node that {@link #owner} names, by
 * a hash. Any task; per operation.
 */
public abstract class LongKeyed extends GlobalContainer {
    final LongStore store;
    private final EntrySender sender;
    private final StoreTable table;
    private final ContainerCombining combining;
    private final int nodeId;
    private final int nodeCount;
    private final long gatherFrom;
    /** Whether operations of this node on its own keys are gathered from now on. Where one thread makes them all. */
    private boolean gathersOwn;

    LongKeyed(final ContainerPart part) {
        super(part);
        store = (LongStore) part.store();
        sender = part.sender();
        table = part.table();
        combining = part.combining();
        nodeId = part.nodeId();
        nodeCount = part.nodeCount();
        gatherFrom = part.gatherFrom();
    }

    /** Returns the node that owns a key. */
    public final int owner(final long key) {
        return KeyMix.owner(store.hash(key), nodeCount);
    }

    /** Returns whether this node owns a key. */
    public final boolean isLocal(final long key) {
        return owner(key) == nodeId;
    }

    private boolean gathersOwn() {
        if (!gathersOwn && store.lengthInBytes() >= gatherFrom) {
            gathersOwn = true;
        }
        return gathersOwn;
    }

    // --- operations without a result ---

    /** Issues an operation, or executes it at once where that is possible. */
    final void noteNb(final Issuer issuer, final int operation, final long key, final long operand) {
        final EngineIssuer owner = EngineIssuer.of(issuer);
        final long hash = store.hash(key);
        final int node = KeyMix.owner(hash, nodeCount);
        if (node == nodeId) {
            noteHere(owner, operation, key, hash, operand);
        } else if (combining == null) {
            sender.note(owner.aggregator(), owner, node, operation, key, operand);
        } else {
            combine(owner, node, operation, key, hash, operand);
        }
    }

    private void noteHere(final EngineIssuer owner, final int operation, final long key, final long hash,
                          final long operand) {
        final Aggregator aggregator = owner.aggregator();
        if (aggregator.isExecuting() && isVisiting(aggregator)) {
            table.visits(aggregator.lane()).putOff(() -> store.execute(operation, key, hash, operand));
        } else if (gathersOwn()) {
            sender.note(aggregator, owner, nodeId, operation, key, operand);
        } else {
            store.execute(operation, key, hash, operand);
        }
    }

    private boolean isVisiting(final Aggregator aggregator) {
        return table.visits(aggregator.lane()).isVisiting();
    }

    /**
     * Throws in a visit of an entry, as for a key of another node: the body has a shard for itself, for which an access
     * that is not put off could wait for ever.
     */
    private void checkNotVisiting(final EngineTask task) {
        if (task.aggregator().isExecuting() && isVisiting(task.aggregator())) {
            task.checkMayWait();
        }
    }

    private void combine(final EngineIssuer owner, final int node, final int operation, final long key,
                         final long hash, final long operand) {
        if (operation == combining.operation()) {
            combining.merge(owner.aggregator(), owner, node, key, hash, operand);
        } else {
            combining.issue(owner.aggregator(), key, hash);
            sender.note(owner.aggregator(), owner, node, operation, key, operand);
        }
    }

    // --- operations with a result ---

    /** Starts an operation whose value is in {@code target[position]} after the wait. */
    final void callNb(final Issuer issuer, final int operation, final long key, final long operand,
                      final Object target, final long place) {
        final EngineIssuer owner = EngineIssuer.of(issuer);
        final long hash = store.hash(key);
        final int node = KeyMix.owner(hash, nodeCount);
        final Aggregator aggregator = owner.aggregator();
        if (node != nodeId || gathersOwn() && !isVisiting(aggregator)) {
            callAt(node, owner, operation, key, hash, operand, target, place);
        } else if (aggregator.isExecuting() && isVisiting(aggregator)) {
            table.visits(aggregator.lane()).putOff(() -> RequestBlock.store(target, place,
                store.execute(operation, key, hash, operand)));
        } else {
            RequestBlock.store(target, place, store.execute(operation, key, hash, operand));
        }
    }

    private void callAt(final int node, final EngineIssuer owner, final int operation, final long key,
                        final long hash, final long operand, final Object target, final long place) {
        if (combining != null && node != nodeId) {
            combining.issue(owner.aggregator(), key, hash);
        }
        sender.call(owner.aggregator(), owner, node, operation, key, operand, target, place);
    }

    /** Executes an operation and waits for its value. */
    final long call(final TaskContext ctx, final int operation, final long key, final long operand)
        throws SuspendExecution {
        final EngineTask task = EngineTask.of(ctx);
        final long hash = store.hash(key);
        final int node = KeyMix.owner(hash, nodeCount);
        if (node == nodeId) {
            checkNotVisiting(task);
            task.aggregator().settleOwn();
            return store.execute(operation, key, hash, operand);
        }
        callAt(node, task, operation, key, hash, operand, null, RequestBlock.TO_COMPLETION);
        while (task.mustWaitForAnswer()) {
            Coroutine.suspend();
        }
        if (task.hasFailed()) {
            task.awaitAnswers();
        }
        return task.value();
    }

    /** Returns whether {@link #call} would not wait: the key is at home, and nothing is gathered before it. */
    final boolean isAtHand(final TaskContext ctx, final long key) {
        final Aggregator aggregator = EngineTask.of(ctx).aggregator();
        return KeyMix.owner(store.hash(key), nodeCount) == nodeId && aggregator.isOwnSettled()
            && !(aggregator.isExecuting() && isVisiting(aggregator));
    }

    /** Executes an operation that is at hand. */
    final long callAtHand(final int operation, final long key, final long operand) {
        return store.execute(operation, key, store.hash(key), operand);
    }

    // --- operations of all ---

    /** Returns whether there is an entry of the key. */
    public final boolean contains(final TaskContext ctx, final long key) throws SuspendExecution {
        return call(ctx, EntryOperation.CONTAINS, key, 0) != 0;
    }

    /** Removes the entry of a key. Returns false when there was none. */
    public final boolean remove(final TaskContext ctx, final long key) throws SuspendExecution {
        return call(ctx, EntryOperation.REMOVE, key, 0) != 0;
    }

    /** Starts to remove the entry of a key. */
    public final void removeNb(final Issuer issuer, final long key) {
        noteNb(issuer, EntryOperation.REMOVE, key, 0);
    }

    final long removeEntries(final TaskContext ctx, final LongEntryTest test) throws SuspendExecution {
        Objects.requireNonNull(test, "test");
        requireAlive();
        ctx.await();
        final LongKeyed container = this;
        long removed = 0;
        for (final long ofNode : ctx.callOnAll(node -> container.removeEntriesHere(node, test))) {
            removed += ofNode;
        }
        return removed;
    }

    private long removeEntriesHere(final TaskContext ctx, final LongEntryTest test) throws SuspendExecution {
        final LongKeyed container = this;
        return ctx.loop(store.shardCount(), 1).with(SpawnPolicy.LOCAL).sum((shard, c) -> {
            EngineTask.of(c).aggregator().settleOwn();
            return container.store.removeIf((int) shard, test);
        });
    }

    final long removeTexts(final TaskContext ctx, final LongTextEntryTest test) throws SuspendExecution {
        Objects.requireNonNull(test, "test");
        requireAlive();
        ctx.await();
        ctx.awaitTasks();
        final LongKeyed container = this;
        long removed = 0;
        for (final long ofNode : ctx.callOnAll(node -> container.removeTextsHere(node, test))) {
            removed += ofNode;
        }
        return removed;
    }

    private long removeTextsHere(final TaskContext ctx, final LongTextEntryTest test) throws SuspendExecution {
        final LongKeyed container = this;
        return ctx.loop(store.shardCount(), 1).with(SpawnPolicy.LOCAL).sum((shard, c) -> {
            EngineTask.of(c).aggregator().settleOwn();
            return container.store.removeTextsIf((int) shard, test);
        });
    }

    // --- visits of maps ---

    final void visitEntry(final TaskContext ctx, final long key, final EntryBody body) throws SuspendExecution {
        Objects.requireNonNull(body, "body");
        final LongKeyed map = settled(ctx, key);
        if (isLocal(key)) {
            computeAtHome(ctx, key, asFunction(body));
        } else {
            ctx.executeLocal(owner(key), there -> map.computeHere(there, key, asFunction(body)));
        }
    }

    final long computeEntry(final TaskContext ctx, final long key, final EntryFunction function)
        throws SuspendExecution {
        Objects.requireNonNull(function, "function");
        final LongKeyed map = settled(ctx, key);
        if (isLocal(key)) {
            return computeAtHome(ctx, key, function);
        }
        return ctx.callLocal(owner(key), there -> map.computeHere(there, key, function));
    }

    final void visitEntryNb(final TaskContext ctx, final long key, final EntryBody body) {
        Objects.requireNonNull(body, "body");
        final LongKeyed map = settled(ctx, key);
        final Aggregator aggregator = EngineTask.of(ctx).aggregator();
        if (!isLocal(key)) {
            ctx.executeLocalNb(owner(key), there -> map.computeHere(there, key, asFunction(body)));
        } else if (isVisiting(aggregator)) {
            table.visits(aggregator.lane()).putOff(() -> visitPutOff(ctx, key, body));
        } else {
            visitAtHomeNb(ctx, key, body);
        }
    }

    private LongKeyed settled(final TaskContext ctx, final long key) {
        requireAlive();
        if (combining != null) {
            combining.issue(EngineTask.of(ctx).aggregator(), key, store.hash(key));
        }
        return this;
    }

    private static EntryFunction asFunction(final EntryBody body) {
        return (entry, ctx) -> {
            body.visit(entry, ctx);
            return 0;
        };
    }

    /** Fails as at another node: a program must not depend on where a key is at home. */
    private long computeAtHome(final TaskContext ctx, final long key, final EntryFunction function) {
        checkNotVisiting(EngineTask.of(ctx));
        try {
            return computeHere(ctx, key, function);
        } catch (final Throwable cause) {
            throw EngineTask.of(ctx).bodyFailed(cause);
        }
    }

    private void visitAtHomeNb(final TaskContext ctx, final long key, final EntryBody body) {
        try {
            computeHere(ctx, key, asFunction(body));
        } catch (final Throwable cause) {
            EngineTask.of(ctx).bodyFailedNb(cause);
        }
    }

    /** A visit that was put off: see {@link LaneVisits}. */
    private void visitPutOff(final TaskContext ctx, final long key, final EntryBody body) {
        try {
            computeAlone(ctx, key, asFunction(body));
        } catch (final Throwable cause) {
            EngineTask.of(ctx).bodyFailedNb(cause);
        }
    }

    /** Visits an entry of this node, and executes what has been put off meanwhile. */
    private long computeHere(final TaskContext ctx, final long key, final EntryFunction function) {
        final LaneVisits visits = table.visits(EngineTask.of(ctx).aggregator().lane());
        final long value;
        try {
            value = computeAlone(ctx, key, function);
        } catch (final Throwable e) {
            visits.executePutOff(e);
            throw e;
        }
        visits.executePutOff(null);
        return value;
    }

    /**
     * Visits an entry of this node. While the body has its shard no progress is made on this lane, which could enter
     * the shard again: commands of the body take overflow blocks, as those of all visits.
     */
    private long computeAlone(final TaskContext ctx, final long key, final EntryFunction function) {
        final EngineTask task = EngineTask.of(ctx);
        final Aggregator aggregator = task.aggregator();
        aggregator.settleOwn();
        final LaneVisits visits = table.visits(aggregator.lane());
        final boolean wasExecuting = aggregator.isExecuting();
        final int openScratches = task.beginVisit();
        aggregator.setExecuting(true);
        final VisitedEntry entry = store.enter(key);
        visits.begin();
        try {
            return function.compute(entry, ctx);
        } finally {
            store.leave(key);
            aggregator.setExecuting(wasExecuting);
            task.endVisit(openScratches);
            visits.end();
        }
    }

    // --- strings as values ---

    final String putText(final TaskContext ctx, final long key, final String text, final boolean replaces)
        throws SuspendExecution {
        Objects.requireNonNull(text, "value");
        TextLimit.check(text);
        requireAlive();
        final LongKeyed map = this;
        return isLocal(key) ? putTextHere(ctx, key, text, replaces)
            : ctx.call(owner(key), there -> map.putTextHere(there, key, text, replaces));
    }

    final void putTextNb(final TaskContext ctx, final long key, final String text) {
        Objects.requireNonNull(text, "value");
        TextLimit.check(text);
        requireAlive();
        final LongKeyed map = this;
        final Aggregator aggregator = EngineTask.of(ctx).aggregator();
        if (!isLocal(key)) {
            ctx.executeNb(owner(key), there -> map.putTextHere(there, key, text, true));
        } else if (isVisiting(aggregator)) {
            table.visits(aggregator.lane()).putOff(() -> putTextHere(ctx, key, text, true));
        } else {
            putTextHere(ctx, key, text, true);
        }
    }

    private String putTextHere(final TaskContext ctx, final long key, final String text, final boolean replaces) {
        final EngineTask task = EngineTask.of(ctx);
        checkNotVisiting(task);
        task.aggregator().settleOwn();
        return store.putText(key, text, replaces);
    }

    /** Returns the string of a key, or null. */
    final String getText(final TaskContext ctx, final long key) throws SuspendExecution {
        requireAlive();
        final LongKeyed map = this;
        return isLocal(key) ? getTextHere(ctx, key) : ctx.call(owner(key), there -> map.getTextHere(there, key));
    }

    private String getTextHere(final TaskContext ctx, final long key) {
        final EngineTask task = EngineTask.of(ctx);
        checkNotVisiting(task);
        task.aggregator().settleOwn();
        return store.text(key);
    }

    // --- loops ---

    /** Takes entries of one shard after the other. */
    interface Batches {
        void take(LongBatch batch, TaskContext ctx) throws SuspendExecution;
    }

    /** Runs a loop over the entries of some shards of this node. */
    final void loop(final TaskContext ctx, final long low, final long high, final Batches body)
        throws SuspendExecution {
        EngineTask.of(ctx).aggregator().settleOwn();
        final LongBatch batch = new LongBatch();
        for (long shard = low; shard < high; shard++) {
            store.begin(batch, (int) shard);
            while (store.next(batch)) {
                body.take(batch, ctx);
            }
        }
    }
}

package org.gmt4j;

import co.paralleluniverse.fibers.Coroutine;
import java.util.Objects;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.engine.container.EntryOperation;
import org.gmt4j.engine.container.EntrySender;
import org.gmt4j.engine.container.KeyBuffer;
import org.gmt4j.engine.container.KeyMix;
import org.gmt4j.engine.container.LaneVisits;
import org.gmt4j.engine.container.TextBatch;
import org.gmt4j.engine.container.TextStore;
import org.gmt4j.engine.container.StoreTable;
import org.gmt4j.engine.container.VisitedEntry;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A container whose keys are strings of at most 2,048 bytes in UTF-8, the empty one among them. Strings are equal when
 * their UTF-8 is. A key belongs to the node that {@link #owner} names, by a hash. Longer keys, and half of a surrogate
 * pair, are refused with GMT-825. Any task; per operation.
 */
public abstract class TextKeyed extends GlobalContainer {
    final TextStore store;
    private final EntrySender sender;
    private final StoreTable table;
    private final int nodeId;
    private final int nodeCount;
    private final long gatherFrom;
    /** Whether operations of this node on its own keys are gathered from now on. Where one thread makes them all. */
    private boolean gathersOwn;

    TextKeyed(final ContainerPart part) {
        super(part);
        store = (TextStore) part.store();
        sender = part.sender();
        table = part.table();
        nodeId = part.nodeId();
        nodeCount = part.nodeCount();
        gatherFrom = part.gatherFrom();
    }

    private int place(final Aggregator aggregator) {
        return aggregator.isExecuting() ? KeyBuffer.OF_EXECUTION : KeyBuffer.OF_TASK;
    }

    /** Returns the node that owns a key. Costs an allocation. */
    public final int owner(final String key) {
        final KeyBuffer buffer = new KeyBuffer();
        try {
            final int length = buffer.encode(key, KeyBuffer.OF_TASK);
            return KeyMix.owner(store.hash(buffer.address(KeyBuffer.OF_TASK), length), nodeCount);
        } finally {
            buffer.free();
        }
    }

    private int nodeOf(final Aggregator aggregator, final String key) {
        final KeyBuffer buffer = table.keys(aggregator.lane());
        final int place = place(aggregator);
        final int length = buffer.encode(key, place);
        return KeyMix.owner(store.hash(buffer.address(place), length), nodeCount);
    }

    private boolean gathersOwn() {
        if (!gathersOwn && store.lengthInBytes() >= gatherFrom) {
            gathersOwn = true;
        }
        return gathersOwn;
    }

    private boolean isVisiting(final Aggregator aggregator) {
        return table.visits(aggregator.lane()).isVisiting();
    }

    /** See {@link LongKeyed}. */
    private void checkNotVisiting(final EngineTask task) {
        if (task.aggregator().isExecuting() && isVisiting(task.aggregator())) {
            task.checkMayWait();
        }
    }

    private static void requireRoom(final Aggregator aggregator, final String key, final int length) {
        if (length + 24 > aggregator.maxCommandLength()) {
            throw KeyBuffer.tooLong(key);
        }
    }

    // --- operations without a result ---

    /** Issues an operation, or executes it at once where that is possible. */
    final void noteNb(final Issuer issuer, final int operation, final String key, final long operand) {
        final EngineIssuer owner = EngineIssuer.of(issuer);
        final Aggregator aggregator = owner.aggregator();
        final KeyBuffer buffer = table.keys(aggregator.lane());
        final int place = place(aggregator);
        final int length = buffer.encode(key, place);
        final long address = buffer.address(place);
        final long hash = store.hash(address, length);
        final int node = KeyMix.owner(hash, nodeCount);
        if (node == nodeId && aggregator.isExecuting() && isVisiting(aggregator)) {
            table.visits(aggregator.lane()).putOff(() -> noteNb(issuer, operation, key, operand));
        } else if (node == nodeId && !gathersOwn()) {
            store.execute(operation, address, length, hash, operand);
        } else {
            requireRoom(aggregator, key, length);
            sender.note(aggregator, owner, node, operation, address, length, operand);
        }
    }

    // --- operations with a result ---

    /** Starts an operation whose value is at {@code to} of {@code target} after the wait. */
    final void callNb(final Issuer issuer, final int operation, final String key, final long operand,
                      final Object target, final long to) {
        final EngineIssuer owner = EngineIssuer.of(issuer);
        final Aggregator aggregator = owner.aggregator();
        final KeyBuffer buffer = table.keys(aggregator.lane());
        final int place = place(aggregator);
        final int length = buffer.encode(key, place);
        final long address = buffer.address(place);
        final long hash = store.hash(address, length);
        final int node = KeyMix.owner(hash, nodeCount);
        if (node == nodeId && aggregator.isExecuting() && isVisiting(aggregator)) {
            table.visits(aggregator.lane()).putOff(() -> callNb(issuer, operation, key, operand, target, to));
        } else if (node == nodeId && !gathersOwn()) {
            RequestBlock.store(target, to, store.execute(operation, address, length, hash, operand));
        } else {
            requireRoom(aggregator, key, length);
            sender.call(aggregator, owner, node, operation, address, length, operand, target, to);
        }
    }

    /** Executes an operation and waits for its value. */
    final long call(final TaskContext ctx, final int operation, final String key, final long operand)
        throws SuspendExecution {
        final EngineTask task = EngineTask.of(ctx);
        if (isAnsweredHere(task, operation, key, operand)) {
            return task.value();
        }
        while (task.mustWaitForAnswer()) {
            Coroutine.suspend();
        }
        if (task.hasFailed()) {
            task.awaitAnswers();
        }
        return task.value();
    }

    /** Executes an operation on a key at home, whose value is the task's then, or issues it. */
    private boolean isAnsweredHere(final EngineTask task, final int operation, final String key,
                                   final long operand) {
        final Aggregator aggregator = task.aggregator();
        final KeyBuffer buffer = table.keys(aggregator.lane());
        final int place = place(aggregator);
        final int length = buffer.encode(key, place);
        final long address = buffer.address(place);
        final long hash = store.hash(address, length);
        final int node = KeyMix.owner(hash, nodeCount);
        if (node != nodeId) {
            requireRoom(aggregator, key, length);
            sender.call(aggregator, task, node, operation, address, length, operand, null,
                RequestBlock.TO_COMPLETION);
            return false;
        }
        checkNotVisiting(task);
        aggregator.settleOwn();
        task.deliver(store.execute(operation, address, length, hash, operand));
        return true;
    }

    // --- operations of all ---

    /** Returns whether there is an entry of the key. */
    public final boolean contains(final TaskContext ctx, final String key) throws SuspendExecution {
        return call(ctx, EntryOperation.CONTAINS, key, 0) != 0;
    }

    /** Removes the entry of a key. Returns false when there was none. */
    public final boolean remove(final TaskContext ctx, final String key) throws SuspendExecution {
        return call(ctx, EntryOperation.REMOVE, key, 0) != 0;
    }

    /** Starts to remove the entry of a key. */
    public final void removeNb(final Issuer issuer, final String key) {
        noteNb(issuer, EntryOperation.REMOVE, key, 0);
    }

    final long removeEntries(final TaskContext ctx, final TextEntryTest test) throws SuspendExecution {
        Objects.requireNonNull(test, "test");
        requireAlive();
        ctx.await();
        final TextKeyed container = this;
        long removed = 0;
        for (final long ofNode : ctx.callOnAll(node -> container.removeEntriesHere(node, test))) {
            removed += ofNode;
        }
        return removed;
    }

    private long removeEntriesHere(final TaskContext ctx, final TextEntryTest test) throws SuspendExecution {
        final TextKeyed container = this;
        return ctx.loop(store.shardCount(), 1).with(SpawnPolicy.LOCAL).sum((shard, c) -> {
            EngineTask.of(c).aggregator().settleOwn();
            return container.store.removeIf((int) shard, test);
        });
    }

    final long removeTexts(final TaskContext ctx, final TextTextEntryTest test) throws SuspendExecution {
        Objects.requireNonNull(test, "test");
        requireAlive();
        ctx.await();
        ctx.awaitTasks();
        final TextKeyed container = this;
        long removed = 0;
        for (final long ofNode : ctx.callOnAll(node -> container.removeTextsHere(node, test))) {
            removed += ofNode;
        }
        return removed;
    }

    private long removeTextsHere(final TaskContext ctx, final TextTextEntryTest test) throws SuspendExecution {
        final TextKeyed container = this;
        return ctx.loop(store.shardCount(), 1).with(SpawnPolicy.LOCAL).sum((shard, c) -> {
            EngineTask.of(c).aggregator().settleOwn();
            return container.store.removeTextsIf((int) shard, test);
        });
    }

    // --- visits of maps ---

    final void visitEntry(final TaskContext ctx, final String key, final EntryBody body) throws SuspendExecution {
        Objects.requireNonNull(body, "body");
        requireAlive();
        final TextKeyed map = this;
        final int node = nodeOf(EngineTask.of(ctx).aggregator(), key);
        if (node == nodeId) {
            computeAtHome(ctx, key, asFunction(body));
        } else {
            ctx.executeLocal(node, there -> map.computeHere(there, key, asFunction(body)));
        }
    }

    final long computeEntry(final TaskContext ctx, final String key, final EntryFunction function)
        throws SuspendExecution {
        Objects.requireNonNull(function, "function");
        requireAlive();
        final TextKeyed map = this;
        final int node = nodeOf(EngineTask.of(ctx).aggregator(), key);
        if (node == nodeId) {
            return computeAtHome(ctx, key, function);
        }
        return ctx.callLocal(node, there -> map.computeHere(there, key, function));
    }

    final void visitEntryNb(final TaskContext ctx, final String key, final EntryBody body) {
        Objects.requireNonNull(body, "body");
        requireAlive();
        final TextKeyed map = this;
        final Aggregator aggregator = EngineTask.of(ctx).aggregator();
        final int node = nodeOf(aggregator, key);
        if (node != nodeId) {
            ctx.executeLocalNb(node, there -> map.computeHere(there, key, asFunction(body)));
        } else if (isVisiting(aggregator)) {
            table.visits(aggregator.lane()).putOff(() -> visitPutOff(ctx, key, body));
        } else {
            visitAtHomeNb(ctx, key, body);
        }
    }

    private static EntryFunction asFunction(final EntryBody body) {
        return (entry, ctx) -> {
            body.visit(entry, ctx);
            return 0;
        };
    }

    /** Fails as at another node: a program must not depend on where a key is at home. */
    private long computeAtHome(final TaskContext ctx, final String key, final EntryFunction function) {
        checkNotVisiting(EngineTask.of(ctx));
        try {
            return computeHere(ctx, key, function);
        } catch (final Throwable cause) {
            throw EngineTask.of(ctx).bodyFailed(cause);
        }
    }

    private void visitAtHomeNb(final TaskContext ctx, final String key, final EntryBody body) {
        try {
            computeHere(ctx, key, asFunction(body));
        } catch (final Throwable cause) {
            EngineTask.of(ctx).bodyFailedNb(cause);
        }
    }

    /** A visit that was put off: see {@link LaneVisits}. */
    private void visitPutOff(final TaskContext ctx, final String key, final EntryBody body) {
        try {
            computeAlone(ctx, key, asFunction(body));
        } catch (final Throwable cause) {
            EngineTask.of(ctx).bodyFailedNb(cause);
        }
    }

    /** Visits an entry of this node, and executes what has been put off meanwhile. */
    private long computeHere(final TaskContext ctx, final String key, final EntryFunction function) {
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

    /** Visits an entry of this node; see {@link LongKeyed}. */
    private long computeAlone(final TaskContext ctx, final String key, final EntryFunction function) {
        final EngineTask task = EngineTask.of(ctx);
        final Aggregator aggregator = task.aggregator();
        aggregator.settleOwn();
        final LaneVisits visits = table.visits(aggregator.lane());
        final KeyBuffer buffer = table.keys(aggregator.lane());
        final int length = buffer.encode(key, KeyBuffer.OF_VISIT);
        final long address = buffer.address(KeyBuffer.OF_VISIT);
        final boolean wasExecuting = aggregator.isExecuting();
        final int openScratches = task.beginVisit();
        aggregator.setExecuting(true);
        final VisitedEntry entry = store.enter(address, length);
        visits.begin();
        try {
            return function.compute(entry, ctx);
        } finally {
            store.leave(address, length);
            aggregator.setExecuting(wasExecuting);
            task.endVisit(openScratches);
            visits.end();
        }
    }

    // --- strings as values ---

    final String putText(final TaskContext ctx, final String key, final String text, final boolean replaces)
        throws SuspendExecution {
        Objects.requireNonNull(text, "value");
        TextLimit.check(text);
        requireAlive();
        final TextKeyed map = this;
        final int node = nodeOf(EngineTask.of(ctx).aggregator(), key);
        return node == nodeId ? putTextHere(ctx, key, text, replaces)
            : ctx.call(node, there -> map.putTextHere(there, key, text, replaces));
    }

    final void putTextNb(final TaskContext ctx, final String key, final String text) {
        Objects.requireNonNull(text, "value");
        TextLimit.check(text);
        requireAlive();
        final TextKeyed map = this;
        final Aggregator aggregator = EngineTask.of(ctx).aggregator();
        final int node = nodeOf(aggregator, key);
        if (node != nodeId) {
            ctx.executeNb(node, there -> map.putTextHere(there, key, text, true));
        } else if (isVisiting(aggregator)) {
            table.visits(aggregator.lane()).putOff(() -> putTextHere(ctx, key, text, true));
        } else {
            putTextHere(ctx, key, text, true);
        }
    }

    private String putTextHere(final TaskContext ctx, final String key, final String text, final boolean replaces) {
        final EngineTask task = EngineTask.of(ctx);
        checkNotVisiting(task);
        final Aggregator aggregator = task.aggregator();
        aggregator.settleOwn();
        final KeyBuffer buffer = table.keys(aggregator.lane());
        final int place = place(aggregator);
        final int length = buffer.encode(key, place);
        return store.putText(buffer.address(place), length, text, replaces);
    }

    /** Returns the string of a key, or null. */
    final String getText(final TaskContext ctx, final String key) throws SuspendExecution {
        requireAlive();
        final TextKeyed map = this;
        final int node = nodeOf(EngineTask.of(ctx).aggregator(), key);
        return node == nodeId ? getTextHere(ctx, key) : ctx.call(node, there -> map.getTextHere(there, key));
    }

    private String getTextHere(final TaskContext ctx, final String key) {
        final EngineTask task = EngineTask.of(ctx);
        checkNotVisiting(task);
        final Aggregator aggregator = task.aggregator();
        aggregator.settleOwn();
        final KeyBuffer buffer = table.keys(aggregator.lane());
        final int place = place(aggregator);
        final int length = buffer.encode(key, place);
        return store.text(buffer.address(place), length);
    }

    // --- loops ---

    /** Takes entries of one shard after the other. */
    interface Batches {
        void take(TextBatch batch, TaskContext ctx) throws SuspendExecution;
    }

    /** Runs a loop over the entries of some shards of this node. */
    final void loop(final TaskContext ctx, final long low, final long high, final Batches body)
        throws SuspendExecution {
        EngineTask.of(ctx).aggregator().settleOwn();
        final TextBatch batch = new TextBatch();
        for (long shard = low; shard < high; shard++) {
            store.begin(batch, (int) shard);
            while (store.next(batch)) {
                body.take(batch, ctx);
            }
        }
    }
}

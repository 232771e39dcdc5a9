package org.gmt4j.runtime.task;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.SignalRecord;
import org.gmt4j.aggregation.wire.SpawnRecord;
import org.gmt4j.aggregation.wire.TaskDoneRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The task side of one node: its queue of loops, its joins, its visitors. Any lane unless said otherwise. Per task.
 *
 * <p>A task that ends tells its parent by a notice in the reply class: bounded by the tasks outstanding, it needs no credit,
 * so that ending tasks can never be held up by commands that wait for room.
 */
public final class TaskRuntime {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRuntime.class);
    private static final int SIGNAL = -1;

    private final int nodeId;
    private final int nodeCount;
    private final int workerCount;
    private int laneCount = 1;
    private final long seed;
    private final TaskConfig config;
    private final BodyCodec codec;
    private final int commandLimit;
    private final LoopQueue loops = new LoopQueue();
    private final JoinTable joins = new JoinTable();
    private final VisitorTable visitors = new VisitorTable();
    private final ServiceTable remoteServices = new ServiceTable();
    private final SignalTable signals = new SignalTable();
    private final CollectiveRounds rounds;
    private final Collectives collectives;
    private final CopyOnWriteArrayList<HelperActivity> helpers = new CopyOnWriteArrayList<>();
    private final AtomicIntegerArray outstanding;
    private final ConcurrentLinkedQueue<Notice> notices = new ConcurrentLinkedQueue<>();
    private volatile Runnable wakeWorkers = () -> { };
    private volatile Consumer<Throwable> onFailure = cause -> { };
    private final java.util.concurrent.ConcurrentHashMap<Class<?>, Object> services = new java.util.concurrent.ConcurrentHashMap<>();

    /** A TASK_DONE that found no buffer, or was made by a thread without a lane; with the status {@link #SIGNAL}, a signal to raise. */
    private record Notice(int node, long join, int status, long failures, byte[] payload) {
    }

    /**
     * @param workerCount  workers that share the queue; 1 when one thread has all roles
     * @param commandLimit longest command
     */
    public TaskRuntime(final int nodeId, final int nodeCount, final int workerCount, final long seed, final TaskConfig config,
                       final BodyCodec codec, final int commandLimit) {
        this.nodeId = nodeId;
        this.nodeCount = nodeCount;
        this.workerCount = workerCount;
        this.seed = seed;
        this.config = config;
        this.codec = codec;
        this.commandLimit = commandLimit;
        outstanding = new AtomicIntegerArray(nodeCount);
        rounds = new CollectiveRounds(this);
        collectives = new Collectives(this, rounds);
    }

    public int nodeId() {
        return nodeId;
    }

    public int nodeCount() {
        return nodeCount;
    }

    public int workerCount() {
        return workerCount;
    }

    /** Threads of this node that run user code: workers and helpers; 1 when one thread has all roles. */
    public int laneCount() {
        return laneCount;
    }

    /** Before the node starts. */
    public void laneCount(final int count) {
        laneCount = count;
    }

    public long seed() {
        return seed;
    }

    public long nowNs() {
        return System.nanoTime();
    }

    LoopQueue loops() {
        return loops;
    }

    JoinTable joins() {
        return joins;
    }

    public VisitorTable visitors() {
        return visitors;
    }

    public ServiceTable remoteServices() {
        return remoteServices;
    }

    /** Signals of this node that others may raise. */
    public SignalTable signals() {
        return signals;
    }

    /**
     * Raises a signal of any node. Any thread, also while it executes commands. It travels in the reply class: it waits neither for a
     * credit nor for a block, only for room that always comes. A signal that is not there any more is ignored.
     */
    public void signal(final int node, final long id, final long value) {
        if (node == nodeId) {
            signals.raise(id, value);
        } else {
            notices.add(new Notice(node, id, SIGNAL, value, null));
            wakeWorkers.run();
        }
    }

    /** For the layers above: a value as bytes that travel. */
    public byte[] encodeValue(final Object value) {
        return codec.encodeValue(value, Integer.MAX_VALUE - 64);
    }

    public Collectives collectives() {
        return collectives;
    }

    CollectiveRounds rounds() {
        return rounds;
    }

    /** For the layers above: what the bodies of one executor of commands issue through its context. */
    public HelperActivity watch(final TaskContext context) {
        final HelperActivity activity = new HelperActivity(context);
        helpers.add(activity);
        return activity;
    }

    /** Of this node: blocks whose visits and local bodies have issued commands so far, and how many commands are on their way. */
    long[] helperActivity() {
        long issuing = 0;
        long pending = 0;
        for (final HelperActivity helper : helpers) {
            issuing += helper.issuingBlocks();
            pending += helper.pending();
        }
        return new long[] {issuing, pending};
    }

    /** Helper: a message of another node. Returns false when it is malformed. */
    public boolean onMessage(final long address, final int length, final TaskContext ctx) {
        return rounds.onMessage(address, length, ctx);
    }

    /** All tasks of a join have ended, and their parent knows. */
    void joinEnded(final TaskContext ctx, final Join join) {
        joins.remove(join);
        rounds.joinEnded(ctx, join);
    }

    BodyCodec codec() {
        return codec;
    }

    /** Longest command, its first word included. */
    public int commandLimit() {
        return commandLimit;
    }

    TaskConfig config() {
        return config;
    }

    public void onWakeWorkers(final Runnable action) {
        wakeWorkers = action;
    }

    /** What happens when the node cannot go on. */
    public void onFailure(final Consumer<Throwable> listener) {
        onFailure = listener;
    }

    void fail(final Throwable cause) {
        onFailure.accept(cause);
    }

    /** A service of the node for the floors above, by its class: how array handles find their catalogue. */
    public <T> void register(final Class<T> type, final T service) {
        services.put(type, service);
    }

    public <T> T service(final Class<T> type) {
        return type.cast(services.get(type));
    }

    /** For the layers above: the value that {@link #encodeValue} has written on some node. */
    public Object decodeValue(final byte[] bytes) {
        return codec.decodeValue(bytes);
    }

    /** True when one thread runs all tasks, so that claims and counts need not be atomic. */
    boolean isExclusive() {
        return workerCount == 1;
    }

    /** Adds work for this node's workers. */
    void submit(final LoopTask task) {
        loops.push(task);
        wakeWorkers.run();
    }

    /** From outside any task: runs a body here, tells {@code listener} with the result or the failure. */
    public <R> void start(final TaskFunction<R> body, final java.util.function.BiConsumer<R, RuntimeException> listener) {
        final Join join = new Join(null, false);
        final LoopTask task = new LoopTask(BodyKind.FUNCTION, body, 0, 1, 1, TaskContext.mix(seed), 0, join, nodeId, 0, 0, isExclusive());
        join.results = new Object[1];
        join.add(1);
        join.atZero(() -> tell(join, listener));
        submit(task);
    }

    @SuppressWarnings("unchecked")
    private static <R> void tell(final Join join, final java.util.function.BiConsumer<R, RuntimeException> listener) {
        try {
            join.throwIfFailed();
        } catch (final ParForException failure) {
            listener.accept(null, failure);
            return;
        }
        listener.accept((R) join.results[0], null);
    }

    // --- spawned tasks: accounting at the origin ---

    void spawned(final int node) {
        final int count = outstanding.incrementAndGet(node);
        if (count > config.taskLimit()) {
            outstanding.decrementAndGet(node);
            throw new IllegalStateException("GMT-216 node " + nodeId + " has " + config.taskLimit() + " tasks outstanding at node " + node
                + "; use a parFor instead of single tasks, or raise the task limit");
        }
    }

    /** True when a node has as many of our tasks as it should. */
    boolean isSaturated(final int node) {
        return node == nodeId ? loops.size() >= config.taskCredits() : outstanding.get(node) >= config.taskCredits();
    }

    /** True when so many more tasks are beyond what may be outstanding at a node. */
    boolean isBeyondLimit(final int node, final int more) {
        return node != nodeId && outstanding.get(node) + (long) more > config.taskLimit();
    }

    // --- a task arrives ---

    /**
     * Helper: a SPAWN command. Bodies that are not preemptable run at once.
     *
     * @param lane the helper's
     * @param ctx  the helper's context
     */
    public void onSpawn(final int origin, final long address, final int function, final Lane lane, final TaskContext ctx) {
        final long handle = SpawnRecord.parent(address);
        final int kind = SpawnRecord.kind(address);
        final LoopTask task;
        try {
            final Object body = placed(address, codec.decode(function, address + SpawnRecord.HEADER_LENGTH, SpawnRecord.captureLength(address)));
            task = new LoopTask(BodyKind.placed(kind, body), body, SpawnRecord.low(address), SpawnRecord.high(address), SpawnRecord.chunk(address),
                SpawnRecord.seed(address), SpawnRecord.depth(address), null, origin, handle, 0, isExclusive());
        } catch (final RuntimeException cause) {
            final RemoteFailure failure = RemoteFailure.of(nodeId, cause);
            if ((kind & BodyKind.TEAM) != 0) {
                rounds.memberLost(ctx, origin, handle, failure);
            }
            notice(lane, origin, handle, TaskDoneRecord.FAILED, 1, failure.encode(resultLimit()));
            return;
        }
        if (BodyKind.isPreemptable(kind)) {
            submit(task);
        } else {
            ctx.runLocal(task);
            taskEnded(task, lane);
        }
    }

    /** The body, or where its range is one of positions, what finds the elements behind them. */
    private Object placed(final long address, final Object body) {
        final int length = SpawnRecord.placementLength(address);
        return length == 0 ? body : new OwnedRuns(codec.decodePlacement(SpawnRecord.placement(address), length), nodeId,
            SpawnRecord.kind(address), body);
    }

    /** True when the record can be trusted so far that decoding it is safe. */
    public static boolean isSound(final long address, final int length) {
        final int captures = SpawnRecord.captureLength(address);
        final int placement = SpawnRecord.placementLength(address);
        return captures >= 0 && placement >= 0 && captures <= length && placement <= length
            && SpawnRecord.length(captures, placement) <= length
            && (placement == 0 || BodyKind.isLoop(SpawnRecord.kind(address)))
            && SpawnRecord.chunk(address) > 0 && SpawnRecord.low(address) >= 0 && SpawnRecord.low(address) < SpawnRecord.high(address)
            && BodyKind.isValid(SpawnRecord.kind(address));
    }

    // --- a task ends ---

    /** The last chunk has ended: tells the parent, once everything of the task's tree has ended. */
    void taskEnded(final LoopTask task, final Lane lane) {
        if (task.tree == null) {
            treesEnded(tellParent(task, lane));
        } else {
            treesEnded(task.tree.complete(1));
        }
    }

    /** Up the tree, as far as it has ended: a loop, because chains of tasks may be long. */
    private void treesEnded(final LoopTask first) {
        for (LoopTask task = first; task != null; task = tellParent(task, null)) {
            joins.remove(task.tree);
        }
    }

    /** Returns the task whose tree has ended with this one, or null. */
    private LoopTask tellParent(final LoopTask task, final Lane lane) {
        RemoteFailure failure = task.failure();
        long failures = task.failureCount();
        if (task.tree != null) {
            failure = failure == null ? task.tree.firstFailure() : failure;
            failures += task.tree.failureCount();
        }
        if (task.parent != null) {
            return tellLocally(task, failure, failures);
        }
        tellRemotely(task, lane, failure, failures);
        return null;
    }

    private LoopTask tellLocally(final LoopTask task, final RemoteFailure failure, final long failures) {
        final Join parent = task.parent;
        if (failure != null) {
            parent.fail(failure, failures);
        } else if (parent.encodedResults != null) {
            // A result is copied also when it stays on its node: a program must not depend on the node count.
            try {
                parent.encodedResults[task.resultIndex] = codec.encodeValue(task.result, resultLimit());
            } catch (final RuntimeException cause) {
                parent.fail(RemoteFailure.of(nodeId, cause), 1);
            }
        } else if (parent.results != null) {
            parent.results[task.resultIndex] = task.result;
        }
        return parent.complete(1);
    }

    private int resultLimit() {
        return commandLimit - TaskDoneRecord.HEADER_LENGTH - 8;
    }

    private void tellRemotely(final LoopTask task, final Lane lane, final RemoteFailure failure, final long failures) {
        int status = TaskDoneRecord.ENDED;
        byte[] payload = null;
        final int limit = resultLimit();
        long count = failures;
        if (failure != null) {
            status = TaskDoneRecord.FAILED;
            payload = failure.encode(limit);
        } else if (task.kind == BodyKind.FUNCTION || task.kind == BodyKind.LOCAL_FUNCTION) {
            status = TaskDoneRecord.RESULT;
            try {
                payload = codec.encodeValue(task.result, limit);
            } catch (final RuntimeException cause) {
                status = TaskDoneRecord.FAILED;
                count = 1;
                payload = RemoteFailure.of(nodeId, cause).encode(limit);
            }
        }
        notice(lane, task.parentNode, task.parentHandle, status, count, payload);
    }

    private void notice(final Lane lane, final int node, final long join, final int status, final long failures, final byte[] payload) {
        // While a block is executed its reply is the last thing in the buffer: nothing may be put behind it.
        if (lane == null || lane.aggregator().isExecuting() || !notices.isEmpty()
            || !tryNotice(lane, node, join, status, failures, payload)) {
            notices.add(new Notice(node, join, status, failures, payload));
            wakeWorkers.run();
        }
    }

    private boolean tryNotice(final Lane lane, final int node, final long join, final int status, final long failures, final byte[] payload) {
        final int payloadLength = payload == null ? 0 : payload.length;
        final int length = BlockHeader.LENGTH + (status == SIGNAL ? SignalRecord.LENGTH : TaskDoneRecord.length(payloadLength));
        final long at = lane.replies().claim(node, length);
        if (at == 0) {
            return false;
        }
        BlockHeader.encode(at, length, nodeId, node, node, BlockHeader.REPLY, BlockHeader.NOTICE, lane.index(), 0, 0, 0);
        final long record = at + BlockHeader.LENGTH;
        if (status == SIGNAL) {
            SignalRecord.encode(record, join, failures);
            return true;
        }
        TaskDoneRecord.encode(record, join, status, failures, payloadLength);
        if (payloadLength > 0) {
            UnsafeApi.copyMemory(payload, UnsafeApi.arrayBaseOffset(byte[].class), null, record + TaskDoneRecord.HEADER_LENGTH, payloadLength);
        }
        return true;
    }

    /** One lane of the node, again and again: sends notices that found no buffer. */
    public void flushNotices(final Lane lane) {
        Notice notice;
        while ((notice = notices.peek()) != null
            && tryNotice(lane, notice.node, notice.join, notice.status, notice.failures, notice.payload)) {
            notices.poll();
        }
    }

    public boolean hasNotices() {
        return !notices.isEmpty();
    }

    /** Server: a notice has come in. */
    public void onNotice(final int source, final long block, final int length) {
        final long record = block + BlockHeader.LENGTH;
        if (length >= BlockHeader.LENGTH + SignalRecord.LENGTH && CommandWord.type(UnsafeApi.getLong(record)) == CommandType.SIGNAL) {
            signals.raise(SignalRecord.signal(record), SignalRecord.value(record));
            return;
        }
        final int payloadLength = length < BlockHeader.LENGTH + TaskDoneRecord.HEADER_LENGTH ? -1 : TaskDoneRecord.payloadLength(record);
        if (payloadLength < 0 || BlockHeader.LENGTH + (long) TaskDoneRecord.HEADER_LENGTH + WireFormat.align(payloadLength) > length) {
            LOG.warn("GMT-228 dropped a malformed notice");
            return;
        }
        final Join join = joins.find(TaskDoneRecord.join(record));
        if (join == null) {
            LOG.warn("GMT-229 dropped the notice of a task that nobody waits for");
            return;
        }
        byte[] payload = null;
        if (payloadLength > 0) {
            payload = new byte[payloadLength];
            UnsafeApi.copyMemory(null, record + TaskDoneRecord.HEADER_LENGTH, payload, UnsafeApi.arrayBaseOffset(byte[].class), payloadLength);
        }
        if (source >= 0 && source < nodeCount) {
            outstanding.decrementAndGet(source);
            join.endedAt(source);
        }
        if (TaskDoneRecord.status(record) == TaskDoneRecord.FAILED) {
            join.fail(RemoteFailure.decode(payload == null ? new byte[0] : payload), Math.max(1, TaskDoneRecord.failures(record)));
        } else if (TaskDoneRecord.status(record) == TaskDoneRecord.RESULT && join.encodedResults != null) {
            join.encodedResults[join.encodedResults.length == 1 ? 0 : source] = payload;
        }
        treesEnded(join.complete(1));
    }

    /** For the report of a hang: what waits here. */
    @Override
    public String toString() {
        return "tasks of node " + nodeId + ": queued loops=" + loops.size() + " joins=" + joins.size() + " outstanding=" + outstanding;
    }
}

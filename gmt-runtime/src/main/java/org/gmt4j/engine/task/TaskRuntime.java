package org.gmt4j.engine.task;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.UnsafeApi;
import org.gmt4j.BulkVisitBody;
import org.gmt4j.LoopReduction;
import org.gmt4j.ParForException;
import org.gmt4j.RemoteFailure;
import org.gmt4j.TaskFunction;
import org.gmt4j.VisitBody;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.SignalRecord;

/**
 * The task side of one node, and the door to it: puts together its queue of loops, its joins and visitors, how tasks
 * arrive ({@link TaskArrivals}) and end ({@link TaskEndings}), and what leaves as notices ({@link NoticeQueue}). Any
 * lane unless said otherwise. Per task.
 */
public final class TaskRuntime {
    /** Kinds of objects that travel as ids. */
    public static final int VISITOR = 2;
    public static final int BULK_VISITOR = 5;
    public static final int WIDE_VISITOR = 6;

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
    private final VisitorTable<VisitBody> visitors = new VisitorTable<>();
    private final VisitorTable<BulkVisitBody> bulkVisitors = new VisitorTable<>();
    private final VisitorTable<WideBody> wideVisitors = new VisitorTable<>();
    /** By the node that has sent them: what the last failed visit has thrown here. */
    private final ConcurrentHashMap<Integer, Throwable> visitFailures = new ConcurrentHashMap<>();
    private final ServiceTable remoteServices = new ServiceTable();
    private final SignalTable signals = new SignalTable();
    private final FlagBoard flags = new FlagBoard();
    private final BoundObjects objects;
    private final CollectiveRounds rounds;
    private final CopyOnWriteArrayList<HelperActivity> helpers = new CopyOnWriteArrayList<>();
    private final OutstandingTasks outstanding;
    private final NoticeQueue notices;
    private final TaskEndings endings;
    private final TaskArrivals arrivals;
    private final LoadBalance balance;
    private final LongValues longValues;
    private final JobTable jobs = new JobTable(this);
    private final ConcurrentHashMap<Integer, LaneCounts> counts = new ConcurrentHashMap<>();
    private volatile Runnable wakeWorkers = () -> { };
    private volatile Consumer<Throwable> onFailure = cause -> { };
    private final ConcurrentHashMap<Class<?>, Object> services = new ConcurrentHashMap<>();
    /** For reports: numbers of joins there. */
    private final AtomicLong joinMarks = new AtomicLong();

    /**
     * @param workerCount  workers that share the queue; 1 when one thread has all roles
     * @param commandLimit longest command
     */
    public TaskRuntime(final int nodeId, final int nodeCount, final int workerCount, final long seed,
                       final TaskConfig config, final BodyCodec codec, final int commandLimit) {
        this.nodeId = nodeId;
        this.nodeCount = nodeCount;
        this.workerCount = workerCount;
        this.seed = seed;
        this.config = config;
        this.codec = codec;
        this.commandLimit = commandLimit;
        objects = new BoundObjects(nodeId);
        objects.register(VISITOR, "visitor", visitors::visitor);
        objects.register(BULK_VISITOR, "visitor", bulkVisitors::visitor);
        objects.register(WIDE_VISITOR, "visitor", wideVisitors::visitor);
        outstanding = new OutstandingTasks(nodeId, nodeCount, config);
        notices = new NoticeQueue(nodeId);
        endings = new TaskEndings(nodeId, codec, joins, outstanding, notices, commandLimit);
        arrivals = new TaskArrivals(this, codec, endings);
        longValues = new LongValues(commandLimit);
        rounds = new CollectiveRounds(this);
        balance = new LoadBalance(this);
    }

    /** Classes of this room whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {LoopReduction.class, EngineReduction.class, ReducingBody.class, VisitEnds.class};
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

    public VisitorTable<VisitBody> visitors() {
        return visitors;
    }

    public VisitorTable<BulkVisitBody> bulkVisitors() {
        return bulkVisitors;
    }

    public VisitorTable<WideBody> wideVisitors() {
        return wideVisitors;
    }

    /** This node's instances of objects that travel as ids. */
    public BoundObjects objects() {
        return objects;
    }

    /** The body that this node runs: the one given, or one that watches its captures where that was asked for. */
    public <B> B watched(final B body) {
        return codec.watched(body);
    }

    /**
     * A visit sent by {@code origin} has failed. Its reply says that and no more: what it has thrown is kept for
     * whoever asks.
     */
    public void visitFailed(final int origin, final Throwable cause) {
        visitFailures.put(origin, cause);
    }

    /** What the last failed visit of a node has thrown, as it travels; empty: nobody knows any more. */
    byte[] takeVisitFailure(final int origin) {
        final Throwable cause = visitFailures.remove(origin);
        return cause == null ? new byte[0] : FailureCodec.encode(FailureCodec.of(nodeId, cause), commandLimit / 2);
    }

    public ServiceTable remoteServices() {
        return remoteServices;
    }

    /** Signals of this node that others may raise. */
    public SignalTable signals() {
        return signals;
    }

    /** Flags in the memory of this node that tasks wait for. */
    public FlagBoard flags() {
        return flags;
    }

    /**
     * Raises a signal of any node. Any thread, also while it executes commands. It travels in the reply class: it waits
     * neither for a credit nor for a block, only for room that always comes. A signal that is not there any more is
     * ignored.
     */
    public void signal(final int node, final long id, final long value) {
        if (node == nodeId) {
            signals.raise(id, value);
        } else {
            notices.signal(node, id, value);
        }
    }

    /** For the layers above: a value as bytes that travel. */
    public byte[] encodeValue(final Object value) {
        return codec.encodeValue(value, Integer.MAX_VALUE - 64);
    }

    CollectiveRounds rounds() {
        return rounds;
    }

    /** For the layers above: what the bodies of one executor of commands issue through its context. */
    public HelperActivity watch(final EngineTask context) {
        final HelperActivity activity = new HelperActivity(context);
        helpers.add(activity);
        return activity;
    }

    /**
     * Of this node: blocks whose visits and local bodies have issued commands so far, and how many commands are on
     * their way.
     */
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
    public boolean onMessage(final int port, final long address, final int length, final int origin,
                             final EngineTask ctx) {
        switch (port) {
            case EngineCollectives.PORT:
                return rounds.onMessage(address, length, ctx);
            case ChunkThief.PORT:
                return balance.onMessage(origin, address, length, ctx);
            case LongValues.PORT:
                return longValues.onMessage(origin, address, length, ctx);
            default:
                return false;
        }
    }

    LongValues longValues() {
        return longValues;
    }

    LoadBalance balance() {
        return balance;
    }

    JobTable jobs() {
        return jobs;
    }

    /**
     * True once after a node has asked for chunks: where one thread has all roles, the answer goes out before it goes
     * on with its own.
     */
    public boolean takeHasAnswered() {
        return balance.giver.takeHasAnswered();
    }

    /** What balanced loops have moved from and to this node, by name. */
    public java.util.Map<String, Long> balanceCounters() {
        return balance.counters();
    }

    /** What bodies on this node have counted, by name, see {@link EngineTask#count}. */
    public java.util.Map<String, Long> counts() {
        final java.util.Map<String, Long> sums = new java.util.TreeMap<>();
        counts.values().forEach(lane -> lane.addTo(sums));
        return sums;
    }

    /** Of a lane; the same for all contexts of its thread. */
    LaneCounts countsOf(final int lane) {
        return counts.computeIfAbsent(lane, index -> new LaneCounts());
    }

    void wakeWorkers() {
        wakeWorkers.run();
    }

    void ended(final int node) {
        outstanding.ended(node);
    }

    /** All tasks of a join have ended, and their parent knows. */
    void joinEnded(final EngineTask ctx, final Join join) {
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
        notices.onWakeSender(action);
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

    /** The service of a class, made at the first call on this node. */
    public <T> T service(final Class<T> type, final Function<TaskRuntime, T> make) {
        final Object found = services.get(type);
        return type.cast(found != null ? found : services.computeIfAbsent(type, key -> make.apply(this)));
    }

    /** For the layers above: the value that {@link #encodeValue} has written on some node. */
    public Object decodeValue(final byte[] bytes) {
        return codec.decodeValue(bytes);
    }

    AtomicLong joinMarks() {
        return joinMarks;
    }

    /** True when one thread runs all tasks, so that claims and counts need not be atomic. */
    boolean isExclusive() {
        return workerCount == 1;
    }

    /** Adds work for this node's workers. */
    void submit(final LoopTask task) {
        loops.push(task);
        if (task.chunks != null) {
            balance.thief.loopHeardOf(ChunkThief.NOBODY);
        }
        wakeWorkers.run();
    }

    /** From outside any task: runs a body here, tells {@code listener} with the result or the failure. */
    public <R> void start(final TaskFunction<R> body, final BiConsumer<R, RuntimeException> listener) {
        start(BodyKind.FUNCTION, JobTable.NONE, body, listener);
    }

    /**
     * From outside any task: runs a body here as the first task of a job of its own. The listener is told once all
     * tasks of the job have ended, also those on other nodes.
     */
    public <R> RunningJob startJob(final TaskFunction<R> body, final BiConsumer<R, RuntimeException> listener) {
        final RunningJob job = jobs.start();
        start(BodyKind.FUNCTION | BodyKind.ROOT, job.number(), body, (R result, RuntimeException failure) -> {
            jobs.ended(job);
            listener.accept(result, failure);
        });
        return job;
    }

    private <R> void start(final int kind, final int job, final TaskFunction<R> body,
                           final BiConsumer<R, RuntimeException> listener) {
        final Join join = new Join(null, false);
        final LoopTask task = new LoopTask(kind, body, 0, 1, 1, EngineTask.mix(seed), job, join, nodeId,
            0, 0, isExclusive());
        join.results = new Object[1];
        join.add(1);
        join.atZero(() -> tell(join, listener));
        submit(task);
    }

    @SuppressWarnings("unchecked")
    private static <R> void tell(final Join join, final BiConsumer<R, RuntimeException> listener) {
        try {
            join.throwIfFailed();
        } catch (final ParForException failure) {
            listener.accept(null, failure);
            return;
        }
        listener.accept((R) join.results[0], null);
    }

    // --- tasks between nodes ---

    void spawned(final int node) {
        outstanding.spawned(node);
    }

    /** A task that was spawned on another node is never going to begin. */
    void neverBegan(final Join join, final int node, final boolean isTeam, final RuntimeException cause) {
        final long number = join.handle;
        if (isTeam) {
            // Members of its team that wait in a collective must not wait for it. A task, because those that complete
            // commands cannot send any.
            final RemoteFailure failure = FailureCodec.of(nodeId, cause);
            start(ctx -> {
                rounds.memberLost(EngineTask.of(ctx), nodeId, number, failure);
                return null;
            }, (result, failed) -> { });
        }
        endings.neverBegan(join, node, cause);
    }

    /** True when a node has as many of our tasks as it should. */
    boolean isSaturated(final int node) {
        return node == nodeId ? loops.size() >= config.taskCredits() : outstanding.isAtCredits(node);
    }

    /** True when so many more tasks are beyond what may be outstanding at a node. */
    boolean isBeyondLimit(final int node, final int more) {
        return node != nodeId && outstanding.isBeyondLimit(node, more);
    }

    /**
     * Helper: a SPAWN command. Bodies that are not preemptable run at once.
     *
     * @param lane the helper's
     * @param ctx  the helper's context
     */
    public void onSpawn(final int origin, final long address, final int function, final Lane lane,
                        final EngineTask ctx) {
        arrivals.onSpawn(origin, address, function, lane, ctx);
    }

    /** True when a SPAWN command can be trusted so far that decoding it is safe. */
    public static boolean isSound(final long address, final int length) {
        return TaskArrivals.isSound(address, length);
    }

    /** The last chunk has ended: tells the parent, once everything of the task's tree has ended. */
    void taskEnded(final LoopTask task, final Lane lane) {
        endings.taskEnded(task, lane);
    }

    /** Server: a notice has come in. */
    public void onNotice(final int source, final long block, final int length) {
        final long record = block + BlockHeader.LENGTH;
        if (length >= BlockHeader.LENGTH + SignalRecord.LENGTH
            && CommandWord.type(UnsafeApi.getLong(record)) == CommandType.SIGNAL) {
            if (JobTable.isAboutJobs(SignalRecord.signal(record))) {
                jobs.onNotice(SignalRecord.signal(record), SignalRecord.value(record));
            } else if (SignalRecord.signal(record) < 0) {
                balance.onNotice(source, SignalRecord.signal(record), SignalRecord.value(record));
            } else {
                signals.raise(SignalRecord.signal(record), SignalRecord.value(record));
            }
        } else {
            endings.onTaskDone(source, block, length);
        }
    }

    /** One lane of the node, again and again: sends notices that found no buffer. */
    public void flushNotices(final Lane lane) {
        notices.flush(lane);
    }

    public boolean hasNotices() {
        return !notices.isEmpty();
    }

    /** For the report of a hang: what waits here. */
    @Override
    public String toString() {
        return "tasks of node " + nodeId + ": queued loops=" + loops.size() + " joins=" + joins.size()
            + " outstanding=" + outstanding;
    }
}

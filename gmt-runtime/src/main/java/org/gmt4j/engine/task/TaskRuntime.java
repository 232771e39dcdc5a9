package org.gmt4j.engine.task;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.UnsafeApi;
import org.gmt4j.BulkVisitBody;
import org.gmt4j.LoopReduction;
import org.gmt4j.TaskFunction;
import org.gmt4j.VisitBody;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.TransferEnd;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.SignalRecord;
import org.gmt4j.aggregation.wire.ValueRecord;
import org.gmt4j.engine.objects.BoundObjects;
import org.gmt4j.engine.objects.ServiceTable;
import org.gmt4j.engine.objects.VisitorTable;
import org.gmt4j.engine.objects.WideBody;
import org.gmt4j.engine.onesided.ValueTransfer;
import org.gmt4j.engine.signal.FlagBoard;
import org.gmt4j.engine.signal.NotificationBoard;
import org.gmt4j.engine.signal.SignalTable;
import org.gmt4j.engine.travel.BodyCodec;
import org.gmt4j.engine.travel.FailureCodec;

/**
 * The task side of one node, and the door to it: puts together its tasks ({@link NodeTasks}), how they arrive
 * ({@link TaskArrivals}), what they meet on ({@link TaskParts}), and tables of visitors, services and flags. Any lane
 * unless said otherwise. Per task.
 */
public final class TaskRuntime {
    /** Kinds of objects that travel as ids. */
    public static final int VISITOR = 2;
    public static final int BULK_VISITOR = 5;
    public static final int WIDE_VISITOR = 6;
    /** Id of the service that every node has: its {@link NotificationBoard}. */
    public static final int NOTIFICATIONS = 0;

    private final NodeTasks tasks;
    private final TaskParts parts;
    private int laneCount = 1;
    private final VisitorTable<VisitBody> visitors = new VisitorTable<>();
    private final VisitorTable<BulkVisitBody> bulkVisitors = new VisitorTable<>();
    private final VisitorTable<WideBody> wideVisitors = new VisitorTable<>();
    /** By the node that has sent them: what the last failed visit has thrown here. */
    private final ConcurrentHashMap<Integer, Throwable> visitFailures = new ConcurrentHashMap<>();
    private final ServiceTable remoteServices = new ServiceTable();
    private final FlagBoard flags = new FlagBoard();
    private final NotificationBoard notifications;
    private List<String> hosts = List.of();
    private final BoundObjects objects;
    private final CopyOnWriteArrayList<HelperActivity> helpers = new CopyOnWriteArrayList<>();
    private final TaskArrivals arrivals;
    private final ConcurrentHashMap<Integer, LaneCounts> counts = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Class<?>, Object> services = new ConcurrentHashMap<>();

    /**
     * @param workerCount  workers that share the queue; 1 when one thread has all roles
     * @param commandLimit longest command
     */
    public TaskRuntime(final int nodeId, final int nodeCount, final int workerCount, final long seed,
                       final TaskConfig config, final BodyCodec codec, final int commandLimit) {
        tasks = new NodeTasks(nodeId, nodeCount, workerCount, seed, config, codec, commandLimit);
        parts = new TaskParts(tasks, new JobTable(tasks), new LoadBalance(tasks), new CollectiveRounds(tasks),
            new LongValues(tasks));
        arrivals = new TaskArrivals(parts);
        objects = new BoundObjects(nodeId);
        objects.register(VISITOR, "visitor", visitors::visitor);
        objects.register(BULK_VISITOR, "visitor", bulkVisitors::visitor);
        objects.register(WIDE_VISITOR, "visitor", wideVisitors::visitor);
        notifications = new NotificationBoard(nodeCount);
        remoteServices.install(NOTIFICATIONS, (origin, offset, count) -> {
            notifications.add(origin, count);
            return 0;
        });
    }

    /** Classes of this room whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {LoopReduction.class, EngineReduction.class, ReducingBody.class, VisitEnds.class,
            RegionSharing.class};
    }

    /** What workers and tasks of this node meet on. */
    TaskParts parts() {
        return parts;
    }

    /** A worker of this node. @param pause what it asks of the thread it lives on */
    public Worker newWorker(final int index, final Lane lane, final Worker.Pause pause) {
        return new Worker(parts, worker -> new EngineTask(this, worker), index, lane, pause);
    }

    public int nodeId() {
        return tasks.nodeId;
    }

    public int nodeCount() {
        return tasks.nodeCount;
    }

    int workerCount() {
        return tasks.workerCount;
    }

    /** Threads of this node that run user code: workers and helpers; 1 when one thread has all roles. */
    public int laneCount() {
        return laneCount;
    }

    /** Before the node starts. */
    public void laneCount(final int count) {
        laneCount = count;
    }

    public long nowNs() {
        return tasks.nowNs();
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
        return tasks.codec.watched(body);
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
        return cause == null ? new byte[0] : FailureCodec.encode(FailureCodec.of(tasks.nodeId, cause),
            tasks.commandLimit / 2);
    }

    public ServiceTable remoteServices() {
        return remoteServices;
    }

    /** Signals of this node that others may raise. */
    public SignalTable signals() {
        return tasks.signals;
    }

    /** Flags in the memory of this node that tasks wait for. */
    public FlagBoard flags() {
        return flags;
    }

    /** Notifications that have reached this node. */
    public NotificationBoard notifications() {
        return notifications;
    }

    /** Host names of the nodes by id; equal names are the same host. */
    public List<String> hosts() {
        return hosts;
    }

    /** Before the node starts. */
    public void hosts(final List<String> names) {
        hosts = names;
    }

    /**
     * Raises a signal of any node. Any thread, also while it executes commands. It travels in the reply class: it waits
     * neither for a credit nor for a block, only for room that always comes. A signal that is not there any more is
     * ignored.
     */
    public void signal(final int node, final long id, final long value) {
        tasks.signal(node, id, value);
    }

    /** For the layers above: a value as bytes that travel. */
    public byte[] encodeValue(final Object value) {
        return tasks.codec.encodeValue(value, Integer.MAX_VALUE - 64);
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
            case MessagePort.COLLECTIVES:
                return parts.rounds().onMessage(address, length, ctx);
            case MessagePort.BALANCE:
                return parts.balance().onMessage(origin, address, length, ctx);
            case MessagePort.LONG_VALUES:
                return parts.longValues().onMessage(origin, address, length, ctx);
            default:
                return false;
        }
    }

    /**
     * Helper: another node announces long bytes.
     *
     * @param record a {@link ValueRecord}
     * @return what takes them, or null when the announcement is malformed
     */
    public TransferEnd onValue(final int port, final int origin, final long record) {
        switch (port) {
            case MessagePort.COLLECTIVES:
                return ValueTransfer.end(parts.rounds(), origin, record);
            case MessagePort.LONG_VALUES:
                return ValueTransfer.end(parts.longValues(), origin, record);
            default:
                return null;
        }
    }

    /** How long bytes go to other nodes. Before the node starts; without it all go as messages. */
    public void values(final ValueTransfer transfer) {
        tasks.values = transfer;
    }

    /**
     * True once after a node has asked for chunks: where one thread has all roles, the answer goes out before it goes
     * on with its own.
     */
    public boolean takeHasAnswered() {
        return parts.balance().giver.takeHasAnswered();
    }

    /** What balanced loops have moved from and to this node, by name. */
    public java.util.Map<String, Long> balanceCounters() {
        return parts.balance().counters();
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

    /** Longest command, its first word included. */
    public int commandLimit() {
        return tasks.commandLimit;
    }

    public void onWakeWorkers(final Runnable action) {
        tasks.onWakeWorkers(action);
    }

    /** What happens when the node cannot go on. */
    public void onFailure(final Consumer<Throwable> listener) {
        tasks.onFailure(listener);
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
        return tasks.codec.decodeValue(bytes);
    }

    /** From outside any task: runs a body here, tells {@code listener} with the result or the failure. */
    public <R> void start(final TaskFunction<R> body, final BiConsumer<R, RuntimeException> listener) {
        tasks.start(BodyKind.FUNCTION, JobTable.NONE, body, listener);
    }

    /**
     * From outside any task: runs a body here as the first task of a job of its own. The listener is told once all
     * tasks of the job have ended, also those on other nodes.
     */
    public <R> RunningJob startJob(final TaskFunction<R> body, final BiConsumer<R, RuntimeException> listener) {
        final RunningJob job = parts.jobs().start();
        tasks.start(BodyKind.FUNCTION | BodyKind.ROOT, job.number(), body, (R result, RuntimeException failure) -> {
            parts.jobs().ended(job);
            listener.accept(result, failure);
        });
        return job;
    }

    // --- tasks between nodes ---

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

    /** Server: a notice has come in. */
    public void onNotice(final int source, final long block, final int length) {
        final long record = block + BlockHeader.LENGTH;
        if (length >= BlockHeader.LENGTH + SignalRecord.LENGTH
            && CommandWord.type(UnsafeApi.getLong(record)) == CommandType.SIGNAL) {
            if (JobTable.isAboutJobs(SignalRecord.signal(record))) {
                parts.jobs().onNotice(SignalRecord.signal(record), SignalRecord.value(record));
            } else if (SignalRecord.signal(record) < 0) {
                parts.balance().onNotice(source, SignalRecord.signal(record), SignalRecord.value(record));
            } else {
                tasks.signals.raise(SignalRecord.signal(record), SignalRecord.value(record));
            }
        } else {
            tasks.endings.onTaskDone(source, block, length);
        }
    }

    /** One lane of the node, again and again: sends notices that found no buffer. */
    public void flushNotices(final Lane lane) {
        tasks.notices.flush(lane);
    }

    public boolean hasNotices() {
        return !tasks.notices.isEmpty();
    }

    /** For the report of a hang: what waits here. */
    @Override
    public String toString() {
        return tasks.toString();
    }
}

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
import org.gmt4j.engine.mail.HostMail;
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
 * The task side of one node, and the door to it: composes its tasks ({@link NodeTasks}), their arrival
 * ({@link TaskArrivals}), their shared parts ({@link TaskParts}), and tables of visitors, services and flags. Any lane
 * unless stated otherwise. Per task.
 */
public final class TaskRuntime {
    /** Length of the longest captured values of a task, and of its result, in bytes when encoded. */
    public static final int LONGEST_VALUE = LongValues.LIMIT;
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
    /** Exception of the last failed visit here, by the node that sent it. */
    private final ConcurrentHashMap<Integer, Throwable> visitFailures = new ConcurrentHashMap<>();
    private final ServiceTable remoteServices = new ServiceTable();
    private final FlagBoard flags = new FlagBoard();
    private final NotificationBoard notifications;
    private List<String> hosts = List.of();
    private final BoundObjects objects;
    private final CopyOnWriteArrayList<HelperActivity> helpers = new CopyOnWriteArrayList<>();
    private final TaskArrivals arrivals;
    private final ConcurrentHashMap<Integer, LaneCounts> counts = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Integer, ScratchArrays> scratches = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Class<?>, Object> services = new ConcurrentHashMap<>();

    /**
     * @param workerCount  number of workers that share the queue; 1 when one thread has all roles
     * @param commandLimit length of the longest command
     */
    public TaskRuntime(final int nodeId, final int nodeCount, final int workerCount, final long seed,
                       final TaskConfig config, final BodyCodec codec, final int commandLimit) {
        tasks = new NodeTasks(nodeId, nodeCount, workerCount, seed, config, codec, commandLimit);
        parts = new TaskParts(tasks, new JobTable(tasks), new LoadBalance(tasks), new CollectiveRounds(tasks),
            new LongValues(tasks), new BlockingCalls(nodeId));
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

    /** Returns the classes of this room whose bodies and values travel, for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {LoopReduction.class, EngineReduction.class, ReducingBody.class, VisitEnds.class,
            RegionSharing.class};
    }

    /** Returns the parts that workers and tasks of this node share. */
    TaskParts parts() {
        return parts;
    }

    /** Creates a worker of this node; {@code pause} is its view of its thread. */
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

    /**
     * Returns the number of threads of this node that run user code: workers and helpers; 1 when one thread has all
     * roles.
     */
    public int laneCount() {
        return laneCount;
    }

    /** Sets the number of lanes, before the node starts. */
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

    /** Returns this node's instances of objects that travel as ids. */
    public BoundObjects objects() {
        return objects;
    }

    /**
     * Returns the body to run on this node: the given one, or a wrapper that watches its captures where that was
     * requested.
     */
    public <B> B watched(final B body) {
        return tasks.codec.watched(body);
    }

    /** Returns what compares the captured values of a body of any kind after it has run, or null if nobody asks. */
    public Runnable comparisonOf(final Object body) {
        return tasks.codec.comparisonOf(body);
    }

    /**
     * Notes the failure of a visit sent by {@code origin}. Its reply reports only that it failed, so the exception is
     * kept here for the origin to fetch.
     */
    public void visitFailed(final int origin, final Throwable cause) {
        visitFailures.put(origin, cause);
    }

    /** Returns the exception of the last failed visit of a node, as it travels; empty when it is no longer known. */
    byte[] takeVisitFailure(final int origin) {
        final Throwable cause = visitFailures.remove(origin);
        return cause == null ? new byte[0]
            : FailureCodec.encodeWhole(FailureCodec.of(tasks.nodeId, cause), failureLimit());
    }

    /** Returns the length beyond which a failure that travels as a result has no stack. */
    int failureLimit() {
        return tasks.commandLimit / 2;
    }

    public ServiceTable remoteServices() {
        return remoteServices;
    }

    /** Has bodies that ask whether they are cancelled end: the node is being closed. Any thread. */
    public void closing() {
        parts.jobs().close();
    }

    /** Returns the plain threads of this node. */
    public BlockingCalls blocking() {
        return parts.blocking();
    }

    /** Returns the signals of this node that other nodes may raise. */
    public SignalTable signals() {
        return tasks.signals;
    }

    /** Returns the flags in the memory of this node that tasks wait for. */
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

    /** Sets the host names of the nodes by id, before the node starts. */
    public void hosts(final List<String> names) {
        hosts = names;
    }

    /**
     * Raises a signal of any node. Any thread, also while it executes commands. Travels in the reply class: it waits
     * neither for a credit nor for a block, only for room that always becomes free. A signal that no longer exists is
     * ignored.
     */
    public void signal(final int node, final long id, final long value) {
        tasks.signal(node, id, value);
    }

    /** Encodes a value as bytes that travel. For the layers above. */
    public byte[] encodeValue(final Object value) {
        return tasks.codec.encodeValue(value, Integer.MAX_VALUE - 64);
    }

    /** Watches the commands that the bodies of one executor issue through its context. For the layers above. */
    public HelperActivity watch(final EngineTask context) {
        final HelperActivity activity = new HelperActivity(context);
        helpers.add(activity);
        return activity;
    }

    /**
     * Returns, for this node, how often visits and local bodies have begun something, how much of it is outstanding,
     * and how much has failed that nobody knows.
     */
    long[] helperActivity() {
        long begun = 0;
        long pending = 0;
        long failed = 0;
        for (final HelperActivity helper : helpers) {
            begun += helper.begun();
            pending += helper.pending();
            failed += helper.work().failureCount();    // behind what is outstanding
        }
        return new long[] {begun, pending, failed};
    }

    /** Returns the first of these failures that is not older, or null, and forgets all. */
    Throwable takeHelperFailure(final long ageNs) {
        Throwable first = null;
        for (final HelperActivity helper : helpers) {
            final Throwable failure = helper.work().takeFailure(ageNs);
            first = first == null ? failure : first;
        }
        return first;
    }

    /** Handles a message of another node. Helper. Returns false when it is malformed. */
    public boolean onMessage(final int port, final long address, final int length, final int origin,
                             final EngineTask ctx) {
        switch (port) {
            case MessagePort.COLLECTIVES:
                return parts.rounds().onMessage(address, length);
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

    /** Sets the node's mail, by which notices go to other processes of the host. Before the node starts. */
    public void mail(final HostMail mail) {
        tasks.notices.mail(mail);
    }

    /** How long bytes go to other nodes. Before the node starts; without it all go as messages. */
    public void values(final ValueTransfer transfer) {
        tasks.values = transfer;
    }

    /**
     * Returns true once after a request for chunks: where one thread has all roles, it sends the answer before it
     * continues its own.
     */
    public boolean takeHasAnswered() {
        return parts.balance().giver.takeHasAnswered();
    }

    /** Returns the counters of balanced loops on this node, by name. */
    public java.util.Map<String, Long> balanceCounters() {
        return parts.balance().counters();
    }

    /** Returns the counts of bodies on this node, by name, see {@link EngineTask#count}. */
    public java.util.Map<String, Long> counts() {
        final java.util.Map<String, Long> sums = new java.util.TreeMap<>();
        counts.values().forEach(lane -> lane.addTo(sums));
        return sums;
    }

    /** Returns the counts of a lane, shared by all contexts of its thread. */
    LaneCounts countsOf(final int lane) {
        return counts.computeIfAbsent(lane, index -> new LaneCounts());
    }

    /** Returns the free arrays of a lane, shared by all contexts of its thread. */
    ScratchArrays scratchOf(final int lane) {
        return scratches.computeIfAbsent(lane, index -> new ScratchArrays());
    }

    /** Returns the length of the longest command, including its first word. */
    public int commandLimit() {
        return tasks.commandLimit;
    }

    public void onWakeWorkers(final Runnable action) {
        tasks.onWakeWorkers(action);
    }

    /** Sets the listener for failures of the node. */
    public void onFailure(final Consumer<Throwable> listener) {
        tasks.onFailure(listener);
    }

    /**
     * Registers a service of the node for the floors above, by its class. Array handles find their catalogue this way.
     */
    public <T> void register(final Class<T> type, final T service) {
        services.put(type, service);
    }

    public <T> T service(final Class<T> type) {
        return type.cast(services.get(type));
    }

    /** Returns the service of a class, created by the first call on this node. */
    public <T> T service(final Class<T> type, final Function<TaskRuntime, T> make) {
        final Object found = services.get(type);
        return type.cast(found != null ? found : services.computeIfAbsent(type, key -> make.apply(this)));
    }

    /** Decodes a value that {@link #encodeValue} has written on some node. For the layers above. */
    public Object decodeValue(final byte[] bytes) {
        return tasks.codec.decodeValue(bytes);
    }

    /** Runs a body here from outside any task, and passes the result or the failure to {@code listener}. */
    public <R> void start(final TaskFunction<R> body, final BiConsumer<R, RuntimeException> listener) {
        tasks.start(BodyKind.FUNCTION, JobTable.NONE, body, listener);
    }

    /**
     * Runs a body here from outside any task, as the first task of its own job. The listener is called once all tasks
     * of the job have ended, also those on other nodes.
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
     * Handles a SPAWN command. Helper. Local bodies run at once.
     *
     * @param lane lane of the helper
     * @param ctx  context of the helper
     */
    public void onSpawn(final int origin, final long address, final int function, final Lane lane,
                        final EngineTask ctx) {
        arrivals.onSpawn(origin, address, function, lane, ctx);
    }

    /** Returns whether decoding a SPAWN command is safe. */
    public static boolean isSound(final long address, final int length) {
        return TaskArrivals.isSound(address, length);
    }

    /** Handles an incoming notice. Server. */
    public void onNotice(final int source, final long block, final int length) {
        final long record = block + BlockHeader.LENGTH;
        final int type = length < BlockHeader.LENGTH + Long.BYTES ? -1 : CommandWord.type(UnsafeApi.getLong(record));
        if (type == CommandType.MESSAGE) {
            if (CommandWord.id(UnsafeApi.getLong(record)) == MessagePort.LONG_VALUES) {
                parts.longValues().onLoss(source, record, length - BlockHeader.LENGTH);
            } else {
                parts.rounds().onMessage(record, length - BlockHeader.LENGTH);
            }
        } else if (type == CommandType.SIGNAL && length >= BlockHeader.LENGTH + SignalRecord.LENGTH) {
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

    /** Sends notices that found no buffer, and returns their number. One thread of the node at a time, repeatedly. */
    public int flushNotices(final Lane lane) {
        return tasks.notices.flush(lane);
    }

    public boolean hasNotices() {
        return !tasks.notices.isEmpty();
    }

    /** Describes the waiting tasks, for the report of a hang. */
    @Override
    public String toString() {
        return tasks.toString();
    }
}

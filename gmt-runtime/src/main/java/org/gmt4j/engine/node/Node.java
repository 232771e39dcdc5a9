package org.gmt4j.engine.node;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.gmt4j.GmtException;
import org.gmt4j.NodeBound;
import org.gmt4j.NodeFailedException;
import org.gmt4j.TaskFunction;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.NodeFailure;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.combining.CombiningConfig;
import org.gmt4j.engine.combining.DenseArrays;
import org.gmt4j.engine.combining.TableHeap;
import org.gmt4j.engine.container.StoreTable;
import org.gmt4j.engine.function.FunctionRegistry;
import org.gmt4j.engine.hang.NodeWaits;
import org.gmt4j.engine.mail.HostMail;
import org.gmt4j.engine.memory.FreeMemory;
import org.gmt4j.engine.memory.MemoryConfig;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.onesided.RegionTable;
import org.gmt4j.engine.profile.NodeProfile;
import org.gmt4j.engine.travel.BodyCodec;
import org.gmt4j.engine.task.RunningJob;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.task.WaitSurvey;
import org.gmt4j.engine.waiting.NodeWaiting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node of a job, with an ordered start and stop. An object, not a process: several nodes live in one JVM. Any
 * thread.
 *
 * <pre>
 * open transport - all-gather(address, fingerprint, registry) - check - connect - start threads - all-gather(ready)
 * ... tasks ...
 * close: stop threads - close transport - free memory
 * </pre>
 */
public final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    /** Time within which the node's workers report the waits of their tasks. */
    private static final long SURVEY_LIMIT_NS = 400_000_000;

    private final NodeSettings settings;
    private final Transport transport;
    private final SegmentTable segments;
    private final StoreTable stores = new StoreTable();
    private final RegionTable regions;
    private final TableHeap tableHeap = new TableHeap();
    private final HostMail mail;
    private final TaskRuntime tasks;
    private final NodeThreads threads;
    private final WaitSurvey waits;
    private volatile NodeWatch watch;                // from start on
    private final NodeWaiting waiting;
    private final NodeProfile profile;               // null without a profile
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private volatile boolean isFailureTold;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Bootstrap bootstrap;
    private final String placeName;                  // read once: reports come several times a second
    private final String processors;
    private final Map<CompletableFuture<?>, Boolean> futures = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private Node(final NodeSettings settings, final FunctionRegistry registry, final Bootstrap bootstrap,
                 final Transport transport, final Routes routes, final AggregationConfig aggregation,
                 final HostMail mail, final List<String> hosts) {
        this.settings = settings;
        this.mail = mail;
        this.bootstrap = bootstrap;
        placeName = bootstrap.placeName();
        processors = bootstrap.processors();
        this.transport = transport;
        final long job = bootstrap.identity().jobId().hashCode() * 0x9E3779B97F4A7C15L;
        final int nodeId = transport.nodeId();
        final int nodeCount = transport.nodeCount();
        final RunPlan plan = settings.plan();
        segments = new SegmentTable(plan.threads() == 1, settings.memory().budget(settings.host().nodesOnHost()));
        tasks = new TaskRuntime(nodeId, nodeCount, plan.workers(), plan.randomSeed(), settings.tasks(),
            codec(registry, settings, nodeId), aggregation.maxCommandLength());
        tasks.register(SegmentTable.class, segments);
        tasks.register(MemoryConfig.class, settings.memory());
        tasks.register(FreeMemory.class, new FreeMemory(settings.host().nodesOnHost(), settings.memory().reserve()));
        tasks.register(DenseArrays.class, new DenseArrays());
        tasks.register(TableHeap.class, tableHeap);
        tasks.register(StoreTable.class, stores);
        tasks.register(CombiningConfig.class, settings.source().load(CombiningConfig.class));
        regions = new RegionTable(nodeId, segments, settings.protocols(), settings.host().windows());
        tasks.register(RegionTable.class, regions);
        tasks.hosts(hosts);
        tasks.values(regions.values());
        tasks.mail(mail);
        tasks.onFailure(this::fail);
        waiting = new NodeWaiting(settings.host().waiting(), plan.threads() * settings.host().nodesOnCores(),
            Runtime.getRuntime().availableProcessors());
        tasks.register(NodeWaiting.class, waiting);
        profile = settings.host().profile().isOn() ? new NodeProfile(nodeId, hosts, settings.host().profile()) : null;
        final NodeParts parts = new NodeParts(aggregation,
            new NodeParts.Network(job, transport, routes, settings.topology()), segments, tasks, mail, waiting,
            this::fail, profile);
        threads = switch (plan.plan()) {
            case COMBINED -> CombinedPlan.of(parts);
            case SHARED -> SharedPlan.of(parts, plan.workers());
            default -> DedicatedPlan.of(parts, plan.workers(), plan.helpers());
        };
        tasks.laneCount(threads.lanes().size());
        stores.laneCount(threads.lanes().size());
        waits = new WaitSurvey(tasks, threads.workers());
    }

    private BodyCodec codec(final FunctionRegistry registry, final NodeSettings settings, final int nodeId) {
        final BodyCodec codec = new BodyCodec(registry, (kind, id) -> tasks.objects().find(kind, id));
        return settings.tasks().checkCaptures() ? codec.watching(nodeId) : codec;
    }

    /**
     * Starts a node, and returns when all nodes are connected.
     *
     * @param bootstrap meeting point of the nodes; stays open, and is closed by the caller after the node
     * @throws GmtException when the nodes contradict each other
     */
    public static Node start(final NodeSettings settings, final FunctionRegistry registry, final Bootstrap bootstrap,
                             final TransportFactory transports, final Duration limit) {
        WireFormat.requireLittleEndian();
        final int nodeId = bootstrap.identity().nodeId();
        final int nodeCount = bootstrap.identity().nodeCount();
        final Transport transport = transports.open(nodeId, nodeCount);
        // mail wakes no thread: it is for nodes that look at their transport by themselves
        final HostMail mail = settings.plan().transport() == RunConfig.Transport.LOOPBACK
            ? HostMail.none(nodeId, nodeCount)
            : HostMail.create(settings.host().windows().host(), nodeId, nodeCount);
        final Node node;
        try {
            final Routes routes = Routes.of(settings.topology().over(settings.plan().topology(), nodeCount), nodeId);
            final AggregationConfig aggregation = settings.aggregation(routes, transport.maxPayloadLength());
            final String fingerprint = settings.fingerprint(aggregation);
            final byte[][] hellos = bootstrap.allGather(hello(transport.localAddress(), fingerprint,
                registry.describe(), bootstrap.hostName(), mail.offer()), limit);
            final List<String> hosts = new ArrayList<>();
            final long[] offers = new long[nodeCount];
            transport.connect(check(hellos, fingerprint, registry, nodeId, hosts, offers));
            mail.connect(offers);
            node = new Node(settings, registry, bootstrap, transport, routes, aggregation, mail, hosts);
        } catch (final RuntimeException | Error e) {
            transport.close();
            mail.close();
            throw e;
        }
        try {
            node.begin(limit);
        } catch (final RuntimeException | Error e) {
            node.close();                       // its threads use transport and mail
            throw e;
        }
        return node;
    }

    private void begin(final Duration limit) {
        register(Node.class, this);             // for tasks that read counters
        bootstrap.onFailure(lost -> {
            if (lost.nodeId() != NodeFailure.SEED) {
                regions.lost(lost.nodeId());
            }
            fail(new NodeFailedException(lost.nodeId(), lost.message()));
        });
        threads.start();
        bootstrap.allGather(new byte[0], limit);
        mail.unlink();
        waiting.begin();
        watch = NodeWatch.begin(nodeId(), settings.host().watch(), waiting.threadsPerCore(), threads.carriers(),
            this::waits);
    }

    private static byte[] hello(final byte[] address, final String fingerprint, final byte[] registry,
                                final String host, final long mail) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(WireFormat.VERSION);
            out.writeUTF(fingerprint);
            out.writeInt(address.length);
            out.write(address);
            out.writeInt(registry.length);
            out.write(registry);
            out.writeUTF(host);
            out.writeLong(mail);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[][] check(final byte[][] hellos, final String own, final FunctionRegistry registry,
                                  final int nodeId, final List<String> hosts, final long[] offers) {
        final byte[][] addresses = new byte[hellos.length][];
        for (int node = 0; node < hellos.length; node++) {
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(hellos[node]))) {
                final int version = in.readInt();
                final String fingerprint = in.readUTF();
                addresses[node] = in.readNBytes(in.readInt());
                final byte[] description = in.readNBytes(in.readInt());
                hosts.add(in.readUTF());
                offers[node] = in.readLong();
                if (version != WireFormat.VERSION || !fingerprint.equals(own)) {
                    throw new GmtException("GMT-114",
                        "nodes " + nodeId + " and " + node + " do not fit together: wire version "
                        + WireFormat.VERSION + " and " + version + ", settings " + own + " and " + fingerprint
                        + ". Start all nodes with the same build and the same options; gmt.aeron.mtu and "
                        + "gmt.aeron.term.length limit the buffers and blocks.");
                }
                final int other = node;
                registry.differenceTo(description).ifPresent(difference -> {
                    throw new GmtException("GMT-115",
                        "nodes " + nodeId + " and " + other + " run different programs: " + difference);
                });
            } catch (final IOException e) {
                throw new GmtException("GMT-116", "the first message of node " + node + " is malformed. Start all "
                    + "nodes with the same build.", e);
            }
        }
        return addresses;
    }

    public int nodeId() {
        return tasks.nodeId();
    }

    public int nodeCount() {
        return tasks.nodeCount();
    }

    /** Returns the name of the host, or container, whose memory this node shares with others of equal names. */
    public String placeName() {
        return placeName;
    }

    /** Returns the processors of the place that this node may use, as the system lists them. */
    public String processors() {
        return processors;
    }

    public NodeSettings settings() {
        return settings;
    }

    /** Whether the calling thread is one of this node's. */
    public boolean isHere() {
        return threads.carriers().stream().anyMatch(carrier -> carrier.thread() == Thread.currentThread());
    }

    /** Returns this node's instance of an object that has one on every node. */
    public Object find(final NodeBound object) {
        return tasks.objects().find(object.boundKind(), object.boundId());
    }

    /** The same, or null where this node has none. */
    public Object findOrNull(final NodeBound object) {
        return tasks.objects().findOrNull(object.boundKind(), object.boundId());
    }

    /** Registers a service for tasks of this node by its class, see {@code TaskRuntime.service}. */
    public <T> void register(final Class<T> type, final T service) {
        tasks.register(type, service);
    }

    /** Runs a body as a task of this node. The future fails when the task or the job does. */
    public <R> CompletableFuture<R> submit(final TaskFunction<R> body) {
        final CompletableFuture<R> future = new CompletableFuture<>();
        if (isOpenFor(future)) {
            tasks.<R>start(body, (result, failed) -> complete(future, result, failed));
        }
        return future;
    }

    /**
     * Runs a body as the first task of its own job.
     *
     * @param outcome completes with the outcome of the job, or with the failure of the node; the caller may complete it
     *                earlier to give up the job
     * @param ended   completes when all tasks of the job have ended, or with the failure of the node, which may have
     *                left some without an end
     * @return null when the node has failed or is closed; the outcome then has the cause
     */
    public <R> RunningJob startJob(final TaskFunction<R> body, final CompletableFuture<R> outcome,
                                   final CompletableFuture<Void> ended) {
        java.util.Objects.requireNonNull(body, "body");
        if (!isOpenFor(outcome)) {
            ended.complete(null);
            return null;
        }
        if (!isOpenFor(ended)) {
            return null;
        }
        return tasks.<R>startJob(body, (result, failed) -> {
            complete(outcome, result, failed);
            ended.complete(null);
        });
    }

    private boolean isOpenFor(final CompletableFuture<?> future) {
        futures.put(future, Boolean.TRUE);
        future.whenComplete((result, cause) -> futures.remove(future));
        final RuntimeException cause = failure.get();
        if (cause != null || closed.get()) {
            future.completeExceptionally(cause != null ? cause
                : new IllegalStateException("GMT-226 node " + nodeId() + " is closed"));
        }
        return !future.isCompletedExceptionally();
    }

    private static <R> void complete(final CompletableFuture<R> future, final R result, final RuntimeException failed) {
        if (failed != null) {
            future.completeExceptionally(failed);
        } else {
            future.complete(result);
        }
    }

    /**
     * Fails the job: waits on this node throw the cause, and the other nodes are notified. Idempotent; the first cause
     * counts. Where an error ends it, for example for want of memory, the next call goes on with it.
     */
    public void fail(final Throwable cause) {
        final RuntimeException wrapped = cause instanceof RuntimeException ? (RuntimeException) cause
            : new GmtException("GMT-225", "node " + nodeId() + " cannot go on: " + cause, cause);
        if (closed.get() || !failure.compareAndSet(null, wrapped) && isFailureTold) {
            return;
        }
        final RuntimeException first = failure.get();
        end.completeExceptionally(first);
        endFutures(first);
        if (!(first instanceof NodeFailedException)) {
            tellOthers(first);
        }
        isFailureTold = true;
    }

    private void tellOthers(final RuntimeException cause) {
        try {
            final String what = cause.getMessage();
            bootstrap.reportFailure(what != null && what.startsWith("GMT-225 ") ? what
                : "node " + nodeId() + " cannot go on: " + what);
        } catch (final RuntimeException e) {
            LOG.warn("GMT-246 node {} could not report its failure to the others", nodeId(), e);
        }
    }

    /**
     * Returns a future that completes with the cause when the node fails. It does not complete when the node is closed.
     */
    public CompletableFuture<Void> onFailure() {
        return end.copy();
    }

    /** Returns the failure of the node, or null. */
    public RuntimeException failure() {
        return failure.get();
    }

    /** Returns the counters of all threads by name. */
    public Map<String, Long> counters() {
        final Map<String, Long> counters = NodeCounters.of(threads, mail);
        counters.putAll(regions.counters());
        counters.putAll(tasks.balanceCounters());
        tasks.counts().forEach((name, count) -> counters.put("app." + name, count));
        return counters;
    }

    /** Returns rows of figures by name: one figure for each node, or for each class of a histogram. */
    public Map<String, long[]> tables() {
        return NodeTables.of(threads, profile);
    }

    /** Returns the bytes of global arrays on this node. */
    public long arrayBytes() {
        return segments.reservedInBytes();
    }

    /** Returns the greatest number of bytes of blocks and buffers of this node, as configured. */
    public long bufferBytes() {
        final var config = settings.aggregation();
        return threads.lanes().stream().mapToLong(lane -> lane.memoryInBytes()).sum()
            + 2L * config.bufferLength() + threads.server().counters().edgeBufferBytes();
    }

    /**
     * Returns the waits of this node's tasks. Any thread, one at a time; takes at most about a second in any state of
     * the node's threads.
     */
    public NodeWaits waits() {
        return waits.take(SURVEY_LIMIT_NS);
    }

    /**
     * Describes the state of the runtime below the tasks, with the stacks of the node's threads, for the report of a
     * hang.
     */
    public String report() {
        final StringBuilder text = new StringBuilder();
        text.append("node ").append(nodeId()).append(": ").append(tasks).append("\n  ").append(threads.server())
            .append('\n');
        threads.lanes().forEach(lane -> text.append("  lane ").append(lane.index()).append(": in flight ")
            .append(lane.aggregator().inFlight().count()).append(" blocks\n"));
        threads.workers().forEach(worker -> text.append("  worker ").append(worker.index()).append(": runnable ")
            .append(worker.runnableCount()).append(", waiting ").append(worker.waitingCount()).append('\n'));
        for (final Thread thread : threads.threads()) {
            text.append("  ").append(thread.getName()).append(' ').append(thread.getState()).append('\n');
            for (final StackTraceElement frame : thread.getStackTrace()) {
                text.append("      at ").append(frame).append('\n');
            }
        }
        return text.toString();
    }

    /**
     * Releases everything that would outlive the process, which is ending, perhaps with one of its threads inside this
     * node. Never throws; the node cannot be used afterwards.
     */
    public void abandon() {
        closed.set(true);
        try {
            transport.abandon();
        } catch (final RuntimeException e) {
            LOG.debug("abandoning the transport of node {}", nodeId(), e);
        }
    }

    /**
     * Stops the node, within seconds. All nodes of a job close at about the same time, after the last task. Idempotent.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (watch != null) {
            watch.close();
        }
        final IllegalStateException isClosed = new IllegalStateException("GMT-226 node " + nodeId() + " was closed");
        endFutures(isClosed);                   // before bodies return because of the close
        tasks.closing();
        final boolean ended = threads.stop() & tasks.blocking().stop();
        waiting.close();
        if (profile != null) {
            profile.close();
        }
        endFutures(isClosed);                   // of jobs that were being submitted meanwhile
        if (!ended) {
            LOG.warn("GMT-227 a thread of node {} did not end, so the memory of the node is not freed before the "
                + "process ends", nodeId());
            return;
        }
        transport.close();
        threads.server().close();
        threads.lanes().forEach(lane -> lane.close());
        threads.free();
        tableHeap.giveAll();
        stores.close();
        final int leaked = segments.close();
        regions.close();
        mail.close();
        if (leaked > 0) {
            LOG.debug("node {} was closed with {} arrays not freed", nodeId(), leaked);
        }
    }

    private void endFutures(final RuntimeException cause) {
        for (final CompletableFuture<?> future : futures.keySet()) {
            future.completeExceptionally(cause);
        }
    }
}

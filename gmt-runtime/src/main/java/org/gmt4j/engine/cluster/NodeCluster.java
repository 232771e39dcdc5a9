package org.gmt4j.engine.cluster;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gmt4j.GmtCluster;
import org.gmt4j.Job;
import org.gmt4j.JobCancelledException;
import org.gmt4j.NodeBound;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskFunction;
import org.gmt4j.aggregation.settings.SettingValue;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.armci.BlockingArmci;
import org.gmt4j.engine.function.FunctionRegistry;
import org.gmt4j.engine.hang.NodeWaits;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.node.SettingRecords;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine's side of a {@link GmtCluster}: its nodes, and the resources that end with it. Any thread. */
public final class NodeCluster implements GmtCluster {
    private static final Logger LOG = LoggerFactory.getLogger(NodeCluster.class);
    /** Longest wait of an interrupted caller for the tasks of its job, which end at their next chunk or wait. */
    static final Duration INTERRUPTED_GRACE = Duration.ofSeconds(10);

    private final List<Node> nodes;
    /** Closed after the nodes, or in their place where the nodes belong to a launcher. */
    private final AutoCloseable resources;
    private final boolean ownsNodes;
    private final Duration timeout;
    private final JobClock clock = new JobClock();
    private final Continuations continuations = new Continuations();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    /**
     * This process's part in a job of several processes; null where all nodes are here, or a launcher has started them.
     */
    private final JoinedJob joined;
    /** Shared by all nodes; null where some of them may be elsewhere. */
    private final FunctionRegistry registry;
    private final ForeignCaptures foreign;
    private final ThreadLocal<Node> nodeOfThread = ThreadLocal.withInitial(() -> nodeHere());
    /** Failure of the last job; null when it succeeded. */
    private volatile Throwable lastFailure;

    NodeCluster(final List<Node> nodes, final AutoCloseable resources, final boolean ownsNodes,
                final Duration timeout, final JoinedJob joined) {
        this(nodes, resources, ownsNodes, timeout, joined, null);
    }

    NodeCluster(final List<Node> nodes, final AutoCloseable resources, final boolean ownsNodes,
                final Duration timeout, final JoinedJob joined, final FunctionRegistry registry) {
        this.registry = registry;
        this.nodes = List.copyOf(nodes);
        foreign = new ForeignCaptures(this.nodes);
        this.resources = resources;
        this.ownsNodes = ownsNodes;
        this.timeout = timeout;
        this.joined = joined;
    }

    /** Returns the engine's side of a program's cluster. */
    public static NodeCluster of(final GmtCluster cluster) {
        return (NodeCluster) cluster;
    }

    /** Returns a cluster of the started nodes of a job in this process, and closes them with it. For launchers. */
    public static NodeCluster of(final List<Node> nodes) {
        return new NodeCluster(nodes, () -> { }, true, Duration.ZERO, null);
    }

    /** Returns a cluster of the same nodes for a program; {@code end} closes the nodes. For launchers. */
    public NodeCluster endedBy(final AutoCloseable end) {
        return new NodeCluster(nodes, end, false, Duration.ZERO, null);
    }

    // --- programs that may be started by a launcher, or as one process of several ---

    /** See {@link GmtCluster#connect}. Bodies of {@code caller} may travel, too. */
    public static NodeCluster connect(final Class<?> caller, final Class<?>... programs) {
        final NodeCluster cluster = join(caller, programs);
        if (!cluster.isRoot()) {
            throw OtherNodeMain.serveAndExit(cluster.joined);
        }
        return cluster;
    }

    /** See {@link GmtCluster#main}. Bodies of {@code caller} may travel, too. */
    public static <E extends Exception> void main(final Class<?> caller, final Program<E> program,
                                                  final Class<?>... programs) throws E {
        try (NodeCluster cluster = connect(caller, programs)) {
            try {
                program.run(cluster);
                cluster.lastFailure = null;
            } catch (final Exception | Error failure) {
                cluster.lastFailure = failure;
                throw failure;
            }
        }
    }

    /** See {@link GmtCluster#join}. Bodies of {@code caller} may travel, too. */
    public static NodeCluster join(final Class<?> caller, final Class<?>... programs) {
        final Class<?>[] all = Arrays.copyOf(programs, programs.length + 1);
        all[programs.length] = caller;
        final JobHost host = JobHost.installed();
        if (host != null) {
            return of(host.join(all));
        }
        return ProgramDoor.joined(() -> JoinedJob.described().map(seed -> joined(JoinedJob.join(seed, all)))
            .orElseGet(() -> new ClusterBuilder().register(all).start()));
    }

    private static NodeCluster joined(final JoinedJob job) {
        return new NodeCluster(List.of(job.node()), job, false, Duration.ZERO, job);
    }

    // --- nodes ---

    /** Returns the nodes of this process. */
    public List<Node> nodes() {
        return nodes;
    }

    /**
     * Lets bodies of further classes travel, where all nodes are in this process: those of a shell, whose classes come
     * one by one. Before the first job with one of them.
     */
    public void register(final Class<?>... types) {
        if (registry == null) {
            throw new IllegalStateException("classes are registered when nodes of several processes start");
        }
        registry.add(types);
    }

    /**
     * Returns the instance of an object that belongs to the node whose thread calls, where the object has one for each
     * node; otherwise, and on other threads, the object itself.
     */
    public Object here(final Object object) {
        final Node node = object instanceof NodeBound ? nodeOfThread.get() : null;
        return node == null ? object : node.find((NodeBound) object);
    }

    private Node nodeHere() {
        return nodes.stream().filter(Node::isHere).findFirst().orElse(null);
    }

    private Node first() {
        return nodes.get(0);
    }

    @Override
    public boolean isRoot() {
        return nodeId() == 0;
    }

    @Override
    public int nodeId() {
        return first().nodeId();
    }

    @Override
    public int nodeCount() {
        return first().nodeCount();
    }

    @Override
    public void serve() {
        if (!isRoot()) {
            joined.serve();
        }
    }

    // --- jobs ---

    @Override
    public void run(final TaskBody body) {
        Objects.requireNonNull(body, "body");
        start(body, ctx -> {
            body.run(ctx);
            return null;
        }).join(INTERRUPTED_GRACE);
    }

    @Override
    public <R> R call(final TaskFunction<R> body) {
        return start(Objects.requireNonNull(body, "body"), body).join(INTERRUPTED_GRACE);
    }

    @Override
    public <R> Job<R> submit(final TaskFunction<R> body) {
        return start(Objects.requireNonNull(body, "body"), body);
    }

    /** @param written the body as the program has written it */
    private <R> SubmittedJob<R> start(final Object written, final TaskFunction<R> body) {
        if (!isRoot()) {
            throw new IllegalStateException("GMT-724 this process is node " + nodeId()
                + ": jobs are submitted on node 0; ask isRoot(), and serve() "
                + "here, or use connect() or main(), which return on node 0 only");
        }
        requireNoBody("submits a job to its own cluster");
        foreign.refuseIn(written);
        final SubmittedJob<R> job = SubmittedJob.start(first(), this, body);
        job.outcome.whenComplete((result, failure) -> lastFailure = failure);
        if (!timeout.isZero()) {
            job.deadline(timeout);
        }
        return job;
    }

    /**
     * Refuses what only threads of the program may do: a body that waits for a job of its own cluster holds the thread
     * that would have to run it.
     */
    void requireNoBody(final String what) {
        final Node node = nodeOfThread.get();
        if (node != null) {
            throw new IllegalStateException("GMT-393 a body " + what + ", on a thread of node " + node.nodeId()
                + ", which would wait for itself. A body uses its context: ctx.call, ctx.parFor, ctx.execute; where it"
                + " must wait for a job, in ctx.callBlocking");
        }
    }

    JobClock clock() {
        return clock;
    }

    Continuations continuations() {
        return continuations;
    }

    @Override
    public BlockingArmci armci() {
        return new NodeArmci(first(), this);
    }

    // --- state ---

    @Override
    public List<Setting> settings() {
        final Settings source = first().settings().source();
        return SettingRecords.catalog().settings().stream().map(source::value).map(NodeCluster::setting).toList();
    }

    private static Setting setting(final SettingValue value) {
        return new Setting(value.setting().key(), value.text(), value.describeOrigin());
    }

    @Override
    public String report() {
        return ClusterReport.of(nodes);
    }

    /** Returns the waits of the tasks on each node of this process. Any thread; bounded, and never throws. */
    public List<NodeWaits> waits() {
        return ClusterReport.waits(nodes);
    }

    // --- the end ---

    @Override
    public void close() {
        if (isClosed.get()) {
            return;
        }
        requireNoBody("closes its own cluster");
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        try {
            if (joined != null && isRoot()) {
                joined.end(lastFailure instanceof JobCancelledException ended && !ended.isDeadline() ? null
                    : lastFailure);
            }
            if (ownsNodes) {
                nodes.forEach(Node::close);
            }
            resources.close();
        } catch (final Exception e) {
            LOG.warn("GMT-725 a part of the cluster could not be closed", e);
        } finally {
            clock.close();
            continuations.close();
        }
    }
}

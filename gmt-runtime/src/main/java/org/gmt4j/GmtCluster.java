package org.gmt4j;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.settings.ConfigException;
import org.gmt4j.aggregation.settings.SettingValue;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.armci.ArmciHost;
import org.gmt4j.armci.BlockingArmci;
import org.gmt4j.armci.Procedure;
import org.gmt4j.armci.WaitingProcedure;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.InProcessBootstrap;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.function.FunctionRegistry;
import org.gmt4j.engine.function.FunctionRegistryBuilder;
import org.gmt4j.engine.hang.NodeWaits;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.node.NodeSettings;
import org.gmt4j.engine.node.SettingRecords;
import org.gmt4j.engine.node.WatchConfig;
import org.gmt4j.engine.profile.ProfileConfig;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.waiting.WaitConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job of one or more nodes to run programs on.
 *
 * <pre>{@code
 * try (GmtCluster cluster = GmtCluster.local(4)) {
 *     long sum = cluster.call(ctx -> {
 *         GlobalLongArray a = GlobalLongArray.allocate(ctx, 1 << 20);
 *         ctx.parFor(a.size(), 1024, (i, c) -> a.addNb(c, (i * 7919) & (a.size() - 1), 1));
 *         return a.get(ctx, 42);
 *     });
 * }
 * }</pre>
 *
 * <p>The class that writes a lambda must be registered: {@link #local(int, Class[])} registers the caller's classes
 * given, {@link #builder()} more. Any thread; {@link #close()} is bounded.
 */
public final class GmtCluster implements AutoCloseable {
    private final List<Node> nodes;
    private final AutoCloseable resources;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(GmtCluster.class);

    private final Duration timeout;
    private final JobClock clock = new JobClock();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    /** This process's part in a job of several; null where all nodes are here, or a launcher has started them. */
    private final JoinedJob joined;
    /** What the last job has ended with; null when it went well. */
    private volatile Throwable lastFailure;

    private GmtCluster(final List<Node> nodes, final AutoCloseable resources, final Duration timeout,
                       final JoinedJob joined) {
        this.nodes = nodes;
        this.resources = resources;
        this.timeout = timeout;
        this.joined = joined;
    }

    /**
     * What a whole program does with a cluster, on node 0.
     *
     * @param <E> what it may throw
     */
    @FunctionalInterface
    public interface Program<E extends Exception> {
        void run(GmtCluster cluster) throws E;
    }

    /** {@code nodes} nodes inside this JVM; lambdas of the calling class, and of {@code programs}, may travel. */
    public static GmtCluster local(final int nodes, final Class<?>... programs) {
        final Class<?> caller = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        return builder().nodes(nodes).register(caller).register(programs).start();
    }

    /**
     * Joins the job that {@code GMT_NODE_ID}, {@code GMT_NODES} and {@code GMT_SEED=host:port} describe, over UDP; node
     * 0 hosts the seed. The same program runs in every process, but this method returns on node 0 only: the other
     * processes serve, and end with {@code System.exit} when node 0 closes the cluster: with 0, or, when the last job
     * has failed, or a node is lost, with 1 and a message on standard error. Started by {@code gmt run --jar} it joins
     * the launcher's job, and so do the programs of {@link #join}. Otherwise, without those variables: two nodes in
     * this JVM.
     *
     * <p>All nodes must have joined within {@code gmt.join.timeout}. A process ends by itself when it loses node 0, at
     * once when that process ends, else within {@code gmt.silence.limit}.
     *
     * @throws GmtException when the job cannot be joined
     * @see #main for programs whose other failures are the job's, too
     * @see #join for processes that go on when the job has ended
     */
    public static GmtCluster connect(final Class<?>... programs) {
        return rootOf(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(), programs);
    }

    /**
     * Runs a program: on a cluster as of {@link #connect} that is closed at its end, in the process of node 0 only.
     * Whatever the program throws is the outcome of the job: the other processes end with 1 and say what it was.
     */
    public static <E extends Exception> void main(final Program<E> program, final Class<?>... programs) throws E {
        final Class<?> caller = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        try (GmtCluster cluster = rootOf(caller, programs)) {
            try {
                program.run(cluster);
                cluster.lastFailure = null;
            } catch (final Exception | Error failure) {
                cluster.lastFailure = failure;
                throw failure;
            }
        }
    }

    private static GmtCluster rootOf(final Class<?> caller, final Class<?>... programs) {
        final GmtCluster cluster = anyNodeOf(caller, programs);
        if (!cluster.isRoot()) {
            throw OtherNodeMain.serveAndExit(cluster.joined);
        }
        return cluster;
    }

    /**
     * As {@link #connect}, but returns in every process. Where {@link #isRoot()} is false only {@link #serve()} and
     * {@link #close()} make sense: jobs are submitted on node 0.
     */
    public static GmtCluster join(final Class<?>... programs) {
        return anyNodeOf(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(), programs);
    }

    private static GmtCluster anyNodeOf(final Class<?> caller, final Class<?>... programs) {
        final Class<?>[] all = Arrays.copyOf(programs, programs.length + 1);
        all[programs.length] = caller;
        final JobHost host = JobHost.installed();
        if (host != null) {
            return host.join(all);
        }
        return JoinedJob.described().map(seed -> joined(JoinedJob.join(seed, all)))
            .orElseGet(() -> builder().register(all).start());
    }

    private static GmtCluster joined(final JoinedJob job) {
        return new GmtCluster(List.of(job.node()), job, Duration.ZERO, job);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** For launchers: the part of a job that lives in this process, already started. */
    public static GmtCluster of(final List<Node> nodes, final AutoCloseable resources) {
        return new GmtCluster(List.copyOf(nodes), resources, Duration.ZERO, null);
    }

    /** Whether this process has node 0, where jobs are submitted. */
    public boolean isRoot() {
        return nodeId() == 0;
    }

    /** The first node of this process. */
    public int nodeId() {
        return nodes.get(0).nodeId();
    }

    /**
     * In the processes without node 0, see {@link #join}: waits for the end of the job. On node 0 there is nothing to
     * wait for.
     *
     * @throws GmtException GMT-722 when the program of node 0 has failed; others when a node is lost
     */
    public void serve() {
        if (!isRoot()) {
            joined.serve();
        }
    }

    // --- jobs ---

    /** Runs a body as the first task, on node 0, and waits for its end. */
    public void run(final TaskBody body) {
        call(first(body));
    }

    private static TaskFunction<Void> first(final TaskBody body) {
        java.util.Objects.requireNonNull(body, "body");
        return ctx -> {
            body.run(ctx);
            return null;
        };
    }

    /**
     * Runs a body as the first task, on node 0, and waits for its result. A caller that is interrupted cancels the job.
     *
     * @throws GmtException what ended it: {@code ParForException}, whose cause is what a body has thrown, on whatever
     *                      node; a lost node; its deadline
     */
    public <R> R call(final TaskFunction<R> body) {
        return submit(body).join();
    }

    /**
     * Starts a body as the first task, on node 0, of a job that can be waited for, cancelled and given a deadline. Jobs
     * run at the same time and take turns, chunk by chunk.
     */
    public <R> Job<R> submit(final TaskFunction<R> body) {
        if (!isRoot()) {
            throw new IllegalStateException("GMT-724 this process is node " + nodeId()
                + ": jobs are submitted on node 0; ask isRoot(), and serve() "
                + "here, or use connect() or main(), which return on node 0 only");
        }
        final Job<R> job = Job.start(nodes.get(0), clock, this::report, body);
        job.outcome.whenComplete((result, failure) -> lastFailure = failure);
        return timeout.isZero() ? job : job.deadline(timeout);
    }

    /**
     * One-sided operations for threads that are no tasks, by the first node of this process; {@link Node#armci()} for
     * others.
     */
    public BlockingArmci armci() {
        return nodes.get(0).armci();
    }

    public int nodeCount() {
        return nodes.get(0).nodeCount();
    }

    /** The nodes of this process. */
    public List<Node> nodes() {
        return nodes;
    }

    /**
     * All settings of this process's nodes as {@code gmt config} lists them, each with its value and where that comes
     * from. {@code gmt.plan=auto} and the like are shown as asked for.
     */
    public List<SettingValue> settings() {
        final Settings source = nodes.get(0).settings().source();
        return SettingRecords.catalog().settings().stream().map(source::value).toList();
    }

    /**
     * What waits for what, over the nodes of this process: dead-locks, the oldest waits of each node with the user's
     * lines, and what the threads do. Any thread, at any time; bounded, and never throws. docs/hangs.md says how to
     * read it.
     */
    public String report() {
        return ClusterReport.of(nodes);
    }

    /** For launchers: what the tasks of each node of this process wait for. Any thread; bounded, and never throws. */
    public List<NodeWaits> waits() {
        return ClusterReport.waits(nodes);
    }

    /** Ends the nodes of this process, within seconds. Never throws: what cannot be closed is logged. Idempotent. */
    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        try {
            if (joined != null) {
                if (isRoot()) {
                    joined.end(lastFailure instanceof JobCancelledException ended && !ended.isDeadline() ? null
                        : lastFailure);
                }
            } else if (!(resources instanceof NodeOwner)) {
                nodes.forEach(Node::close);
            }
            resources.close();
        } catch (final Exception e) {
            LOG.warn("GMT-725 a part of the cluster could not be closed", e);
        } finally {
            clock.close();
        }
    }

    /** A registry of the classes given and of the runtime's own. */
    public static FunctionRegistry registryOf(final Class<?>... programs) {
        final FunctionRegistryBuilder builder = FunctionRegistry.builder(TaskBody.class, TaskFunction.class,
            RangeBody.class, IndexBody.class, VisitBody.class, LocalBody.class, LocalFunction.class,
            Procedure.class, WaitingProcedure.class, LongIndexFunction.class,
            LongRangeFunction.class, LongsRangeFunction.class, DoubleIndexFunction.class, DoubleRangeFunction.class,
            IndexPredicate.class, LongOperator.class, DoubleOperator.class, LongsOperator.class, LongTest.class,
            DoubleTest.class, NodeLongFunction.class,
            NodeDoubleFunction.class, PairVisitBody.class, TripleVisitBody.class);
        builder.explain(TaskContext.class,
            "a context belongs to one task on one node. Use the one that the body is given: its last parameter.");
        builder.register(ArrayCatalog.class, ForEach.class, NodeLocal.class, Visitor.class, BulkVisitor.class,
            WideVisitor.class, GmtCluster.class);
        builder.register(TaskRuntime.bodyClasses());
        builder.register(ArrayCatalog.bodyClasses());
        builder.register(ArmciHost.bodyClasses());
        builder.register(Arrays.stream(programs).distinct().toArray(Class<?>[]::new));
        return builder.build();
    }

    /** Sets up a cluster inside this JVM. */
    /**
     * Describes a job whose nodes are all inside this JVM. What is not set here comes from where {@code gmt} takes it:
     * variables ({@code GMT_FIBERS}), properties ({@code -Dgmt.fibers}), {@code gmt.properties} in the working folder,
     * the default; {@code gmt config} lists all settings. One thread a node, unless plan, workers or helpers are set.
     */
    public static final class Builder {
        private final Settings.Builder settings = SettingRecords.ofProcess();
        private final List<Class<?>> programs = new ArrayList<>();
        private Duration timeout = Duration.ZERO;
        private TransportFactory transports;

        private Builder() {
        }

        /**
         * Sets a setting; takes precedence over all other places. {@link #start} refuses unknown names and values
         * without use.
         *
         * @param key   as in {@code gmt config}: {@code gmt.fibers}
         * @param value as written there ({@code "20ms"}, {@code "64k"}), or a number, truth, enum or {@link Duration}
         */
        public Builder set(final String key, final Object value) {
            settings.program(key, value);
            return this;
        }

        public Builder nodes(final int count) {
            return set("gmt.nodes", count);
        }

        /** Classes whose lambdas, bodies and values may travel. */
        public Builder register(final Class<?>... classes) {
            programs.addAll(List.of(classes));
            return this;
        }

        /** Own threads for workers and helpers instead of one thread per node. */
        public Builder dedicated(final int workerCount, final int helperCount) {
            return set("gmt.plan", RunConfig.Plan.DEDICATED).set("gmt.workers", workerCount)
                .set("gmt.helpers", helperCount);
        }

        public Builder seed(final long newSeed) {
            return set("gmt.random.seed", newSeed);
        }

        /** Bytes of arrays per node. */
        public Builder memoryMax(final long bytes) {
            return set("gmt.memory.max", bytes);
        }

        /**
         * The deadline of each job, from its start on: a job that is late fails with a report of what waits where.
         * Zero: none.
         */
        public Builder timeout(final Duration limit) {
            timeout = limit;
            return this;
        }

        /** Requests travel by way of neighbours, as far as the topology has no edge. */
        public Builder topology(final TopologyKind kind, final TopologyConfig config) {
            return set("gmt.topology", kind).all(config);
        }

        /** When connections between the nodes are made, and closed again. */
        public Builder connections(final ConnectConfig config) {
            return all(config);
        }

        /** Another transport than the loopback with connections on demand: for tests. */
        public Builder transports(final TransportFactory factory) {
            transports = factory;
            return this;
        }

        public Builder aggregation(final AggregationConfig config) {
            return all(config);
        }

        public Builder tasks(final TaskConfig config) {
            return all(config);
        }

        /**
         * For debugging: compares what bodies have captured after each chunk, task or visit; a change, which would be
         * lost, fails.
         */
        public Builder checkCaptures(final boolean isOn) {
            return set("gmt.check.captures", isOn);
        }

        /** How threads wait. */
        public Builder waiting(final WaitConfig config) {
            return all(config);
        }

        /** How one-sided transfers go, by size. */
        public Builder protocols(final ProtocolConfig config) {
            return all(config);
        }

        /**
         * Whether and how the nodes measure where the time goes; a flight recording of the JVM is the caller's to make.
         */
        public Builder profile(final ProfileConfig config) {
            return all(config);
        }

        /** What is told of bodies that block the thread they run on, and of SIGQUIT. */
        public Builder watch(final WatchConfig config) {
            return all(config);
        }

        private Builder all(final Record config) {
            settings.program(config);
            return this;
        }

        /**
         * @throws ConfigException a setting is unknown, has no use here, or does not fit the others; says where it
         *                         comes from
         */
        public GmtCluster start() {
            JavaFlags.require();
            final Settings all = SettingRecords.checked(settings.build());
            final RunPlan plan = planInProcess(all);
            return startInProcess(NodeSettings.of(all, plan, plan.nodes()),
                registryOf(programs.toArray(new Class<?>[0])), transports, all.load(ConnectConfig.class), timeout);
        }

        private static RunPlan planInProcess(final Settings settings) {
            final RunConfig asked = settings.load(RunConfig.class);
            if (asked.transport() != RunConfig.Transport.AUTO && asked.transport() != RunConfig.Transport.LOOPBACK) {
                throw settings.refused("gmt.transport", RunConfig.class,
                    "auto or loopback where a program starts all nodes inside its JVM; other"
                    + " transports are for nodes that are processes (gmt run --jar, GmtCluster.connect)");
            }
            final boolean isOpen = asked.plan() == RunConfig.Plan.AUTO && asked.workers() <= 1 && asked.helpers() == 0;
            return RunPlan.of(new RunConfig(asked.nodes(), true, RunConfig.Transport.LOOPBACK,
                isOpen ? RunConfig.Plan.COMBINED : asked.plan(), asked.workers(), asked.helpers(), asked.topology(),
                asked.randomSeed()), coresOfANode(asked.nodes()), false);
        }

        private static int coresOfANode(final int nodes) {
            return Math.max(1, Runtime.getRuntime().availableProcessors() / nodes);
        }
    }

    private static Node startNode(final NodeSettings settings, final FunctionRegistry registry,
                                  final Bootstrap bootstrap, final TransportFactory factory) {
        try {
            return Node.start(settings, registry, bootstrap, factory, START_LIMIT);
        } catch (final RuntimeException | Error e) {
            bootstrap.reportFailure("node " + bootstrap.identity().nodeId() + " did not start: " + e.getMessage());
            throw e;
        }
    }

    /**
     * For launchers: all nodes of a job in this JVM. {@code transports} null: the loopback, with connections as
     * described.
     */
    public static GmtCluster startInProcess(final NodeSettings settings, final FunctionRegistry registry,
                                            final TransportFactory transports, final ConnectConfig connections,
                                            final Duration timeout) {
        final int nodeCount = settings.plan().nodes();
        final LoopbackNetwork network = transports == null ? new LoopbackNetwork(nodeCount) : null;
        final TransportFactory factory = transports != null ? transports
            : OnDemandTransport.factory(network, new MemoryControlNetwork(nodeCount), ConnectKey.random(), connections);
        final List<Bootstrap> bootstraps = InProcessBootstrap.group(nodeCount);
        final ExecutorService starters = Executors.newFixedThreadPool(nodeCount);
        final List<Node> nodes = new ArrayList<>();
        try {
            final List<Future<Node>> starting = new ArrayList<>();
            for (final Bootstrap bootstrap : bootstraps) {
                starting.add(starters.submit(() -> startNode(settings, registry, bootstrap, factory)));
            }
            for (final Future<Node> node : starting) {
                nodes.add(node.get());
            }
        } catch (final InterruptedException | ExecutionException e) {
            nodes.forEach(Node::close);
            throw e.getCause() instanceof RuntimeException ? (RuntimeException) e.getCause()
                : new IllegalStateException(e);
        } finally {
            starters.shutdown();
        }
        return new GmtCluster(nodes, () -> {
            bootstraps.forEach(Bootstrap::leave);
            bootstraps.forEach(Bootstrap::close);
            if (network != null) {
                network.close();
            }
        }, timeout, null);
    }

}

package org.gmt4j;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.runtime.armci.ArmciCatalog;
import org.gmt4j.runtime.armci.BlockingArmci;
import org.gmt4j.runtime.armci.ProtocolConfig;
import org.gmt4j.runtime.armci.sync.Procedure;
import org.gmt4j.runtime.armci.sync.SyncServices;
import org.gmt4j.runtime.armci.sync.WaitingProcedure;
import org.gmt4j.runtime.array.ArrayCatalog;
import org.gmt4j.runtime.array.ForEach;
import org.gmt4j.runtime.array.GlobalArray;
import org.gmt4j.runtime.array.NodeLocal;
import org.gmt4j.runtime.bootstrap.Bootstrap;
import org.gmt4j.runtime.bootstrap.InProcessBootstrap;
import org.gmt4j.runtime.bootstrap.RunConfig;
import org.gmt4j.runtime.bootstrap.RunPlan;
import org.gmt4j.runtime.function.FunctionRegistry;
import org.gmt4j.runtime.function.FunctionRegistryBuilder;
import org.gmt4j.runtime.memory.MemoryConfig;
import org.gmt4j.runtime.node.Node;
import org.gmt4j.runtime.node.NodeSettings;
import org.gmt4j.runtime.profile.ProfileConfig;
import org.gmt4j.runtime.task.IndexBody;
import org.gmt4j.runtime.task.LocalBody;
import org.gmt4j.runtime.task.LocalFunction;
import org.gmt4j.runtime.task.RangeBody;
import org.gmt4j.runtime.task.TaskBody;
import org.gmt4j.runtime.task.TaskConfig;
import org.gmt4j.runtime.task.TaskFunction;
import org.gmt4j.runtime.task.VisitBody;
import org.gmt4j.runtime.task.BulkVisitor;
import org.gmt4j.runtime.task.Visitor;
import org.gmt4j.runtime.waiting.WaitConfig;

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
 * <p>The class that writes a lambda must be registered: {@link #local(int, Class[])} registers the caller's classes given,
 * {@link #builder()} more. Any thread; {@link #close()} is bounded.
 */
public final class GmtCluster implements AutoCloseable {
    private final List<Node> nodes;
    private final AutoCloseable resources;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Duration timeout;
    /** What other nodes of a joined job wait for instead of running the program; null where the program runs. */
    private final Runnable awaitEnd;

    private GmtCluster(final List<Node> nodes, final AutoCloseable resources, final Duration timeout, final Runnable awaitEnd) {
        this.nodes = nodes;
        this.resources = resources;
        this.timeout = timeout;
        this.awaitEnd = awaitEnd;
    }

    /** {@code nodes} nodes inside this JVM; lambdas of the calling class, and of {@code programs}, may travel. */
    public static GmtCluster local(final int nodes, final Class<?>... programs) {
        final Class<?> caller = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        return builder().nodes(nodes).register(caller).register(programs).start();
    }

    /**
     * Joins the job that {@code GMT_NODE_ID}, {@code GMT_NODES} and {@code GMT_SEED=host:port} describe, over UDP; node 0 hosts
     * the seed. The same program runs in every process: on node 0 {@link #call} runs the body, on the others it serves until
     * node 0 closes the cluster, and returns null. Without those variables: two nodes in this JVM. Started by {@code gmt run --jar} it joins the
     * launcher's job, and returns on node 0 only.
     */
    public static GmtCluster connect(final Class<?>... programs) {
        final Class<?> caller = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
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
        return new GmtCluster(List.of(job.node()), job, Duration.ZERO, job.node().nodeId() == 0 ? null : job::awaitEnd);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** For launchers: the part of a job that lives in this process, already started. */
    public static GmtCluster of(final List<Node> nodes, final AutoCloseable resources) {
        return new GmtCluster(List.copyOf(nodes), resources, Duration.ZERO, null);
    }

    /** Runs a body as the first task, on node 0, and waits for its end. */
    public void run(final TaskBody body) {
        call(ctx -> {
            body.run(ctx);
            return null;
        });
    }

    /**
     * Runs a body as the first task, on node 0, and waits for its result.
     *
     * @throws GmtException what ended it: {@code ParForException} with the remote stack, a lost node
     */
    public <R> R call(final TaskFunction<R> body) {
        if (awaitEnd != null) {
            awaitEnd.run();
            return null;
        }
        final CompletableFuture<R> future = nodes.get(0).submit(body);
        try {
            return timeout.isZero() ? future.get() : future.get(timeout.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
        } catch (final ExecutionException | CompletionException e) {
            throw e.getCause() instanceof RuntimeException ? (RuntimeException) e.getCause() : new IllegalStateException(e.getCause());
        } catch (final java.util.concurrent.TimeoutException e) {
            final IllegalStateException hang = new IllegalStateException("GMT-241 the program has not ended within " + timeout + "\n" + report());
            nodes.forEach(node -> node.fail(hang));
            throw hang;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GmtException("GMT-242", "the thread that waits for the program was interrupted", e);
        }
    }

    /** One-sided operations for threads that are no tasks, by the first node of this process; {@link Node#armci()} for others. */
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

    /** What waits where, over the nodes of this process. */
    public String report() {
        final StringBuilder text = new StringBuilder();
        nodes.forEach(node -> text.append(node.report()));
        return text.toString();
    }

    @Override
    public void close() {
        try {
            if (!(resources instanceof NodeOwner)) {
                nodes.forEach(Node::close);
            }
            resources.close();
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException("closing the cluster's resources", e);
        }
    }

    /** A registry of the classes given and of the runtime's own. */
    public static FunctionRegistry registryOf(final Class<?>... programs) {
        final FunctionRegistryBuilder builder = FunctionRegistry.builder(TaskBody.class, TaskFunction.class, RangeBody.class, IndexBody.class,
            VisitBody.class, LocalBody.class, LocalFunction.class, Procedure.class, WaitingProcedure.class);
        builder.register(ArrayCatalog.class, ForEach.class, NodeLocal.class, Visitor.class, BulkVisitor.class, GmtCluster.class);
        builder.register(ArrayCatalog.bodyClasses());
        builder.register(SyncServices.bodyClasses());
        builder.register(ArmciCatalog.bodyClasses());
        builder.register(Arrays.stream(programs).distinct().toArray(Class<?>[]::new));
        return builder.build();
    }

    /** Sets up a cluster inside this JVM. */
    public static final class Builder {
        private int nodeCount = 2;
        private final List<Class<?>> programs = new ArrayList<>();
        private RunConfig.Plan plan = RunConfig.Plan.COMBINED;
        private int workers = 1;
        private int helpers = 1;
        private long seed = 1;
        private long memoryMax;
        private Duration timeout = Duration.ZERO;
        private TransportFactory transports;
        private ConnectConfig connections = ConnectConfig.DEFAULT;
        private TopologyKind topology = TopologyKind.FCG;
        private TopologyConfig edges = TopologyConfig.DEFAULT;
        private AggregationConfig aggregation = AggregationConfig.DEFAULT;
        private TaskConfig tasks = TaskConfig.DEFAULT;
        private WaitConfig waiting = WaitConfig.DEFAULT;
        private ProtocolConfig protocols = ProtocolConfig.DEFAULT;
        private ProfileConfig profile = ProfileConfig.OFF;

        private Builder() {
        }

        public Builder nodes(final int count) {
            nodeCount = count;
            return this;
        }

        /** Classes whose lambdas, bodies and values may travel. */
        public Builder register(final Class<?>... classes) {
            programs.addAll(List.of(classes));
            return this;
        }

        /** Own threads for workers and helpers instead of one thread per node. */
        public Builder dedicated(final int workerCount, final int helperCount) {
            plan = RunConfig.Plan.DEDICATED;
            workers = workerCount;
            helpers = helperCount;
            return this;
        }

        public Builder seed(final long newSeed) {
            seed = newSeed;
            return this;
        }

        /** Bytes of arrays per node. */
        public Builder memoryMax(final long bytes) {
            memoryMax = bytes;
            return this;
        }

        /** A program that runs longer is taken for hung: it fails with a report of what waits where. */
        public Builder timeout(final Duration limit) {
            timeout = limit;
            return this;
        }

        /** Requests travel by way of neighbours, as far as the topology has no edge. */
        public Builder topology(final TopologyKind kind, final TopologyConfig config) {
            topology = kind;
            edges = config;
            return this;
        }

        /** When connections between the nodes are made, and closed again. */
        public Builder connections(final ConnectConfig config) {
            connections = config;
            return this;
        }

        /** Another transport than the loopback with connections on demand: for tests. */
        public Builder transports(final TransportFactory factory) {
            transports = factory;
            return this;
        }

        public Builder aggregation(final AggregationConfig config) {
            aggregation = config;
            return this;
        }

        public Builder tasks(final TaskConfig config) {
            tasks = config;
            return this;
        }

        /** How threads wait. */
        public Builder waiting(final WaitConfig config) {
            waiting = config;
            return this;
        }

        /** How one-sided transfers go, by size. */
        public Builder protocols(final ProtocolConfig config) {
            protocols = config;
            return this;
        }

        /** Whether and how the nodes measure where the time goes; a flight recording of the JVM is the caller's to make. */
        public Builder profile(final ProfileConfig config) {
            profile = config;
            return this;
        }

        public GmtCluster start() {
            if (nodeCount < 1) {
                throw new IllegalArgumentException("node count is " + nodeCount + ", expected at least 1");
            }
            final RunPlan runPlan = new RunPlan(nodeCount, true, RunConfig.Transport.LOOPBACK, plan, workers,
                plan == RunConfig.Plan.COMBINED ? 0 : helpers, topology, seed);
            final NodeSettings settings = new NodeSettings(runPlan, aggregation, tasks, new MemoryConfig(memoryMax), waiting, nodeCount, edges,
                protocols).withProfile(profile);
            return startInProcess(settings, registryOf(programs.toArray(new Class<?>[0])), transports, connections, timeout);
        }
    }

    private static Node startNode(final NodeSettings settings, final FunctionRegistry registry, final Bootstrap bootstrap,
                                  final TransportFactory factory) {
        try {
            return Node.start(settings, registry, bootstrap, factory, START_LIMIT);
        } catch (final RuntimeException | Error e) {
            bootstrap.reportFailure("node " + bootstrap.identity().nodeId() + " did not start: " + e.getMessage());
            throw e;
        }
    }

    /** For launchers: all nodes of a job in this JVM. {@code transports} null: the loopback, with connections as described. */
    public static GmtCluster startInProcess(final NodeSettings settings, final FunctionRegistry registry, final TransportFactory transports,
                                            final ConnectConfig connections, final Duration timeout) {
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
            throw e.getCause() instanceof RuntimeException ? (RuntimeException) e.getCause() : new IllegalStateException(e);
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

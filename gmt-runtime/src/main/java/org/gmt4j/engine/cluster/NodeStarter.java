package org.gmt4j.engine.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.gmt4j.DoubleIndexFunction;
import org.gmt4j.DoubleOperator;
import org.gmt4j.DoubleRangeFunction;
import org.gmt4j.DoubleTest;
import org.gmt4j.GmtLibrary;
import org.gmt4j.IndexBody;
import org.gmt4j.IndexPredicate;
import org.gmt4j.LocalBody;
import org.gmt4j.LocalFunction;
import org.gmt4j.LongIndexFunction;
import org.gmt4j.LongOperator;
import org.gmt4j.LongRangeFunction;
import org.gmt4j.LongTest;
import org.gmt4j.LongsOperator;
import org.gmt4j.LongsRangeFunction;
import org.gmt4j.NodeDoubleFunction;
import org.gmt4j.NodeLongFunction;
import org.gmt4j.PairVisitBody;
import org.gmt4j.RangeBody;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.TripleVisitBody;
import org.gmt4j.VisitBody;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.transport.AeronConfig;
import org.gmt4j.aggregation.transport.AeronTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.DatagramControl;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.Procedure;
import org.gmt4j.armci.WaitingProcedure;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.BootstrapConfig;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.function.FunctionRegistry;
import org.gmt4j.engine.function.FunctionRegistryBuilder;
import org.gmt4j.engine.memory.SharedConfig;
import org.gmt4j.engine.memory.WindowPlan;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.node.NodeSettings;
import org.gmt4j.engine.node.TransportConfig;
import org.gmt4j.engine.onesided.OneSided;
import org.gmt4j.engine.task.TaskRuntime;

/** Starts nodes from settings. Set-up; any thread. */
public final class NodeStarter {
    /**
     * Stream ids of a second transport, for hand-written programs beside the runtime, start far from those of the
     * first.
     */
    private static final int SECOND_STREAM_BASE = 1 << 20;

    /** Distance between the stream ids of further jobs beside the first. */
    private static final int STREAMS_OF_A_JOB = 1 << 16;

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** Of the family that the seed of a job on one host takes, too. */
    private static final String LOOPBACK = InetAddress.getLoopbackAddress().getHostAddress();

    /** Looked for once: the class path of the runtime stays. */
    private static volatile Class<?>[] ofLibraries;

    private NodeStarter() {
    }

    /**
     * Starts this process's node over Aeron and returns when all nodes are connected. The only node of a job over IPC
     * has nobody to talk to: it needs no driver.
     *
     * @param aeronDirectory IPC: directory of the shared driver, or of the job of one node; UDP: parent of the node's
     *                       own, empty for the default
     */
    public static Node start(final Settings settings, final RunPlan plan, final String aeronDirectory,
                             final Bootstrap bootstrap, final Class<?>... registered) {
        return startBeside(0, settings, plan, aeronDirectory, bootstrap, registered);
    }

    /**
     * Starts this process's node of a further job beside the first, with its own streams. For benchmarks that compare
     * settings.
     *
     * @param ordinal 1 or more, the same on all nodes and unique for each job; 0 for the first
     */
    public static Node startBeside(final int ordinal, final Settings settings, final RunPlan plan,
                                   final String aeronDirectory, final Bootstrap bootstrap,
                                   final Class<?>... registered) {
        if (plan.transport() == RunConfig.Transport.IPC && plan.nodes() == 1) {
            return startAlone(ordinal, settings, plan, bootstrap, registered);
        }
        final boolean shared = plan.transport() == RunConfig.Transport.IPC;
        final Duration limit = Duration.ofMillis(settings.load(BootstrapConfig.class).joinTimeoutMs());
        final Neighbours neighbours = shared ? new Neighbours(plan.nodes(), plan.nodes())
            : Neighbours.count(bootstrap, limit);
        final int crowd = RunPlan.crowd(neighbours.onCores(), Runtime.getRuntime().availableProcessors());
        final TransportConfig config = settings.load(TransportConfig.class);
        final String host = config.interfaceAddress().isEmpty() ? bootstrap.localAddress() : config.interfaceAddress();
        final ConnectKey key = key(bootstrap);
        final AeronConfig aeron = config.over(shared ? AeronConfig.ipc(aeronDirectory)
            : AeronConfig.udp(host).withDirectory(aeronDirectory))
            .withSessionSalt(key.number("session")).withCrowd(crowd);
        final TransportFactory transports = OnDemandTransport.factory(AeronTransport.factory(beside(aeron, ordinal)),
            DatagramControl.at(shared ? LOOPBACK : aeron.host()), key,
            settings.load(ConnectConfig.class).withCrowd(crowd));
        final WindowPlan windows = shared ? WindowPlan.of(settings.load(SharedConfig.class),
            windows(aeronDirectory, ordinal), neighbours.onHost()) : WindowPlan.OFF;
        final NodeSettings nodeSettings = NodeSettings.of(settings, plan, neighbours.onHost())
            .withNodesOnCores(neighbours.onCores()).withWindows(windows);
        final Node node = Node.start(nodeSettings, registryOf(registered), bootstrap, transports, limit);
        if (ordinal == 0) {
            node.register(TransportFactory.class, AeronTransport.factory(aeron.withStreamBase(SECOND_STREAM_BASE)));
        }
        return node;
    }

    private static Node startAlone(final int ordinal, final Settings settings, final RunPlan plan,
                                   final Bootstrap bootstrap, final Class<?>... registered) {
        final Node node = Node.start(NodeSettings.of(settings, plan, 1), registryOf(registered), bootstrap,
            loopback(settings, new LoopbackNetwork(1), 1),
            Duration.ofMillis(settings.load(BootstrapConfig.class).joinTimeoutMs()));
        if (ordinal == 0) {
            node.register(TransportFactory.class, new LoopbackNetwork(1));
        }
        return node;
    }

    private static TransportFactory loopback(final Settings settings, final LoopbackNetwork network,
                                             final int nodeCount) {
        return OnDemandTransport.factory(network, new MemoryControlNetwork(nodeCount), ConnectKey.random(),
            settings.load(ConnectConfig.class));
    }

    /** Returns the folder of a job's windows; each job has its own. */
    private static String windows(final String aeronDirectory, final int ordinal) {
        if (ordinal == 0 || aeronDirectory.isEmpty()) {
            return aeronDirectory;
        }
        try {
            return Files.createDirectories(Path.of(aeronDirectory, "job-" + ordinal)).toString();
        } catch (final IOException e) {
            return "";                              // memory is not shared then
        }
    }

    // --- all nodes of a job in this JVM ---

    /**
     * Starts all nodes of a job in this JVM and returns when they are connected.
     *
     * @param transports null for the loopback, with connections as set
     * @param timeout    deadline of each job; zero for none
     */
    public static NodeCluster inProcess(final Settings settings, final RunPlan plan, final TransportFactory transports,
                                        final Duration timeout, final Class<?>... registered) {
        final int nodeCount = plan.nodes();
        final NodeSettings all = NodeSettings.of(settings, plan, nodeCount).withFixedMemory();
        // other transports are here to be measured and tested: their nodes share nothing
        final NodeSettings shared = transports != null ? all
            : all.withWindows(WindowPlan.inJvm(settings.load(SharedConfig.class), nodeCount));
        final FunctionRegistry registry = registryOf(registered);
        final LoopbackNetwork network = transports == null ? new LoopbackNetwork(nodeCount) : null;
        final TransportFactory factory = transports != null ? transports : loopback(settings, network, nodeCount);
        final List<Bootstrap> bootstraps = Bootstrap.inProcess(nodeCount);
        final List<Node> nodes = startAll(bootstraps,
            bootstrap -> startOne(shared, registry, bootstrap, factory));
        return new NodeCluster(nodes, () -> {
            bootstraps.forEach(Bootstrap::leave);
            bootstraps.forEach(Bootstrap::close);
            if (network != null) {
                network.close();
            }
        }, true, timeout, null, registry);
    }

    /**
     * Starts a node for each bootstrap, each in a thread of its own, which has ended when this returns or throws.
     * When one does not start, those that did are closed, and the failure of the lowest is thrown.
     */
    private static List<Node> startAll(final List<Bootstrap> bootstraps, final Function<Bootstrap, Node> start) {
        final List<FutureTask<Node>> starting = new ArrayList<>();
        final List<Thread> starters = new ArrayList<>();
        for (final Bootstrap bootstrap : bootstraps) {
            final FutureTask<Node> task = new FutureTask<>(() -> start.apply(bootstrap));
            final Thread starter = new Thread(task, "gmt-start-" + bootstrap.identity().nodeId());
            starting.add(task);
            starters.add(starter);
            starter.start();
        }
        boolean isInterrupted = false;
        for (final Thread starter : starters) {
            while (starter.isAlive()) {
                try {
                    starter.join();
                } catch (final InterruptedException e) {
                    isInterrupted = true;
                    starters.forEach(Thread::interrupt);
                }
            }
        }
        final List<Node> nodes = new ArrayList<>();
        Throwable failure = null;
        for (final FutureTask<Node> task : starting) {
            try {
                nodes.add(task.get());
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);         // impossible: each task has ended
            } catch (final ExecutionException e) {
                failure = failure == null ? e.getCause() : failure;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null || isInterrupted) {
            nodes.forEach(Node::close);
            throw failure instanceof RuntimeException ? (RuntimeException) failure : new IllegalStateException(
                isInterrupted ? "interrupted while nodes started" : "a node did not start", failure);
        }
        return nodes;
    }

    private static Node startOne(final NodeSettings settings, final FunctionRegistry registry,
                                 final Bootstrap bootstrap, final TransportFactory factory) {
        try {
            return Node.start(settings, registry, bootstrap, factory, START_LIMIT);
        } catch (final RuntimeException | Error e) {
            bootstrap.reportFailure("node " + bootstrap.identity().nodeId() + " did not start: " + e.getMessage());
            throw e;
        }
    }

    // --- the registry of what travels ---

    /** Returns a registry of the given classes, of the libraries' and of the runtime's own. */
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
        builder.register(NodeCluster.class).register(TaskRuntime.bodyClasses());
        builder.registerPackageOf(TaskContext.class).registerPackageOf(Armci.class).registerPackageOf(OneSided.class);
        builder.register(ofLibraries());
        builder.register(Arrays.stream(programs).distinct().toArray(Class<?>[]::new));
        return builder.build();
    }

    private static Class<?>[] ofLibraries() {
        final Class<?>[] known = ofLibraries;
        if (known != null) {
            return known;
        }
        final Class<?>[] found = ServiceLoader.load(GmtLibrary.class, GmtLibrary.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get).flatMap(library -> Arrays.stream(library.travellingClasses()))
            .toArray(Class<?>[]::new);
        ofLibraries = found;
        return found;
    }

    // --- transports ---

    private static AeronConfig beside(final AeronConfig first, final int ordinal) {
        return ordinal == 0 ? first : first.withStreamBase(SECOND_STREAM_BASE + ordinal * STREAMS_OF_A_JOB);
    }

    /** Returns the key of the job for connections. Without one the job's name keeps strangers out only by accident. */
    private static ConnectKey key(final Bootstrap bootstrap) {
        final byte[] secret = bootstrap.secret("connect");
        return ConnectKey.of(secret.length > 0 ? secret
            : bootstrap.identity().jobId().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns Aeron transports of nodes that share this JVM; {@code isSecond} for programs beside the runtime. */
    public static TransportFactory transports(final Settings settings, final RunPlan plan, final String aeronDirectory,
                                              final boolean isSecond) {
        final AeronConfig base = plan.transport() == RunConfig.Transport.IPC ? AeronConfig.ipc(aeronDirectory)
            : AeronConfig.udp(LOOPBACK).withDirectory(aeronDirectory);
        final AeronConfig aeron = settings.load(TransportConfig.class).over(base);
        if (isSecond) {
            return AeronTransport.factory(aeron.withStreamBase(SECOND_STREAM_BASE));
        }
        return onDemand(settings, aeron);
    }

    /** Returns transports of a further job whose nodes share this JVM, see {@link #startBeside}. */
    public static TransportFactory transportsBeside(final Settings settings, final RunPlan plan,
                                                    final String aeronDirectory, final int ordinal) {
        final AeronConfig base = plan.transport() == RunConfig.Transport.IPC ? AeronConfig.ipc(aeronDirectory)
            : AeronConfig.udp(LOOPBACK).withDirectory(aeronDirectory);
        return onDemand(settings, beside(settings.load(TransportConfig.class).over(base), ordinal));
    }

    private static TransportFactory onDemand(final Settings settings, final AeronConfig aeron) {
        final ConnectKey key = ConnectKey.random();
        return OnDemandTransport.factory(AeronTransport.factory(aeron.withSessionSalt(key.number("session"))),
            DatagramControl.at(LOOPBACK), key, settings.load(ConnectConfig.class));
    }
}

package org.gmt4j;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyConfig.Replies;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.cluster.ClusterBuilder;
import org.gmt4j.engine.task.TaskConfig;
import org.junit.jupiter.params.provider.Arguments;

/** Clusters of this JVM for tests: a program that hangs fails with a report of what waits where. */
public final class TestClusters {
    /** Longest program of a test. */
    public static final Duration LIMIT = Duration.ofSeconds(120);

    /** Who does the work of a node. */
    public enum Plan {
        COMBINED(RunConfig.Plan.COMBINED, 1, 0), SHARED_2(RunConfig.Plan.SHARED, 2, 0),
        SHARED_3(RunConfig.Plan.SHARED, 3, 0), DEDICATED_1_1(RunConfig.Plan.DEDICATED, 1, 1),
        DEDICATED_2_2(RunConfig.Plan.DEDICATED, 2, 2);

        private final RunConfig.Plan plan;
        private final int workers;
        private final int helpers;

        Plan(final RunConfig.Plan plan, final int workers, final int helpers) {
            this.plan = plan;
            this.workers = workers;
            this.helpers = helpers;
        }

        /** The shape of a job with this plan. */
        public RunPlan of(final int nodes) {
            return new RunPlan(nodes, true, RunConfig.Transport.LOOPBACK, plan, workers, helpers, TopologyKind.FCG, 1);
        }
    }

    /**
     * With more threads than this those of a test's cluster sleep until they are woken: they would spend most of the
     * time of the few cores with looking whether something has come. {@code -Dgmt.wait=adaptive} runs all as users do.
     */
    private static final int THREADS_THAT_LOOK = 4;

    private static final StackWalker CALLER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final String SHARED = "gmt.armci.shared";

    private TestClusters() {
    }

    private static boolean sharesMemory(final int nodes) {
        return nodes % 2 == 0;
    }

    /**
     * A cluster as {@link GmtCluster#local} makes it. Tests of libraries, which run on several numbers of nodes, have
     * memory shared on the even ones, and messages as between hosts on the others.
     */
    public static GmtCluster local(final int nodes, final Class<?>... programs) {
        return GmtCluster.builder().nodes(nodes).register(CALLER.getCallerClass()).register(programs)
            .set(SHARED, sharesMemory(nodes) ? "auto" : "off").start();
    }

    /** Do the threads of such a job in this JVM sleep until they are woken, where a test does not say how they wait? */
    public static boolean sleeps(final RunPlan plan) {
        return plan.threads() * plan.nodes() > THREADS_THAT_LOOK && System.getProperty("gmt.wait") == null;
    }

    public static ClusterBuilder builder(final int nodes, final Plan plan, final Class<?>... programs) {
        final ClusterBuilder builder = new ClusterBuilder().nodes(nodes).register(programs).timeout(LIMIT);
        if (sleeps(plan.of(nodes))) {
            builder.set("gmt.wait", "block");
        }
        // accesses of a node to itself at once and gathered, both in all tests
        if (plan == Plan.COMBINED && nodes % 2 == 1) {
            builder.set("gmt.memory.gather", "0");
        }
        // memory shared between nodes (in parts of 64 KB and more), and messages as between hosts, both in all tests
        builder.set(SHARED, sharesMemory(nodes) ? "auto" : "off");
        // all tests once more, with chunks that wander as much as they can
        if (Boolean.getBoolean("test.gmt.balance")) {
            builder.set(TaskConfig.DEFAULT.withBalance(true, 0));
        }
        return builder.set("gmt.plan", plan.plan).set("gmt.workers", plan.workers).set("gmt.helpers", plan.helpers);
    }

    public static GmtCluster start(final int nodes, final Plan plan, final Class<?>... programs) {
        return builder(nodes, plan, programs).start();
    }

    /** Node counts with every plan; the larger counts with fewer threads. */
    public static Stream<Arguments> shapes() {
        return Stream.of(
            Arguments.of(1, Plan.COMBINED), Arguments.of(2, Plan.COMBINED), Arguments.of(3, Plan.COMBINED),
            Arguments.of(5, Plan.COMBINED), Arguments.of(7, Plan.COMBINED),
            Arguments.of(1, Plan.SHARED_2), Arguments.of(2, Plan.SHARED_3), Arguments.of(3, Plan.SHARED_2),
            Arguments.of(1, Plan.DEDICATED_1_1), Arguments.of(2, Plan.DEDICATED_1_1),
            Arguments.of(5, Plan.DEDICATED_1_1), Arguments.of(2, Plan.DEDICATED_2_2));
    }

    /** All node counts that programs are shown on, each with some of the topologies, and {@link #fewNetworks}. */
    public static Stream<Arguments> networks() {
        final Stream.Builder<Arguments> shapes = Stream.builder();
        final int[] counts = {1, 2, 3, 5, 7, 8, 11, 13};
        for (int i = 0; i < counts.length; i++) {
            for (int k = 0; k < (i < 3 ? 1 : 2); k++) {
                shapes.add(Arguments.of(counts[i], Plan.COMBINED,
                    TopologyKind.values()[(i + 1 + k * (1 + i % 2)) % 4]));
            }
        }
        return Stream.concat(shapes.build(), fewNetworks());
    }

    /** Each topology with several threads, and each with one thread. */
    public static Stream<Arguments> fewNetworks() {
        return Stream.of(Arguments.of(1, Plan.DEDICATED_2_2, TopologyKind.FCG),
            Arguments.of(2, Plan.SHARED_2, TopologyKind.FCG),
            Arguments.of(3, Plan.DEDICATED_2_2, TopologyKind.MFCG),
            Arguments.of(5, Plan.SHARED_2, TopologyKind.CFCG),
            Arguments.of(8, Plan.DEDICATED_1_1, TopologyKind.HYPERCUBE),
            Arguments.of(3, Plan.COMBINED, TopologyKind.FCG), Arguments.of(5, Plan.COMBINED, TopologyKind.MFCG),
            Arguments.of(7, Plan.COMBINED, TopologyKind.CFCG), Arguments.of(5, Plan.COMBINED, TopologyKind.HYPERCUBE));
    }

    /** A cluster of {@link #networks}, with two short request buffers per edge. */
    public static GmtCluster start(final int nodes, final Plan plan, final TopologyKind kind,
                                   final Class<?>... programs) {
        return builder(nodes, plan, programs).set("gmt.topology", kind).set(edges(kind)).start();
    }

    /** Two short request buffers per edge; one of the topologies with routed replies. */
    public static TopologyConfig edges(final TopologyKind kind) {
        return new TopologyConfig("", RoutingRule.LDF, 2, 4096, kind == TopologyKind.CFCG ? Replies.ROUTED
            : Replies.DIRECT);
    }

    /** One small shape of each plan. */
    public static Stream<Arguments> fewShapes() {
        return Stream.of(Arguments.of(1, Plan.COMBINED), Arguments.of(3, Plan.COMBINED),
            Arguments.of(2, Plan.SHARED_2), Arguments.of(2, Plan.DEDICATED_2_2));
    }

    /** The default with other block, buffer, credits, pool and reply buffers. */
    public static AggregationConfig aggregation(final int blockLength, final int blockCommands, final int bufferLength,
                                                final int bufferBlocks, final int credits, final int poolBlocks,
                                                final int replyBuffers) {
        final AggregationConfig config = AggregationConfig.DEFAULT;
        return new AggregationConfig(blockLength, blockCommands, config.blockTimeoutNs(), bufferLength, bufferBlocks,
            config.bufferTimeoutNs(), config.nsPerTask(), credits, poolBlocks, config.overflowBlocks(), replyBuffers);
    }

    /** Everything about a list of failures as one message; empty: none. */
    public static String join(final List<String> failures) {
        final List<String> found = failures.stream().filter(failure -> !failure.isEmpty()).toList();
        return found.isEmpty() ? "" : found.size() + " failures: " + String.join("\n",
            found.subList(0, Math.min(6, found.size())));
    }
}

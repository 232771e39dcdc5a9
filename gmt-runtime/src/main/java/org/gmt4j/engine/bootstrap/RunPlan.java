package org.gmt4j.engine.bootstrap;

import java.util.Locale;
import org.gmt4j.aggregation.topology.TopologyKind;

/**
 * The shape of a job with all choices made. The same on all nodes.
 *
 * @param nodes      number of nodes of the job
 * @param inProcess  whether all nodes are inside one JVM
 * @param transport  transport between nodes, never automatic
 * @param plan       assignment of roles to threads, never automatic
 * @param workers    workers per node, at least 1
 * @param helpers    helper threads per node in plan dedicated, at least 1; 0 in other plans, where workers are helpers
 * @param topology   virtual topology
 * @param randomSeed seed of all random numbers
 */
public record RunPlan(int nodes, boolean inProcess, RunConfig.Transport transport, RunConfig.Plan plan, int workers,
                      int helpers, TopologyKind topology, long randomSeed) {
    /** Nodes of a core that start and connect in the usual time. */
    private static final int FEW_NODES = 4;

    /**
     * Makes the choices that the configuration leaves open.
     *
     * @param config       requested shape
     * @param coresPerNode cores of this host divided by its nodes
     * @param joinedByHand whether the nodes are started one by one, possibly on several hosts
     */
    public static RunPlan of(final RunConfig config, final int coresPerNode, final boolean joinedByHand) {
        final RunConfig.Plan plan = plan(config, coresPerNode);
        if (plan == RunConfig.Plan.COMBINED && (config.workers() > 1 || config.helpers() > 0)) {
            throw new IllegalArgumentException("plan combined has one thread per node for all roles: remove --workers "
                + "and --helpers, or take --plan shared or dedicated");
        }
        if (plan == RunConfig.Plan.SHARED && config.helpers() > 0) {
            throw new IllegalArgumentException("in plan shared each worker is a helper, too: remove --helpers, or take "
                + "--plan dedicated");
        }
        final int helpers = plan != RunConfig.Plan.DEDICATED ? 0 : Math.max(1, config.helpers());
        final int workers = plan == RunConfig.Plan.COMBINED ? 1 : config.workers() > 0 ? config.workers()
            : Math.max(1, plan == RunConfig.Plan.SHARED ? coresPerNode : coresPerNode - helpers - 1);
        return new RunPlan(config.nodes(), config.inProcess(), transport(config, joinedByHand), plan, workers, helpers,
            config.topology(), config.randomSeed());
    }

    /** Returns the number of threads of a node that run bodies, each with a lane: workers and helpers. */
    public int lanes() {
        return workers + helpers;
    }

    /** Returns the number of threads of a node. */
    public int threads() {
        return plan == RunConfig.Plan.DEDICATED ? lanes() + 1 : lanes();
    }

    /**
     * Returns the factor of time limits where many nodes share a core: each of them starts, connects and compiles for
     * itself, and has only its share of the core. 32 nodes on two cores need more than 30 s to connect (measured).
     *
     * @param nodesOnHost nodes of the job on this host
     * @param cores       cores of this host
     * @return 1 below 8 nodes of a core, 2 for 8, 4 for 16
     */
    public static int crowd(final int nodesOnHost, final int cores) {
        return Math.max(1, nodesOnHost / cores / FEW_NODES);
    }

    private static RunConfig.Plan plan(final RunConfig config, final int coresPerNode) {
        if (config.plan() != RunConfig.Plan.AUTO) {
            return config.plan();
        }
        if (config.helpers() > 0) {
            return RunConfig.Plan.DEDICATED;
        }
        return config.workers() > 1 || config.workers() == 0 && coresPerNode > 1 ? RunConfig.Plan.SHARED
            : RunConfig.Plan.COMBINED;
    }

    private static RunConfig.Transport transport(final RunConfig config, final boolean joinedByHand) {
        final RunConfig.Transport asked = config.transport();
        if (asked == RunConfig.Transport.LOOPBACK && !config.inProcess()) {
            throw new IllegalArgumentException("transport loopback joins nodes of one JVM only: add --in-process");
        }
        if (asked != RunConfig.Transport.AUTO) {
            return asked;
        }
        if (config.inProcess()) {
            return RunConfig.Transport.LOOPBACK;
        }
        return joinedByHand ? RunConfig.Transport.UDP : RunConfig.Transport.IPC;
    }

    /** @return an enum constant as users write it */
    public static String spelling(final Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}

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
 * @param helpers    helper threads per node; 0 for plan combined, where the worker is also the helper
 * @param topology   virtual topology
 * @param randomSeed seed of all random numbers
 */
public record RunPlan(int nodes, boolean inProcess, RunConfig.Transport transport, RunConfig.Plan plan, int workers,
                      int helpers, TopologyKind topology, long randomSeed) {

    /** With fewer cores, threads for each role would only take turns on the same cores. */
    private static final int CORES_FOR_DEDICATED = 3;

    /**
     * Makes the choices that the configuration leaves open.
     *
     * @param config       requested shape
     * @param coresPerNode cores of this host divided by its nodes
     * @param joinedByHand whether the nodes are started one by one, possibly on several hosts
     */
    public static RunPlan of(final RunConfig config, final int coresPerNode, final boolean joinedByHand) {
        final RunConfig.Plan plan = plan(config, coresPerNode);
        final boolean combined = plan == RunConfig.Plan.COMBINED;
        if (combined && (config.workers() > 1 || config.helpers() > 0)) {
            throw new IllegalArgumentException("plan combined has one thread per node for all roles: remove --workers "
                + "and --helpers, or take --plan dedicated");
        }
        final int helpers = combined ? 0 : config.helpers() > 0 ? config.helpers() : 1;
        final int workers = combined ? 1 : config.workers() > 0 ? config.workers()
            : Math.max(1, coresPerNode - helpers - 1);
        return new RunPlan(config.nodes(), config.inProcess(), transport(config, joinedByHand), plan, workers, helpers,
            config.topology(), config.randomSeed());
    }

    private static RunConfig.Plan plan(final RunConfig config, final int coresPerNode) {
        if (config.plan() != RunConfig.Plan.AUTO) {
            return config.plan();
        }
        final boolean severalThreads = config.workers() > 1 || config.helpers() > 0;
        return severalThreads || coresPerNode >= CORES_FOR_DEDICATED ? RunConfig.Plan.DEDICATED
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

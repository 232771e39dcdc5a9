package org.gmt4j.engine.bootstrap;

import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.topology.TopologyKind;

/**
 * The requested shape of a job; {@link RunPlan} is the shape on a given host.
 *
 * @param nodes      number of nodes of the job
 * @param inProcess  whether all nodes are inside one JVM
 * @param transport  transport between nodes
 * @param plan       assignment of roles to threads
 * @param workers    workers per node, 0 for automatic
 * @param helpers    helpers per node, 0 for automatic
 * @param topology   virtual topology
 * @param randomSeed seed of all random numbers
 */
public record RunConfig(
    @Setting(key = "gmt.nodes", unit = "count", defaultValue = "2", min = 1, max = 1 << 14,
        meaning = "Nodes of a job: processes on this machine, or in one JVM with --in-process.") int nodes,
    @Setting(key = "gmt.in.process", defaultValue = "false",
        meaning = "All nodes inside one JVM (tests, embedding, debugging).") boolean inProcess,
    @Setting(key = "gmt.transport", defaultValue = "auto",
        meaning = "How nodes talk: ipc (Aeron, shared memory), udp (Aeron), loopback (one JVM); auto is ipc, loopback "
            + "with --in-process, udp for nodes joined by hand.") Transport transport,
    @Setting(key = "gmt.plan", defaultValue = "auto",
        meaning = "Threads of a node: combined puts all roles on one, shared lets each of several take all roles in "
            + "turn, dedicated gives each role its own; auto is combined with one core per node, shared with more, and "
            + "dedicated where helpers are named.") Plan plan,
    @Setting(key = "gmt.workers", unit = "count", defaultValue = "0", min = 0, max = 1024,
        meaning = "Worker threads per node; 0 derives them from cores and nodes.") int workers,
    @Setting(key = "gmt.helpers", unit = "count", defaultValue = "0", min = 0, max = 1024,
        meaning = "Helper threads per node, in plan dedicated only; 0 is one.") int helpers,
    @Setting(key = "gmt.topology", defaultValue = "fcg",
        meaning = "Virtual topology: which nodes keep request buffers for each other; requests to "
            + "others are forwarded.")
    TopologyKind topology,
    @Setting(key = "gmt.random.seed", defaultValue = "1",
        meaning = "Seed of everything random; results do not depend on the number of nodes. Short flag: --seed.")
    long randomSeed) {

    /** Transports between nodes. */
    public enum Transport { AUTO, IPC, UDP, LOOPBACK }

    /** Assignments of roles to threads. */
    public enum Plan { AUTO, DEDICATED, COMBINED, SHARED }
}

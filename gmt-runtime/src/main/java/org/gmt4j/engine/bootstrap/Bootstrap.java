package org.gmt4j.engine.bootstrap;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A node's connection to the other nodes before (and beside) the transport. Any thread, but all-gathers of one node one
 * after another.
 *
 * <p>The caller promises that all nodes perform the same sequence of all-gathers, and that a node which ends as planned
 * calls {@link #leave()} first. Given that, every other node is notified within milliseconds when a process ends, and
 * within the configured silence limit when it is frozen.
 *
 * <pre>
 *   joined ──allGather*──► leave() ──► close()          an orderly end, without a notice
 *      └───────────────────────────────► close()        without leave: all others are notified of a failure
 * </pre>
 */
public interface Bootstrap extends AutoCloseable {

    /** @return the bootstraps of a new job inside this JVM, by node id */
    static List<Bootstrap> inProcess(final int nodeCount) {
        return InProcessBootstrap.group(nodeCount);
    }

    /** @return the identity of this node */
    NodeIdentity identity();

    /**
     * Returns bytes that only the nodes of this job know, different for each purpose and each job. Empty when the job
     * has no key: then strangers are kept out only by accident.
     */
    byte[] secret(String purpose);

    /**
     * @return numeric address under which this node reaches the seed, and so probably the other nodes reach this node
     */
    String localAddress();

    /** @return name of this node's host: nodes with equal names share one. At most some hundred characters */
    default String hostName() {
        return HostName.ofThisMachine();
    }

    /**
     * @return name of what gives this node memory: its host, or its container there. Nodes with equal names share it
     */
    default String placeName() {
        return hostName() + HostName.CONTAINER;
    }

    /**
     * @return processors of its place that this node may use: a launcher may bind each node to some. Nodes of a place
     *         with equal ones share them
     */
    default String processors() {
        return HostName.PROCESSORS;
    }

    /**
     * Gives each node the contributions of all.
     *
     * @param mine  contribution of this node, at most 8 MB; copied
     * @param limit time within which all must contribute
     * @return one array for each node, by node id
     * @throws BootstrapException when a node has failed, or has not contributed within the limit; the message names it
     */
    byte[][] allGather(byte[] mine, Duration limit);

    /**
     * Registers a listener for the failure of any other node or of the seed. It is called once for each, on a thread of
     * the bootstrap, and at once for earlier failures. It should be short.
     */
    void onFailure(Consumer<NodeFailure> listener);

    /** Notifies all others that this node cannot continue. */
    void reportFailure(String why);

    /** Announces the planned end of this node: its silence and its closed connection are no failure from now on. */
    void leave();

    /** Ends the connection. Without {@link #leave()} the others count this node as failed. Never throws. */
    @Override
    void close();
}

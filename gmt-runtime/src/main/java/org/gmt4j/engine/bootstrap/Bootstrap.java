package org.gmt4j.engine.bootstrap;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A node's door to the other nodes before (and beside) the transport. Any thread, but all-gathers of one node one after
 * another.
 *
 * <p>The caller promises that all nodes perform the same sequence of all-gathers, and that a node which ends as
 * planned calls {@link #leave()} first. Given that, every other node learns within milliseconds that a process is
 * gone, and within the configured silence limit that it is frozen.
 *
 * <pre>
 *   joined ──allGather*──► leave() ──► close()          an orderly end: nobody is told
 *      └───────────────────────────────► close()        without leave: all others are told that this node failed
 * </pre>
 */
public interface Bootstrap extends AutoCloseable {

    /** @return one for each node of a new job inside this JVM, by node id */
    static List<Bootstrap> inProcess(final int nodeCount) {
        return InProcessBootstrap.group(nodeCount);
    }

    /** @return who this node is */
    NodeIdentity identity();

    /**
     * Bytes that only the nodes of this job can tell, different for each purpose and each job. Empty when the job has
     * no key: then strangers are kept out by accident only.
     */
    byte[] secret(String purpose);

    /** @return numeric address under which this node reaches the seed, and so probably the other nodes reach it */
    String localAddress();

    /** @return the host this node runs on: nodes with equal names share one. At most some hundred characters */
    default String hostName() {
        return HostName.ofThisMachine();
    }

    /**
     * Gives each node the contributions of all.
     *
     * @param mine  this node's contribution, at most 8 MB; copied
     * @param limit until all must have contributed
     * @return one array for each node, by node id
     * @throws BootstrapException if a node is missing at the limit (naming it) or failed
     */
    byte[][] allGather(byte[] mine, Duration limit);

    /**
     * Registers a listener for the failure of any other node or of the seed. It is called once for each, on a thread
     * of the bootstrap, at once for those that failed before; it should be quick.
     */
    void onFailure(Consumer<NodeFailure> listener);

    /** Tells all others that this node cannot go on. */
    void reportFailure(String why);

    /** Says that this node ends as planned: its silence and its closed connection mean nothing from now on. */
    void leave();

    /** Ends; without {@link #leave()} the others count this node as failed. Never throws. */
    @Override
    void close();
}

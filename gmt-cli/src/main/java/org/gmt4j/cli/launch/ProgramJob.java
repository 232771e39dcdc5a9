package org.gmt4j.cli.launch;

import java.util.List;
import org.gmt4j.cli.ClusterHandle;
import org.gmt4j.engine.publish.NodeReport;

/**
 * The job that a program finds in its process, as far as processes of several nodes and one with all nodes differ.
 * Owned by the program's session, which keeps to this order on node 0:
 *
 * <pre>
 *   connect ──► close ──► end(DONE)         the program has closed its cluster and come to its end
 *      └─────────────────► end(FAILED)      its main method has thrown, the cluster open or closed
 *   end(...) alone                          it has never connected
 * </pre>
 */
interface ProgramJob {

    /** The end of a program. */
    enum Verdict { DONE, FAILED, EXITED, ALONE }

    /**
     * Starts the nodes of this process and returns when all nodes of the job are connected. In a process of another
     * node than 0 it serves until the job is over, and does not return.
     */
    ClusterHandle connect(Class<?>[] programs);

    /** Closes the nodes of all processes at the same time. @return their reports */
    List<NodeReport> close(ClusterHandle handle);

    /**
     * Tells the other processes that it is over. Bounded where node 0 has something to tell; never throws; the first
     * call counts.
     *
     * @param why for people, where the others cannot know
     * @return does node 0 tell the user the same? Then this process need not
     */
    boolean end(Verdict verdict, String why);

    /** @return is this the process whose words the user reads first? */
    boolean isFirst();

    /** @return is the job over because another node is lost, which has been said? Waits until it has. */
    boolean isLost() throws InterruptedException;
}

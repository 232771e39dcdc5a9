package org.gmt4j.cli;

import org.gmt4j.engine.bootstrap.NodeFailure;
import org.gmt4j.engine.publish.PublishedNodes;

/** The runtime of this process as the command line sees it: one node, or all nodes of a job in one JVM. Any thread. */
public interface ClusterHandle extends PublishedNodes, AutoCloseable {

    /** @return the runtime's own face, such as its cluster class */
    <C> C as(Class<C> type);

    /** Another node is gone: whoever waits here must stop waiting, with an exception that names it. Returns at once. */
    void fail(NodeFailure failure);

    /** The run must end: whoever waits here gets an exception with this message. Returns at once. */
    default void end(final String why) {
        fail(new NodeFailure(0, why));
    }

    /** Stops the nodes of this process. All nodes close at the same time, after the last task. Never throws. */
    @Override
    void close();
}

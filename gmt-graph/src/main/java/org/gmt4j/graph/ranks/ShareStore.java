package org.gmt4j.graph.ranks;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * Where a node notes the shares of its rows and finds those of all vertices. Two sets take turns: nodes note one while
 * others may still read the other. Steps of one task.
 */
interface ShareStore extends AutoCloseable {
    /** Makes the shares noted last those that are found. All nodes have {@link #send sent} them. */
    void turn();

    /** The shares of this node's rows, to be noted. */
    LocalView noted();

    /** Lets other nodes find what has been noted. They do when this has returned on all nodes. */
    void send(TaskContext ctx) throws SuspendExecution;

    /** Finds the shares of the vertices from {@code from} up to {@code to}, exclusive; valid until the next call. */
    LocalView find(TaskContext ctx, long from, long to) throws SuspendExecution;

    /** Frees what this node alone has of it. */
    @Override
    void close();
}

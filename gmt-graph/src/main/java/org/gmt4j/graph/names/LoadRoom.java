package org.gmt4j.graph.names;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.gmt4j.NodeMemory;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.memory.FreedMemory;
import org.gmt4j.graph.memory.Room;

/**
 * Room for what one node keeps outside of the heap while a graph is loaded, which no budget bounds: whoever allocates
 * asks before, and the machine is looked at each 64 MB. Any thread. Per segment of 4 KB or more: one addition.
 *
 * <p>The look wants room for the next 64 MB, or for more where more is allocated at a time, so that the nodes of a
 * machine, which share what is left, cannot take more than that until the next look. A refusal changes nothing: what
 * asks before it allocates can go on to be read, or closed. Before the first one the process gives back what it has
 * freed.
 */
public final class LoadRoom implements Room {
    /** Bytes between two looks: for fewer no machine is asked. */
    public static final long STEP = 64L << 20;
    /** How the message of a refusal ends. */
    public static final String ADVICE = " take more machines (gmt.memory.max does not bound what waits,"
        + " gmt.memory.reserve says what a machine keeps)";

    private final String graph;
    private final int node;
    private final LongSupplier left;
    private final FreedMemory freed;
    private final long step;
    private final AtomicBoolean hasGivenBack = new AtomicBoolean();
    private final AtomicLong sinceLook = new AtomicLong();
    private final AtomicLong edges = new AtomicLong();

    /**
     * @param graph its name, for messages
     * @param left  tells what the machine has left for this node
     * @param step  bytes between two looks
     */
    LoadRoom(final String graph, final int node, final LongSupplier left, final FreedMemory freed, final long step) {
        this.graph = graph;
        this.node = node;
        this.left = left;
        this.freed = freed;
        this.step = step;
    }

    /**
     * On the node on which this code runs.
     *
     * @param graph its name, for messages
     */
    public static LoadRoom of(final TaskContext ctx, final String graph) {
        return new LoadRoom(graph, ctx.nodeId(), NodeMemory.gauge(ctx), FreedMemory.of(ctx), STEP);
    }

    /** @throws GraphException GMT-307 where the machine has not enough left */
    @Override
    public void take(final long bytes) {
        if (bytes >= step) {
            look(bytes);
            return;
        }
        final long taken = sinceLook.addAndGet(bytes);
        if (taken >= step && sinceLook.compareAndSet(taken, 0)) {
            look(step);
        }
    }

    private void look(final long bytes) {
        freed.expect();
        long free = left.getAsLong();
        if (free < bytes && hasGivenBack.compareAndSet(false, true) && freed.giveBack()) {
            free = left.getAsLong();
        }
        if (free < bytes) {
            throw refusal(free);
        }
    }

    /**
     * Returns the bytes that the machines have left for each node, as {@link NodeMemory#free} does. Where they are
     * fewer than somebody needs, the nodes give back before what they have freed.
     */
    public static long left(final TaskContext ctx, final long needed) throws SuspendExecution {
        final long free = NodeMemory.free(ctx);
        if (free >= needed) {
            return free;
        }
        FreedMemory.giveBack(ctx);
        return NodeMemory.free(ctx);
    }

    /** Edges have come in: a refusal says how many. */
    public void note(final long count) {
        edges.addAndGet(count);
    }

    /**
     * Requires that each node has so many bytes left for arrays that come beside what waits. Where these are more than
     * its budget, too, nothing is said: that is left to who allocates them. Costs a message to each node where there is
     * something to ask.
     *
     * @param graph  its name, for the message
     * @param arrays what they are, for the message
     * @throws GraphException GMT-307 where one has fewer
     */
    public static void require(final TaskContext ctx, final String graph, final String arrays, final long bytes)
        throws SuspendExecution {
        if (bytes >= STEP) {
            final long free = left(ctx, bytes);
            if (bytes > free && NodeMemory.refusal(ctx, bytes).isEmpty()) {
                throw new GraphException(GraphException.TOO_LARGE, graph + " does not fit: its " + arrays
                    + " take up to " + bytes + " bytes on each of " + ctx.nodeCount() + " nodes, whose machines have "
                    + free + " left for each:" + ADVICE);
            }
        }
    }

    /** The same for arrays of the graph. */
    void require(final TaskContext ctx, final String arrays, final long bytes) throws SuspendExecution {
        require(ctx, graph, arrays, bytes);
    }

    private GraphException refusal(final long free) {
        final long count = edges.get();
        return new GraphException(GraphException.TOO_LARGE, graph + " does not fit: "
            + (count == 0 ? "" : "node " + node + " has taken in " + count + " edges, and ") + "the machine of node "
            + node + " has " + free + " bytes left for it until the graph is there:" + ADVICE);
    }
}

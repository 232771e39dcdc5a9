package org.gmt4j.graph.bfs;

import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.memory.Bitmap;

/**
 * How all nodes come to know the whole frontier, one bit per vertex: each writes the bits of its own rows into its
 * section and puts that to all others, in one piece; after a collective everybody joins the sections. One-sided memory,
 * between processes of one host shared. Owned by the task that runs the levels of a node.
 *
 * <pre>
 * memory   [even exchanges: section of node 0, of node 1, ...] [odd exchanges: the same]
 * section  bit r = row r of the node, in whole words
 * </pre>
 *
 * <p>Exchanges take turns between the two halves: whoever puts for exchange e + 2 has been through the collective of
 * e + 1, to which each node came after it had joined the sections of e.
 *
 * <p>Memory per node: 3 bits per vertex of the graph, two for the sections and one for the joined frontier. Per
 * exchange a node sends rows / 8 bytes to each other node.
 */
final class FrontierExchange implements AutoCloseable {
    private final int nodeId;
    private final int nodes;
    private final ArmciMemory memory;
    private final Distribution vertices;
    private final long sectionLength;
    private final SeenFilter seen;
    /** Even and odd exchanges, by node. */
    private final Bitmap[][] sections;
    private final Bitmap frontier;
    private int half;

    FrontierExchange(final TaskContext ctx, final CsrGraph graph, final ArmciMemory memory, final SeenFilter seen) {
        nodeId = ctx.nodeId();
        nodes = ctx.nodeCount();
        this.memory = memory;
        this.seen = seen;
        vertices = graph.listed().distribution();
        sectionLength = sectionLength(graph);
        frontier = Bitmap.allocate(graph.vertexCount());
        sections = new Bitmap[2][nodes];
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < 2; i++) {
                sections[i][node] = Bitmap.at(memory.address() + offset(i, node), vertices.count(node));
            }
        }
    }

    /** Memory for the exchanges of one search at a time. Called by one task, which frees it. */
    static ArmciMemory allocate(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        return allocateShared(ctx, 2L * ctx.nodeCount() * sectionLength(graph));
    }

    /** Memory of at least {@code bytes} on each node, into which puts are copies between processes of a host. */
    static ArmciMemory allocateShared(final TaskContext ctx, final long bytes) throws SuspendExecution {
        return Armci.of(ctx).allocate(sharedBytes(bytes));
    }

    /** Bytes on each node of memory for at least {@code bytes}. */
    static long sharedBytes(final long bytes) {
        return Math.max(ArmciMemory.SHORTEST_MAPPED, bytes);
    }

    private static long sectionLength(final CsrGraph graph) {
        return Bitmap.wordsOf(graph.rowsPerNode()) << 3;
    }

    /** This node's rows for the exchange that comes next; they are those of two exchanges ago until written. */
    Bitmap section() {
        return sections[half][nodeId];
    }

    /** This node's rows of the last exchange; valid until the next but one is written. */
    Bitmap lastSection() {
        return sections[1 - half][nodeId];
    }

    private long offset(final int exchange, final int node) {
        return (exchange * (long) nodes + node) * sectionLength;
    }

    /**
     * Puts this node's section to all others. They have it when this returns; a collective must follow, and
     * {@link #join}.
     */
    void send(final TaskContext ctx) throws SuspendExecution {
        final long bytes = Bitmap.wordsOf(vertices.count(nodeId)) << 3;
        if (nodes == 1 || bytes == 0) {
            return;
        }
        final Armci armci = Armci.of(ctx);
        final long section = offset(half, nodeId);
        for (int k = 1; k < nodes; k++) {
            armci.putNb(memory.local(), section, memory, (nodeId + k) % nodes, section, bytes);
        }
        ctx.await();
    }

    /** Joins the sections of all nodes: {@link #frontier} holds them, and they are seen. */
    void join() {
        frontier.clear();
        for (int node = 0; node < nodes; node++) {
            frontier.addAll(sections[half][node], vertices.start(node));
        }
        seen.markAll(frontier);
        half = 1 - half;
    }

    /** Instead of {@link #join}: nobody needs the sections. */
    void skip() {
        half = 1 - half;
    }

    /** The whole frontier as joined last. */
    Bitmap frontier() {
        return frontier;
    }

    @Override
    public void close() {
        frontier.close();
    }
}

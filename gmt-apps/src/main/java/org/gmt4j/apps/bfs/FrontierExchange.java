package org.gmt4j.apps.bfs;

import org.agrona.UnsafeApi;
import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.graph.csr.CsrGraph;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;

/**
 * How all nodes come to know the whole frontier, one bit per vertex: each writes the bits of its own rows into its section and puts
 * that to all others, in one piece; after a collective everybody joins the sections. One-sided memory, between processes of one host
 * shared. Owned by the task that runs the levels of a node.
 *
 * <pre>
 * memory   [even exchanges: section of node 0, of node 1, ...] [odd exchanges: the same]
 * section  bit r = row r of the node, in whole words
 * </pre>
 *
 * <p>Exchanges take turns between the two halves: whoever puts for exchange e + 2 has been through the collective of e + 1, to which
 * each node came after it had joined the sections of e.
 *
 * <p>Memory per node: 3 bits per vertex of the graph, two for the sections and one for the joined frontier. Per exchange a node sends
 * rows / 8 bytes to each other node.
 */
final class FrontierExchange implements AutoCloseable {
    private final int nodeId;
    private final int nodes;
    private final ArmciMemory memory;
    private final Distribution vertices;
    private final long sectionLength;
    private final SeenFilter seen;
    private final long frontierLength;
    private final long frontier;
    private int half;

    FrontierExchange(final TaskContext ctx, final CsrGraph graph, final ArmciMemory memory, final SeenFilter seen) {
        nodeId = ctx.nodeId();
        nodes = ctx.nodeCount();
        this.memory = memory;
        this.seen = seen;
        vertices = graph.listed().distribution();
        sectionLength = sectionLength(graph);
        frontierLength = (graph.vertexCount() + 63) / 64 * 8 + 8;
        frontier = UnsafeApi.allocateMemory(frontierLength);
    }

    /** Memory for the exchanges of one search at a time. Called by one task, which frees it. */
    static ArmciMemory allocate(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        return Armci.of(ctx).allocate(2L * ctx.nodeCount() * sectionLength(graph));
    }

    private static long sectionLength(final CsrGraph graph) {
        return (graph.rowsPerNode() + 63) / 64 * 8;
    }

    /** Address of this node's bits for the exchange that comes next; they are those of two exchanges ago until written. */
    long section() {
        return memory.address() + offset(nodeId);
    }

    /** Address of this node's bits of the last exchange; valid until the next but one is written. */
    long lastSection() {
        return memory.address() + (1L - half) * nodes * sectionLength + nodeId * sectionLength;
    }

    void clearSection() {
        UnsafeApi.setMemory(section(), sectionLength, (byte) 0);
    }

    private long offset(final int node) {
        return (half * (long) nodes + node) * sectionLength;
    }

    /** Puts this node's section to all others. They have it when this returns; a collective must follow, and {@link #join}. */
    void send(final TaskContext ctx) throws SuspendExecution {
        final long bytes = (vertices.count(nodeId) + 63) / 64 * 8;
        if (nodes == 1 || bytes == 0) {
            return;
        }
        final Armci armci = Armci.of(ctx);
        for (int k = 1; k < nodes; k++) {
            armci.putNb(memory.local(), offset(nodeId), memory, (nodeId + k) % nodes, offset(nodeId), bytes);
        }
        ctx.await();
    }

    /** Joins the sections of all nodes: {@link #frontier} holds them, and they are seen. */
    void join() {
        UnsafeApi.setMemory(frontier, frontierLength, (byte) 0);
        for (int node = 0; node < nodes; node++) {
            join(memory.address() + offset(node), vertices.start(node), (vertices.count(node) + 63) / 64);
        }
        half = 1 - half;
    }

    private void join(final long section, final long firstVertex, final long words) {
        final int shift = (int) firstVertex & 63;
        final long firstWord = firstVertex >>> 6;
        for (long i = 0; i < words; i++) {
            final long word = UnsafeApi.getLong(section + (i << 3));
            if (word != 0) {
                add(firstWord + i, word << shift);
                if (shift != 0) {
                    add(firstWord + i + 1, word >>> 64 - shift);
                }
            }
        }
    }

    private void add(final long i, final long word) {
        final long address = frontier + (i << 3);
        UnsafeApi.putLong(address, UnsafeApi.getLong(address) | word);
        seen.markAll(i, word);
    }

    /** Address of the whole frontier as joined last: bit v = vertex v. */
    long frontier() {
        return frontier;
    }

    @Override
    public void close() {
        UnsafeApi.freeMemory(frontier);
    }
}

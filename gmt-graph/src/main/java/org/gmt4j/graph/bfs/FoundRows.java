package org.gmt4j.graph.bfs;

import java.util.List;
import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.Locality;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.memory.Bitmap;
import org.gmt4j.graph.memory.LocalView;

/**
 * Rows of other nodes that a top-down level finds, noted in the memory of their owners by plain stores, between
 * processes of one host that have mapped each other's memory. Nothing is sent, and nobody is called.
 *
 * <pre>
 * memory   [even levels: parents, bits of the host's first node, of its second, ...] [odd levels: the same]
 * parents  by row of the owner, of 4 bytes up to 2^31 vertices, else 8; any of those found in a level
 * bits     by row of the owner, those that one node of the host has found
 * </pre>
 *
 * <p>A level is over with a collective, after which each owner takes what others have noted, and empties it. Levels
 * take turns between the two halves: whoever notes for level l + 2 has been through the collective of l + 1, to which
 * each node came after it had taken the rows of l.
 *
 * <p>Memory per node, for each row: 8 (16) bytes, and two bits for each node of the host, of which there are at most
 * {@link #MOST_MATES}; nodes of fuller hosts send visits. Workers of a node may note at the same time; one task takes.
 * Per edge.
 */
final class FoundRows {
    /** Their bits take 16 bytes a row. */
    private static final int MOST_MATES = 64;

    private final Distribution vertices;
    private final int nodeId;
    private final boolean isExclusive;
    /** By half and node: what this node notes; null where only visits reach the node. */
    private final LocalView[][] parents = new LocalView[2][];
    private final Bitmap[][] bits = new Bitmap[2][];
    /** By half what others have noted here, the bits by node of the host. */
    private final LocalView[] parentsHere = new LocalView[2];
    private final Bitmap[][] bitsHere = new Bitmap[2][];
    private int half;

    /** Where rows that others have found go. */
    interface Taker {
        void take(long row, long parent);
    }

    FoundRows(final TaskContext ctx, final CsrGraph graph, final ArmciMemory memory) {
        vertices = graph.listed().distribution();
        nodeId = ctx.nodeId();
        isExclusive = graph.listed().isExclusive();
        final Locality hosts = Locality.of(ctx);
        final List<Integer> mates = hosts.hostMembers();
        final int sections = mostMates(ctx);
        final boolean isWide = CsrGraph.targetLength(graph.vertexCount()) == Long.BYTES;
        final long sectionLength = Bitmap.wordsOf(graph.rowsPerNode()) << 3;
        final long bitsFrom = parentsLength(graph);
        for (int i = 0; i < 2; i++) {
            final long start = i * (bitsFrom + sections * sectionLength);
            final long ownBits = start + bitsFrom + mates.indexOf(nodeId) * sectionLength;
            parents[i] = new LocalView[ctx.nodeCount()];
            bits[i] = new Bitmap[ctx.nodeCount()];
            bitsHere[i] = new Bitmap[mates.size()];
            for (int mate = 0; mate < mates.size(); mate++) {
                final int node = mates.get(mate);
                final long there = memory.address(node);
                if (node != nodeId && there != 0) {
                    parents[i][node] = LocalView.at(there + start, vertices.count(node), isWide);
                    bits[i][node] = Bitmap.at(there + ownBits, vertices.count(node));
                }
                bitsHere[i][mate] = Bitmap.at(memory.address() + start + bitsFrom + mate * sectionLength,
                    vertices.count(nodeId));
            }
            parentsHere[i] = LocalView.at(memory.address() + start, vertices.count(nodeId), isWide);
        }
    }

    /** Memory for the levels of one search at a time; null where no node reaches another. Called by one task. */
    static ArmciMemory allocate(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        final int mates = mostMates(ctx);
        if (mates == 1 || mates > MOST_MATES) {
            return null;
        }
        final ArmciMemory memory = FrontierExchange.allocateShared(ctx, bytes(graph, mates));
        try {
            if (ctx.callOnAll(node -> reachesAny(node, memory)).contains(true)) {
                return memory;
            }
        } catch (final RuntimeException | Error failure) {
            Armci.of(ctx).free(memory);
            throw failure;
        }
        Armci.of(ctx).free(memory);
        return null;
    }

    private static boolean reachesAny(final TaskContext ctx, final ArmciMemory memory) {
        for (int node = 0; node < ctx.nodeCount(); node++) {
            if (node != ctx.nodeId() && memory.address(node) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Nodes of the host that has most. */
    private static int mostMates(final TaskContext ctx) {
        final Locality hosts = Locality.of(ctx);
        int most = 0;
        for (int host = 0; host < hosts.hostCount(); host++) {
            most = Math.max(most, hosts.hostMembers(host).size());
        }
        return most;
    }

    private static long bytes(final CsrGraph graph, final int mates) {
        return bytes(graph.rowsPerNode(), CsrGraph.targetLength(graph.vertexCount()), mates);
    }

    /** Bytes on each node at most, where the fullest has so many rows and its host so many nodes or fewer. */
    static long bytes(final long rows, final int vertexLength, final int mates) {
        return mates == 1 ? 0
            : 2 * (parentsLength(rows, vertexLength) + Math.min(MOST_MATES, mates) * (Bitmap.wordsOf(rows) << 3));
    }

    private static long parentsLength(final CsrGraph graph) {
        return parentsLength(graph.rowsPerNode(), CsrGraph.targetLength(graph.vertexCount()));
    }

    /** In whole words, so that the bits behind them are in their place. */
    private static long parentsLength(final long rows, final int vertexLength) {
        return rows * vertexLength + 7 >> 3 << 3;
    }

    /** The level that is scanned next. */
    void begin(final long level) {
        half = (int) level & 1;
    }

    /** Whether rows of a node can be noted. */
    boolean reaches(final int node) {
        return bits[half][node] != null;
    }

    /** Notes a row of another node that this one has found from {@code parent}, for the first time in this search. */
    void note(final int node, final long row, final long parent) {
        parents[half][node].set(row, parent);
        if (isExclusive) {
            bits[half][node].add(row);
        } else {
            bits[half][node].addAtomically(row);
        }
    }

    /** Hands on the rows of this node that others have noted in the level, and empties their notes. */
    void take(final Taker taker) {
        final LocalView from = parentsHere[half];
        final long words = Bitmap.wordsOf(vertices.count(nodeId));
        for (final Bitmap noted : bitsHere[half]) {
            for (long i = 0; i < words; i++) {
                final long word = noted.word(i);
                if (word != 0) {
                    noted.setWord(i, 0);
                    for (long rest = word; rest != 0; rest &= rest - 1) {
                        final long row = i << 6 | Long.numberOfTrailingZeros(rest);
                        taker.take(row, from.get(row));
                    }
                }
            }
        }
    }
}

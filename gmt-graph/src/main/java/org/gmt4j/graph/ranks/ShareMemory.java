package org.gmt4j.graph.ranks;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.Locality;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The memory of shares on all nodes. Immutable but for the elements; travels as a captured value.
 *
 * @param owners      the node that has the board of each node, see {@link ShareBoard}; null for {@link SharePieces}
 * @param isSingle    shares of 4 bytes
 * @param pieceLength most vertices whose shares a node finds at a time
 */
record ShareMemory(ArmciMemory memory, int[] owners, boolean isSingle, int pieceLength) {
    /**
     * Allocates boards where the shares of all vertices are one piece: one for each host whose processes share memory,
     * else one for each node. Called by one task, which frees it.
     */
    static ShareMemory allocate(final TaskContext ctx, final Distribution vertices, final boolean isSingle,
                                final int pieceLength) throws SuspendExecution {
        final int nodes = ctx.nodeCount();
        if (vertices.size() > pieceLength) {
            return new ShareMemory(Armci.of(ctx).allocate(IntStream.range(0, nodes)
                .mapToLong(node -> SharePieces.bytes(vertices.count(node), isSingle, pieceLength)).toArray()),
                null, isSingle, pieceLength);
        }
        final long bytes = boardBytes(vertices.size(), isSingle);
        final Locality hosts = Locality.of(ctx);
        final int[] first = IntStream.range(0, nodes).map(node -> hosts.hostMembers(hosts.hostOf(node)).get(0))
            .toArray();
        final int[] each = IntStream.range(0, nodes).toArray();
        if (!Arrays.equals(first, each)) {
            final ArmciMemory shared = boards(ctx, first, bytes);
            if (isMapped(ctx, shared, first)) {
                return new ShareMemory(shared, first, isSingle, pieceLength);
            }
            Armci.of(ctx).free(shared);
        }
        return new ShareMemory(boards(ctx, each, bytes), each, isSingle, pieceLength);
    }

    private static boolean isMapped(final TaskContext ctx, final ArmciMemory memory, final int[] owners)
        throws SuspendExecution {
        try {
            return !ctx.callOnAll(node -> memory.address(owners[node.nodeId()]) != 0).contains(false);
        } catch (final RuntimeException failure) {
            Armci.of(ctx).free(memory);
            throw failure;
        }
    }

    private static ArmciMemory boards(final TaskContext ctx, final int[] owners, final long bytes)
        throws SuspendExecution {
        final int[] members = IntStream.of(owners).distinct().toArray();
        return Armci.of(ctx).allocate(members, LongStream.generate(() -> bytes).limit(members.length).toArray());
    }

    /** Bytes of a board, which processes may share however few vertices there are. */
    static long boardBytes(final long vertices, final boolean isSingle) {
        return Math.max(ArmciMemory.SHORTEST_MAPPED, 2 * vertices * Shares.bytes(isSingle));
    }

    /** This node's side of it. */
    ShareStore open(final TaskContext ctx, final Distribution vertices) {
        return owners == null ? new SharePieces(ctx, memory, vertices, isSingle, pieceLength)
            : new ShareBoard(ctx, memory, owners, vertices, isSingle);
    }
}

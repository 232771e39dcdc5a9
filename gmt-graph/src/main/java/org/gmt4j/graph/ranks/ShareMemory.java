package org.gmt4j.graph.ranks;

import java.util.stream.IntStream;
import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.HostBoards;

/**
 * The memory of shares on all nodes. Immutable but for the elements; travels as a captured value.
 *
 * @param boards      where the shares of all vertices are one piece, else null
 * @param pieces      of {@link SharePieces} where there are no boards, else null
 * @param isSingle    shares of 4 bytes
 * @param pieceLength most vertices whose shares a node finds at a time
 */
record ShareMemory(HostBoards boards, ArmciMemory pieces, boolean isSingle, int pieceLength) {
    /** Reads of a share, on average, from which on a node copies all of them before (decision 0046). */
    private static final int READS_OF_COPIES = 3;

    /** Allocates it. Called by one task, which frees it. */
    static ShareMemory allocate(final TaskContext ctx, final Distribution vertices, final boolean isSingle,
                                final int pieceLength) throws SuspendExecution {
        if (vertices.size() <= pieceLength) {
            return new ShareMemory(HostBoards.allocate(ctx, boardBytes(vertices.size(), isSingle)), null, isSingle,
                pieceLength);
        }
        return new ShareMemory(null, Armci.of(ctx).allocate(IntStream.range(0, ctx.nodeCount())
            .mapToLong(node -> SharePieces.bytes(vertices.count(node), isSingle, pieceLength)).toArray()), isSingle,
            pieceLength);
    }

    /** Bytes of a board. */
    static long boardBytes(final long vertices, final boolean isSingle) {
        return HostBoards.bytes(2 * vertices * Shares.bytes(isSingle));
    }

    /**
     * This node's side of it.
     *
     * @param reads shares that the node reads in an iteration
     */
    ShareStore open(final TaskContext ctx, final Distribution vertices, final long reads) {
        return boards == null ? new SharePieces(ctx, pieces, vertices, isSingle, pieceLength)
            : new ShareBoard(ctx, boards.board(ctx), vertices, isSingle, reads >= READS_OF_COPIES * vertices.size());
    }

    /** Frees it. Called by one task. */
    void free(final TaskContext ctx) throws SuspendExecution {
        if (boards == null) {
            Armci.of(ctx).free(pieces);
        } else {
            boards.free(ctx);
        }
    }
}

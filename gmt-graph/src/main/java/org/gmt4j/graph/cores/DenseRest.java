package org.gmt4j.graph.cores;

import org.gmt4j.Distribution;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.mail.RoundBox;
import org.gmt4j.graph.memory.LocalView;

/**
 * The end of {@link Peeling} where few rows are left, with many neighbours each, and many levels to come: node 0 takes
 * them away alone. Used by one task of each node, in three rounds.
 *
 * <pre>
 * first     each node tells all others its vertices that are left; from now on they are numbered in their order
 * second    node 0 gets the rows: number in 16 bits, and three times that of a neighbour in 16 bits, or its own again
 * third     the owners get core numbers: row in 32 bits, core number in 32 bits
 * </pre>
 *
 * <p>Memory: three bits for each two vertices of the graph; on node 0 also 16 bytes for each three edges that are left
 * and 48 for each row, of at most {@link #MOST_EDGES} and {@link #MOST_ROWS}.
 */
final class DenseRest {
    /** Edges in both directions that are collected, at most. */
    static final long MOST_EDGES = 1 << 23;
    static final long MOST_ROWS = 1 << 16;
    /** Edges that one thread takes away while all nodes do a level by rounds. */
    private static final long EDGES_OF_A_LEVEL = 1 << 15;
    private static final int ROWS_BETWEEN_YIELDS = 16;
    private static final int ROOT = 0;
    /** Bytes of a word of rows, as it arrives and in its row; and of a row, its last word included. */
    private static final long WORD = 16;
    private static final long ROW = 48;

    private final CsrPart part;
    private final Distribution vertices;
    private final RoundBox box;
    private final LocalView left;
    private final LocalView cores;
    private final long vertexCount;

    DenseRest(final CsrGraph graph, final RoundBox box, final LocalView left, final LocalView cores) {
        part = graph.part();
        vertices = graph.listed().distribution();
        vertexCount = graph.vertexCount();
        this.box = box;
        this.left = left;
        this.cores = cores;
    }

    /** Whether it is sooner done than rounds for each level: half of the mean degree is in the levels to come. */
    static boolean isWorth(final long rows, final long edges, final long level) {
        return rows > 0 && rows <= MOST_ROWS && (edges / (2 * rows) - level) * EDGES_OF_A_LEVEL >= edges;
    }

    /** Bytes that a node takes, at most. */
    static long bytes(final long vertexCount, final long edges) {
        return 8 * NumberedVertices.words(vertexCount) + 4 * NumberedVertices.words(vertexCount)
            + WORD * (Math.min(edges, MOST_EDGES) / 3) + ROW * Math.min(vertexCount, MOST_ROWS);
    }

    void finish(final TaskContext ctx) throws SuspendExecution {
        try (NumberedVertices numbers = new NumberedVertices(vertexCount)) {
            for (long at = 0; at < left.count(); at++) {
                final long vertex = part.firstVertex() + left.narrow(at);
                box.keep(vertex);
                for (int node = 0; node < ctx.nodeCount(); node++) {
                    if (node != ctx.nodeId()) {
                        box.send(ctx, node, vertex);
                    }
                }
            }
            box.endRound(ctx, 0, ReduceOperator.MAX);
            forEachWord(numbers::add);
            numbers.number();
            sendRows(ctx, numbers);
            box.endRound(ctx, 0, ReduceOperator.MAX);
            if (ctx.nodeId() == ROOT) {
                peel(ctx, numbers);
            }
            box.endRound(ctx, 0, ReduceOperator.MAX);
            forEachWord(word -> cores.set(word >>> 32, (int) word));
        }
    }

    private interface WordBody {
        void run(long word);
    }

    private void forEachWord(final WordBody body) {
        for (int i = 0; i < box.partCount(); i++) {
            final LocalView words = box.part(i);
            for (long at = 0; at < words.count(); at++) {
                body.run(words.word(at));
            }
        }
    }

    private void sendRows(final TaskContext ctx, final NumberedVertices numbers) throws SuspendExecution {
        try (LocalView neighbours = LocalView.allocate(numbers.count() + 1, false)) {
            for (long at = 0; at < left.count(); at++) {
                final long row = left.narrow(at);
                final int count = numbers.numbersOf(part, row, neighbours);
                sendRow(ctx, numbers.numberOf(part.firstVertex() + row), neighbours, count);
                if ((at + 1) % ROWS_BETWEEN_YIELDS == 0) {
                    ctx.yield();
                }
            }
        }
    }

    private void sendRow(final TaskContext ctx, final long own, final LocalView neighbours, final int count) {
        final long head = own << 48;
        int at = 0;
        for (; at + 2 < count; at += 3) {
            send(ctx, head | (long) neighbours.narrow(at + 2) << 32 | (long) neighbours.narrow(at + 1) << 16
                | neighbours.narrow(at));
        }
        if (at < count) {
            final long second = at + 1 < count ? neighbours.narrow(at + 1) : own;
            send(ctx, head | own << 32 | second << 16 | neighbours.narrow(at));
        }
    }

    private void send(final TaskContext ctx, final long word) {
        if (ctx.nodeId() == ROOT) {
            box.keep(word);
        } else {
            box.send(ctx, ROOT, word);
        }
    }

    private void peel(final TaskContext ctx, final NumberedVertices numbers) throws SuspendExecution {
        try (RestPeeling peeling = new RestPeeling(numbers.count())) {
            for (int i = 0; i < box.partCount(); i++) {
                peeling.count(box.part(i));
            }
            peeling.makeRows();
            for (int i = 0; i < box.partCount(); i++) {
                peeling.add(box.part(i));
                ctx.yield();
            }
            peeling.peel(ctx);
            int number = 0;
            for (long vertex = numbers.next(0); vertex >= 0; vertex = numbers.next(vertex + 1)) {
                final int node = vertices.owner(vertex);
                final long word = vertex - vertices.start(node) << 32 | peeling.core(number++);
                if (node == ROOT) {
                    box.keep(word);
                } else {
                    box.send(ctx, node, word);
                }
            }
        }
    }
}

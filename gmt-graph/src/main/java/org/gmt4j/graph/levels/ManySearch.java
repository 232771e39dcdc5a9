package org.gmt4j.graph.levels;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.mail.Mail;

/**
 * Breadth-first searches from several sources, 64 in one pass: a bit of a word for each. Immutable; travels as a
 * captured value.
 *
 * <pre>
 * push     rows of a small level give their bits to their targets
 * pull     of a large one each row that some search has not reached takes the bits of those that lead to it, until all
 *          searches have reached it
 * take     new bits are levels of their searches, and what the next level gives
 * follow   where levels have few vertices in common each search goes on by itself, several levels between two rounds
 *          ({@link WavePart})
 * </pre>
 *
 * <p>Time of a pass O(V + E) for each level at most, divided by the threads where it is pulled; two rounds of all nodes
 * a level, three where rows are pulled. Apart O(V + E) for each search, where hardly a level is corrected, divided by
 * the threads; two rounds of all nodes for up to {@link WaveWidth#MOST} levels. Memory see {@link #workBytes}.
 *
 * @param levels  of each source one per vertex, -1 where it was not reached
 * @param reached vertices, of each source
 * @param depth   largest level, of each source
 * @see "Then et al., The More the Merrier: Efficient Multi-Source Graph Traversal, VLDB 2014"
 */
public record ManySearch(List<GlobalIntArray> levels, long[] reached, long[] depth) {
    static final int SOURCES = 64;
    /** In fewer levels all of a graph of many edges is reached, mostly by many searches at once. */
    private static final int YOUNG = 8;

    /**
     * Searches. Called by one task.
     *
     * @param inRows of in-edges; null where nothing is to be pulled
     * @param most   levels from 0 to this one are found
     */
    public static ManySearch find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows,
                                  final long[] sources, final int most) throws SuspendExecution {
        return find(ctx, rows, inRows, sources, most, Brandes.PIECE);
    }

    static ManySearch find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows, final long[] sources,
                           final int most, final int pieceLength) throws SuspendExecution {
        final ManySearch search = new ManySearch(new ArrayList<>(), new long[sources.length],
            new long[sources.length]);
        GlobalLongArray given = null;
        Mail mail = null;
        try {
            for (int i = 0; i < sources.length; i++) {
                search.levels.add(GlobalIntArray.allocate(ctx, rows.perVertex()));
            }
            given = GlobalLongArray.allocate(ctx, ArraySpec.of(rows.vertexCount()));
            mail = Mail.open(ctx, 2);
            for (int from = 0; from < sources.length; from += SOURCES) {
                final int to = Math.min(sources.length, from + SOURCES);
                search.pass(ctx, rows, inRows == null ? rows : inRows, inRows != null, given, mail, sources, from, to,
                    most, pieceLength);
            }
            return search;
        } catch (final RuntimeException | Error failure) {
            search.free(ctx);
            throw failure;
        } finally {
            if (mail != null) {
                mail.close(ctx);
            }
            if (given != null) {
                given.free(ctx);
            }
        }
    }

    private void pass(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows, final boolean pulls,
                      final GlobalLongArray given, final Mail mail, final long[] all, final int from, final int to,
                      final int most, final int pieceLength) throws SuspendExecution {
        final List<GlobalIntArray> columns = List.copyOf(levels.subList(from, to));
        final long[] sources = Arrays.copyOfRange(all, from, to);
        final NodeLocal<ManyPart> parts = NodeLocal.create(ctx,
            node -> new ManyPart(node, rows, inRows, given, columns, mail, pieceLength));
        try {
            ctx.executeOnAll(node -> parts.get().begin(sources));
            LevelSums last = LevelSums.sum(ctx.callOnAll(node -> parts.get().take(node, 0)));
            final WaveWidth width = new WaveWidth(to - from);
            long young = YOUNG;
            long counted = 0;
            for (int level = 0; last.vertices() > 0 && level < most;) {
                if (level >= young && last.isApart(rows.vertexCount())) {
                    final int joined = goApart(ctx, parts, width, level, most, rows.vertexCount());
                    counted = joined < 0 ? ~joined : joined;
                    if (joined < 0) {
                        break;
                    }
                    last = LevelSums.sum(ctx.callOnAll(node -> parts.get().join(node, joined)));
                    // each turn costs a look at all levels
                    young = width.isVain() ? Long.MAX_VALUE : 2L * joined;
                    level = joined;
                } else {
                    if (!pulls || last.pushes(rows.vertexCount())) {
                        ctx.executeOnAll(node -> parts.get().push(node));
                    } else {
                        ctx.executeOnAll(node -> parts.get().give());
                        ctx.executeOnAll(node -> ManyPart.pull(node, parts));
                    }
                    final int found = ++level;
                    last = LevelSums.sum(ctx.callOnAll(node -> parts.get().take(node, found)));
                    ctx.progressed(1);
                    counted = level;
                }
            }
            long deepest = 0;
            for (final long[] part : ctx.callOnAll(node -> ManyPart.finish(node, parts))) {
                for (int i = from; i < to; i++) {
                    reached[i] += part[i - from];
                    depth[i] = Math.max(depth[i], part[to - from + i - from]);
                    deepest = Math.max(deepest, depth[i]);
                }
            }
            if (deepest > counted) {                            // found in the last round apart
                ctx.progressed(deepest - counted);
            }
        } finally {
            parts.free(ctx);
        }
    }

    /**
     * The searches go on apart until they are over, have too many vertices, or gain nothing.
     *
     * @return the level from which they have to go on together; the complement of the last one that has been counted
     *         where they are over
     */
    private static int goApart(final TaskContext ctx, final NodeLocal<ManyPart> parts, final WaveWidth width,
                               final int level, final int most, final long vertexCount) throws SuspendExecution {
        ctx.executeOnAll(node -> parts.get().part(level, most));
        long first = level;
        WaveSums round;
        do {
            final long limit = first + width.levels();
            ctx.executeOnAll(node -> WavePart.follow(node, parts, limit));
            round = WaveSums.sum(ctx.callOnAll(node -> parts.get().waves().take()));
            if (round.waiting() > 0) {
                width.learn(round, round.first() - first);
                ctx.progressed(round.first() - first);
                first = round.first();
            }
        } while (round.waiting() > 0 && round.waiting() <= vertexCount && !width.isVain());
        return round.waiting() == 0 ? ~(int) first : (int) first;
    }

    /**
     * Bytes of a node while a run goes on, where the fullest node has so many vertices. Rows that wait in waves are
     * three for each vertex at most, and edges to other nodes one.
     */
    public static long workBytes(final long rows, final int nodes) {
        final long waves = 3 * 12 * rows;
        return 40 * rows + waves + (nodes == 1 ? 0 : 24 * rows + 8 * Math.min(Brandes.PIECE, rows * nodes));
    }

    /** Frees the levels. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        for (final GlobalIntArray column : levels) {
            column.free(ctx);
        }
    }
}

package org.gmt4j.graph.bfs;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.graph.memory.Bitmap;
import org.gmt4j.graph.memory.LocalView;

/**
 * The level of each row of one node, as a search comes to its frontiers. Each row is in one frontier, so that notes
 * cost one store a row, whatever the number of edges. Owned by the task that runs the levels of a node; per level.
 */
final class LevelNotes {
    /** For searches whose levels nobody asks for. */
    static final LevelNotes NONE = new LevelNotes(null, 0);

    private final LocalView levels;      // null: takes no notes
    private final long rowCount;

    private LevelNotes(final LocalView levels, final long rowCount) {
        this.levels = levels;
        this.rowCount = rowCount;
    }

    /** Notes in the part of an array of the node that this code runs on; no row has been reached. */
    static LevelNotes in(final GlobalIntArray array) {
        final LocalView levels = LocalView.of(array);
        levels.fill((int) BfsKernel.UNREACHED);
        return new LevelNotes(levels, levels.count());
    }

    /** The rows of a frontier, by lane. */
    void add(final LaneQueue[] frontier, final long level) {
        if (levels == null) {
            return;
        }
        for (final LaneQueue queue : frontier) {
            final int[] rows = queue.rows();
            for (int i = 0; i < queue.count(); i++) {
                levels.set(rows[i], level);
            }
        }
    }

    /** The rows of a frontier as a set. */
    void add(final Bitmap frontier, final long level) {
        final long words = levels == null ? 0 : Bitmap.wordsOf(rowCount);
        for (long i = 0; i < words; i++) {
            for (long word = frontier.word(i); word != 0; word &= word - 1) {
                levels.set(i << 6 | Long.numberOfTrailingZeros(word), level);
            }
        }
    }
}

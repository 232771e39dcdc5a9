package org.gmt4j.graph.levels;

import java.util.Arrays;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * One search at one node, apart from the others: rows that wait to be followed, with the levels that they have got.
 * Levels are corrected where a shorter way arrives late, and their rows followed once more. Used by one thread at a
 * time.
 *
 * <p>Memory: 8 bytes for each row that waits, twice while some are followed, and 16 for each edge to another node.
 */
final class Wave {
    private static final long[] NONE = {};
    /** Followed in a row: by then the caches are full of what this search needs, and not for long. */
    private static final long MOST_EDGES = 1 << 18;

    private final CsrPart out;
    private final long first;
    private final long rowCount;
    private final LocalView levels;
    /** Rows that wait, each with its level in the upper half. */
    private long[] waiting = NONE;
    private int count;
    /** Vertices of other nodes, each with its level in the word behind it. */
    private long[] away = NONE;
    private int awayCount;
    private long edgesLeft;
    private long mostNext;
    private long mostAway;
    private long followed;
    private long lowered;

    Wave(final CsrPart out, final LocalView levels) {
        this.out = out;
        this.levels = levels;
        first = out.firstVertex();
        rowCount = out.rowCount();
    }

    /** The lists of a thread that follows rows: of the level under way, and of the one behind it. */
    static final class Lists {
        private int[] now = new int[64];
        private int[] next = new int[64];
        private int count;
        private int nextCount;
        /** Rows of the level under way that have been followed, where it has been left. */
        private int done;

        private void add(final int row) {
            if (count == now.length) {
                now = Arrays.copyOf(now, 2 * count);
            }
            now[count++] = row;
        }

        private void ensureNext(final int more) {
            if (nextCount + more > next.length) {
                next = Arrays.copyOf(next, Math.max(2 * next.length, nextCount + more));
            }
        }

        private void clear() {
            count = 0;
            nextCount = 0;
            done = 0;
        }

        private void turn() {
            final int[] followed = now;
            now = next;
            next = followed;
            count = nextCount;
            nextCount = 0;
        }
    }

    /** A row waits, which has a level. */
    void add(final long row, final long level) {
        if (count == waiting.length) {
            waiting = Arrays.copyOf(waiting, Math.max(16, 2 * count));
        }
        waiting[count++] = level << 32 | row;
    }

    /** A row may have a smaller level than it was known to have. */
    void offer(final long row, final int level) {
        final int known = levels.narrow(row);
        if (Integer.compareUnsigned(level, known) < 0) {
            levels.setNarrow(row, level);
            lowered += known >= 0 ? 1 : 0;
            add(row, level);
        }
    }

    /** The smallest level that waits and is below a limit; {@link Long#MAX_VALUE} where none is. */
    long firstLevel(final long limit) {
        long first = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            first = Math.min(first, waiting[i] >>> 32);
        }
        return first < limit ? first : Long.MAX_VALUE;
    }

    /** Rows that wait. */
    int count() {
        return count;
    }

    void clear() {
        count = 0;
    }

    /** Rows followed, since asked for last. */
    long takeFollowed() {
        final long taken = followed;
        followed = 0;
        return taken;
    }

    /** Levels lowered, since asked for last. */
    long takeLowered() {
        final long taken = lowered;
        lowered = 0;
        return taken;
    }

    /**
     * Follows the rows whose level is below a limit, and those that are found so, level by level. Rows go on waiting
     * where there are too many edges or too many results.
     *
     * @param share rows that may wait besides twice as many as do, and edges to other nodes
     */
    void follow(final long limit, final int share, final Lists lists) {
        sort();
        edgesLeft = MOST_EDGES;
        mostNext = (long) count + share;
        mostAway = 2L * share;
        int at = 0;
        long level = 0;
        boolean isOver = false;
        while (!isOver) {
            if (lists.count == 0 && at < count) {
                level = waiting[at] >>> 32;
            }
            if (level < limit) {
                for (; at < count && waiting[at] >>> 32 == level; at++) {
                    lists.add((int) waiting[at]);
                }
            }
            isOver = level >= limit || lists.count == 0 || !follow((int) level, lists);
            if (!isOver) {
                lists.turn();
                level++;
            }
        }
        keep(at, level, lists);
    }

    /** Most often all rows have the same level. */
    private void sort() {
        long last = 0;
        for (int i = 0; i < count; i++) {
            final long level = waiting[i] >>> 32;
            if (level < last) {
                Arrays.sort(waiting, 0, count);
                return;
            }
            last = level;
        }
    }

    /** Rows that have been found and not followed wait, too. */
    private void keep(final int from, final long level, final Lists lists) {
        System.arraycopy(waiting, from, waiting, 0, count - from);
        count -= from;
        for (int i = lists.done; i < lists.count; i++) {
            add(lists.now[i], level);
        }
        for (int i = 0; i < lists.nextCount; i++) {
            add(lists.next[i], level + 1);
        }
        lists.clear();
    }

    /** Follows the rows of a level that still have it; returns whether all could be. */
    private boolean follow(final int level, final Lists lists) {
        final LocalView known = levels;
        for (int i = 0; i < lists.count; i++) {
            if (edgesLeft < 0 || awayCount > mostAway || lists.nextCount > mostNext) {
                lists.done = i;
                return false;
            }
            final int row = lists.now[i];
            if (known.narrow(row) == level) {
                final long begin = out.begin(row);
                final long end = out.begin(row + 1L);
                lists.ensureNext((int) (end - begin));
                follow(begin, end, level + 1, lists);
                edgesLeft -= end - begin;
                followed++;
            }
        }
        return true;
    }

    private void follow(final long begin, final long end, final int found, final Lists lists) {
        final LocalView known = levels;
        final LocalView targets = out.targets();
        final int[] next = lists.next;
        int length = lists.nextCount;
        for (long at = begin; at < end; at++) {
            final long target = targets.get(at);
            final long row = target - first;
            if (Long.compareUnsigned(row, rowCount) >= 0) {
                addAway(target, found);
            } else {
                final int before = known.narrow(row);
                if (Integer.compareUnsigned(found, before) < 0) {
                    known.setNarrow(row, found);
                    next[length++] = (int) row;
                    lowered += before >= 0 ? 1 : 0;
                }
            }
        }
        lists.nextCount = length;
    }

    private void addAway(final long vertex, final long level) {
        if (awayCount == away.length) {
            away = Arrays.copyOf(away, Math.max(16, 2 * awayCount));
        }
        away[awayCount] = vertex;
        away[awayCount + 1] = level;
        awayCount += 2;
    }

    /** Takes what goes to other nodes. */
    interface AwayTaker {
        void accept(long vertex, long level);
    }

    void takeAway(final AwayTaker taker) {
        for (int i = 0; i < awayCount; i += 2) {
            taker.accept(away[i], away[i + 1]);
        }
        awayCount = 0;
    }
}

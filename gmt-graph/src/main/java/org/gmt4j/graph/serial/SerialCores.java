package org.gmt4j.graph.serial;

/**
 * Core numbers by one thread of plain Java, with what makes the nodes fast: vertices are taken away by levels, without
 * a branch for those that have been taken away, the next ones are read ahead, and only those near a level are looked at
 * again. Owned by one call; time O(E), and for each {@link #NEAR_LEVELS} levels O(vertices that are left).
 *
 * @see "Kabir, Madduri, Parallel k-core Decomposition on Multicore Platforms, IPDPS Workshops 2017 (levels)"
 */
public final class SerialCores {
    private static final int NEAR_LEVELS = 8;
    private static final int ROWS_AHEAD = 32;

    private final int[] offsets;
    private final int[] targets;
    /** Of each vertex that is left, its neighbours that are left; of others, the core number. */
    private final int[] degrees;
    private final int[] left;
    private int leftCount;
    /** Those of the vertices that are left that are of a level up to the bound, at least. */
    private final int[] near;
    private int nearCount;
    private int bound = -1;
    private final int[] queue;
    private int queued;
    private final int[] begins = new int[ROWS_AHEAD];
    private final int[] ends = new int[ROWS_AHEAD];
    private final int[] heads = new int[ROWS_AHEAD];

    private SerialCores(final LocalCsr graph) {
        offsets = graph.offsets();
        targets = graph.targets();
        degrees = new int[graph.vertexCount()];
        left = new int[graph.vertexCount() + 1];
        near = new int[graph.vertexCount() + 1];
        queue = new int[graph.vertexCount() + 1];
        for (int v = 0; v < degrees.length; v++) {
            degrees[v] = graph.degree(v);
            left[leftCount] = v;
            leftCount += isBelow(0, degrees[v]);
        }
    }

    /** Returns the core number of each vertex of a graph whose rows are symmetric. */
    public static int[] find(final LocalCsr graph) {
        return new SerialCores(graph).peel();
    }

    private static int isBelow(final int number, final int limit) {
        return number - limit >>> 31;
    }

    private int[] peel() {
        for (int level = lowest(left, leftCount, 0); level != Integer.MAX_VALUE; level = next(level)) {
            queued = 0;
            if (level > bound) {
                bound = level + NEAR_LEVELS - 1;
                leftCount = takeFrom(left, leftCount, level);
                findNear();
            } else {
                nearCount = takeFrom(near, nearCount, level);
            }
            takeAway(level);
        }
        return degrees;
    }

    private int next(final int level) {
        final int low = lowest(near, nearCount, level);
        return low == Integer.MAX_VALUE ? lowest(left, leftCount, level) : low;
    }

    private int lowest(final int[] some, final int count, final int level) {
        int low = Integer.MAX_VALUE;
        for (int at = 0; at < count; at++) {
            final int degree = degrees[some[at]];
            low = Math.min(low, degree > level ? degree : Integer.MAX_VALUE);
        }
        return low;
    }

    /** Queues the vertices of a level; returns how many of some are left, which move to the front. */
    private int takeFrom(final int[] some, final int count, final int level) {
        int kept = 0;
        int found = 0;
        for (int at = 0; at < count; at++) {
            final int v = some[at];
            final int degree = degrees[v];
            some[kept] = v;
            kept += isBelow(level, degree);
            queue[found] = v;
            found += isBelow(degree ^ level, 1);
        }
        queued = found;
        return kept;
    }

    private void findNear() {
        int found = 0;
        for (int at = 0; at < leftCount; at++) {
            near[found] = left[at];
            found += isBelow(degrees[left[at]], bound + 1);
        }
        nearCount = found;
    }

    /** Counts in variables of its own: those of the object would cost a third more. */
    private void takeAway(final int level) {
        int behind = queued;
        int close = nearCount;
        int count;
        for (int taken = 0; taken < behind; taken += count) {
            count = Math.min(ROWS_AHEAD, behind - taken);
            readAhead(taken, count);
            for (int i = 0; i < count; i++) {
                int v = heads[i];
                for (int at = begins[i] + 1; at <= ends[i]; at++) {
                    final int degree = degrees[v];
                    degrees[v] = degree - isBelow(level, degree);
                    if (degree == level + 1) {
                        queue[behind++] = v;
                    } else if (degree == bound + 1) {
                        near[close++] = v;
                    }
                    if (at < ends[i]) {
                        v = targets[at];
                    }
                }
            }
        }
        nearCount = close;
    }

    private void readAhead(final int from, final int count) {
        for (int i = 0; i < count; i++) {
            final int v = queue[from + i];
            begins[i] = offsets[v];
            ends[i] = offsets[v + 1];
        }
        for (int i = 0; i < count; i++) {
            heads[i] = targets[begins[i]];
        }
    }
}

package org.gmt4j.graph.bfs;

import org.gmt4j.Distribution;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.Visitor;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.serial.BfsRule;
import org.gmt4j.graph.serial.BfsViolation;

/**
 * One node's side of {@link BfsVerifier}: each method is one step for the rows of this node, and returns the smallest
 * violation found, or null. Used by one task at a time.
 *
 * <p>A vertex's ancestor and its distance share one word, {@code distance << vertexBits | ancestor}, so that one get
 * brings both and never a mixture; {@code -1} stands for not reached. 31 vertex bits leave 33 for the distance, 40
 * leave 24.
 */
final class BfsJudge {
    private static final int BATCH = 4096;
    private static final long UNREACHED = BfsRule.UNREACHED;
    private static final int ROWS_BETWEEN_YIELDS = 8192;

    private final CsrPart part;
    private final boolean isSymmetric;
    private final long firstVertex;
    private final long rowCount;
    private final long vertexCount;
    private final Distribution vertices;
    private final GlobalIntArray levels;
    private final GlobalLongArray ancestors;
    private final LocalView levelsHere;
    private final LocalView ancestorsHere;
    private final int vertexBits;
    private final long vertexMask;
    private final long maxDistance;
    private final long[] asked = new long[BATCH];
    private final long[] answers = new long[BATCH];
    private int[] climbing = new int[0];
    private int climbingCount;
    private long root;
    /**
     * The smallest tree edge that visits have not found here; {@code null} where all are. Guarded by the judge's
     * monitor.
     */
    private BfsViolation missing;
    private volatile BfsWatch watcher = BfsWatch.NOBODY;

    BfsJudge(final CsrGraph graph, final GlobalIntArray levels, final GlobalLongArray ancestors) {
        part = graph.part();
        isSymmetric = graph.symmetric();
        firstVertex = part.firstVertex();
        rowCount = part.rowCount();
        vertexCount = graph.vertexCount();
        vertices = levels.distribution();
        this.levels = levels;
        this.ancestors = ancestors;
        levelsHere = LocalView.of(levels);
        ancestorsHere = LocalView.of(ancestors);
        vertexBits = 64 - Long.numberOfLeadingZeros(Math.max(1, vertexCount - 1));
        vertexMask = (1L << vertexBits) - 1;
        maxDistance = Math.min(vertexCount, (1L << 63 - vertexBits) - 1);
    }

    private long word(final long row) {
        return ancestorsHere.word(row);
    }

    private int level(final long row) {
        return (int) levelsHere.get(row);
    }

    private static BfsViolation smaller(final BfsViolation known, final BfsViolation other) {
        return known == null || other.compareTo(known) < 0 ? other : known;
    }

    // --- parents ---

    /** First step of a verdict. */
    BfsViolation checkParents(final long newRoot, final Parents parents) {
        root = newRoot;
        if (climbing.length < rowCount) {
            climbing = new int[Math.toIntExact(rowCount)];
        }
        climbingCount = 0;
        BfsViolation worst = null;
        for (long row = 0; row < rowCount; row++) {
            final long vertex = row + firstVertex;
            final long parent = parents.get(row);
            if (!BfsRule.isRootValid(vertex, parent, root)) {
                worst = smaller(worst, BfsRule.TREE.violatedBy(vertex, parent,
                    vertex == root ? "the root must be its own parent"
                        : "only the root " + root + " is its own parent"));
            } else if (!BfsRule.isParentInside(parent, vertexCount)) {
                worst = smaller(worst, BfsRule.TREE_EDGES_EXIST.violatedBy(vertex, parent,
                    "the parent is outside 0.." + (vertexCount - 1)));
            }
            begin(row, parent);
        }
        return worst;
    }

    private void begin(final long row, final long parent) {
        final boolean isRoot = row + firstVertex == root;
        setWord(row, parent == UNREACHED ? UNREACHED : isRoot ? root : 1L << vertexBits | parent);
        if (parent != UNREACHED && parent != root) {
            climbing[climbingCount++] = (int) row;
        }
    }

    private void setWord(final long row, final long word) {
        ancestorsHere.setWord(row, word);
    }

    // --- levels ---

    /** One round: each vertex that does not know the root asks its ancestor. Returns how many still do not. */
    long climb(final TaskContext ctx) throws SuspendExecution {
        int left = 0;
        for (int from = 0; from < climbingCount; from += BATCH) {
            final int count = Math.min(BATCH, climbingCount - from);
            ask(ctx, from, count);
            ctx.await();
            left = take(from, count, left);
            ctx.yield();
        }
        climbingCount = left;
        return left;
    }

    private void ask(final TaskContext ctx, final int from, final int count) {
        for (int i = 0; i < count; i++) {
            asked[i] = word(climbing[from + i]);
            ancestors.getNb(ctx, asked[i] & vertexMask, answers, i);
        }
    }

    /** Vertices that go on climbing move to the front. */
    private int take(final int from, final int count, final int left) {
        int kept = left;
        for (int i = 0; i < count; i++) {
            final int row = climbing[from + i];
            final long answer = answers[i];
            if (answer == UNREACHED) {
                continue;       // its ancestor was not reached: its word stays as it is, which setLevels will notice
            }
            final long distance = (asked[i] >>> vertexBits) + (answer >>> vertexBits);
            if (distance <= maxDistance) {
                setWord(row, distance << vertexBits | answer & vertexMask);
                if ((answer & vertexMask) != root) {
                    climbing[kept++] = row;
                }
            }
        }
        return kept;
    }

    /** Whoever's ancestor is the root has a level; a reached vertex without one is not in the tree. */
    BfsViolation setLevels(final Parents parents) {
        BfsViolation worst = null;
        for (long row = 0; row < rowCount; row++) {
            final long word = word(row);
            long level = UNREACHED;
            if (word != UNREACHED) {
                if ((word & vertexMask) == root) {
                    level = word >>> vertexBits;
                } else {
                    worst = smaller(worst, BfsRule.TREE.violatedBy(row + firstVertex, parents.get(row),
                        "following the parents does not lead to the root"));
                }
            }
            levelsHere.set(row, level);
        }
        return worst;
    }

    BfsViolation checkClaims(final Parents parents, final GlobalIntArray claimed) {
        final LocalView claims = LocalView.of(claimed);
        BfsViolation worst = null;
        for (long row = 0; row < rowCount; row++) {
            final int claim = (int) claims.get(row);
            if (claim != level(row)) {
                worst = smaller(worst, BfsRule.TREE_EDGE_LEVELS.violatedBy(row + firstVertex, parents.get(row),
                    "level " + claim + ", but its parent is " + (level(row) - 1) + " steps from the root"));
            }
        }
        return worst;
    }

    // --- edges ---

    /** The listener to the number of rows looked at. */
    void watch(final BfsWatch newWatcher) {
        watcher = newWatcher;
    }

    /** Rules 3 and 4 for all edges that begin in rows of this node, and for symmetric graphs rule 5. */
    BfsViolation checkEdges(final TaskContext ctx, final Parents parents) throws SuspendExecution {
        BfsViolation worst = isSymmetric ? checkTreeEdges(parents) : null;
        if (rowCount == 0) {
            return worst;
        }
        final int[] window = new int[Math.toIntExact(vertices.count(0))];
        for (int k = 0; k < ctx.nodeCount(); k++) {
            final int node = (ctx.nodeId() + k) % ctx.nodeCount();    // begin at home, so that not all ask node 0 first
            final int count = (int) vertices.count(node);
            final long start = vertices.start(node);
            levels.get(ctx, start, window, 0, count);
            for (long row = 0; row < rowCount; row += ROWS_BETWEEN_YIELDS) {
                final long high = Math.min(rowCount, row + ROWS_BETWEEN_YIELDS);
                worst = isSymmetric ? checkRows(row, high, start, count, window, worst)
                    : checkDirectedRows(row, high, start, count, window, worst);
                watcher.advance(high - row);
                ctx.yield();
            }
        }
        return worst;
    }

    private BfsViolation checkRows(final long low, final long high, final long start, final int count,
                                   final int[] window, final BfsViolation known) {
        BfsViolation worst = known;
        final boolean isWhole = count == vertexCount;
        for (long row = low; row < high; row++) {
            final int level = level(row);
            final long end = part.begin(row + 1);
            for (long at = isWhole ? part.begin(row) : part.lowerBound(row, start); at < end; at++) {
                final long offset = part.target(at) - start;
                if (offset >= count) {
                    break;
                }
                final int other = window[(int) offset];
                if (other - level > 1 || level - other > 1 || (other | level) < 0 && other != level) {
                    worst = smaller(worst, violation(row + firstVertex, offset + start, level, other));
                }
            }
        }
        return worst;
    }

    /** Edges lead one way: nothing follows from a row that was not reached, and much higher levels are no mistake. */
    private BfsViolation checkDirectedRows(final long low, final long high, final long start, final int count,
                                           final int[] window, final BfsViolation known) {
        BfsViolation worst = known;
        for (long row = low; row < high; row++) {
            final int level = level(row);
            final long end = part.begin(row + 1);
            for (long at = level < 0 ? end : part.lowerBound(row, start); at < end; at++) {
                final long offset = part.target(at) - start;
                if (offset >= count) {
                    break;
                }
                final int other = window[(int) offset];
                if (other < 0 || other - level > 1) {
                    final BfsRule rule = BfsRule.isTargetReached(level, other) ? BfsRule.EDGE_LEVELS
                        : BfsRule.COMPONENT;
                    worst = smaller(worst, rule.violatedBy(row + firstVertex, offset + start,
                        "levels " + level + " and " + other));
                }
            }
        }
        return worst;
    }

    private static BfsViolation violation(final long vertex, final long other, final int level, final int otherLevel) {
        final BfsRule rule = BfsRule.isReachedTogether(level, otherLevel) ? BfsRule.EDGE_LEVELS : BfsRule.COMPONENT;
        return rule.violatedBy(vertex, other, "levels " + level + " and " + otherLevel);
    }

    private BfsViolation checkTreeEdges(final Parents parents) {
        BfsViolation worst = null;
        for (long row = 0; row < rowCount; row++) {
            final long parent = parents.get(row);
            if (parent != UNREACHED && row + firstVertex != root && !part.hasTarget(row, parent)) {
                worst = smaller(worst, BfsRule.TREE_EDGES_EXIST.violatedBy(row + firstVertex, parent, "no such edge"));
            }
        }
        return worst;
    }

    // --- tree edges of a directed graph: their rows are those of the parents ---

    /** Asks the owner of each parent whether an edge leads from there. All visits are executed when this returns. */
    void askForTreeEdges(final TaskContext ctx, final Parents parents, final Visitor visitor) throws SuspendExecution {
        for (long row = 0; row < rowCount; row++) {
            final long parent = parents.get(row);
            if (parent != UNREACHED && row + firstVertex != root) {
                if (part.isLocal(parent)) {
                    checkTreeEdge(parent, row + firstVertex);
                } else {
                    visitor.sendTo(ctx, vertices.owner(parent), parent, row + firstVertex);
                }
            }
            if ((row & ROWS_BETWEEN_YIELDS - 1) == ROWS_BETWEEN_YIELDS - 1) {
                ctx.yield();
            }
        }
        ctx.await();
    }

    /** A visit: {@code vertex} has the parent {@code parent}, which lives here. */
    void checkTreeEdge(final long parent, final long vertex) {
        if (!part.hasTarget(parent - firstVertex, vertex)) {
            noteMissing(BfsRule.TREE_EDGES_EXIST.violatedBy(vertex, parent, "no such edge"));
        }
    }

    private synchronized void noteMissing(final BfsViolation violation) {
        missing = smaller(missing, violation);
    }

    /** The vertices that visits have not found here; forgotten afterwards. All nodes have asked. */
    synchronized BfsViolation takeMissing() {
        final BfsViolation found = missing;
        missing = null;
        return found;
    }
}

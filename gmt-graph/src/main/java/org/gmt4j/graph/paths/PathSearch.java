package org.gmt4j.graph.paths;

import java.util.BitSet;
import org.gmt4j.BulkVisitor;
import org.gmt4j.Distribution;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.csr.RowBatch;
import org.gmt4j.graph.mail.LowestSent;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.WordBuckets;
import org.gmt4j.graph.serial.BucketQueue;

/**
 * One node's side of {@link DeltaStepping}: each method is one step for the rows of this node. Used by one task at a
 * time, which spreads the rows that pull over the threads of the node; but for {@link #receive}, which any lane calls
 * while no step reads.
 */
final class PathSearch implements AutoCloseable {
    private static final int ENTRIES_BETWEEN_YIELDS = 1 << 16;
    private static final long WORK_BETWEEN_YIELDS = 1 << 17;
    /** Edges of a row that are followed between two looks at what has been sent. */
    private static final int EDGES_AT_ONCE = 1 << 10;
    private static final long NOBODY = -1;
    /** Lengths that have been sent: as many as a core has near it. */
    static final long MOST_REMEMBERED = 1 << 17;

    private final CsrPart part;
    private final PathLengths lengths;
    private final Distribution vertices;
    private final boolean isWeighted;
    private final long first;
    private final long rowCount;
    private final LocalView distances;
    /** Null where nobody asks for them. */
    private final LocalView parents;
    private final BucketQueue queue = new BucketQueue();
    /** Rows whose length has fallen since their edges were followed. */
    private final BitSet pending = new BitSet();
    private final LowestSent filter;
    private final PathMail mail;
    private final long mostSent;
    /** Only of graphs whose rows are symmetric. */
    private final PathPull pull;
    /** Rows of the bucket that is being emptied, which are not pending any more. */
    private final RowBatch rows;
    /** Lengths for rows of this node, by row, and for others, by vertex. */
    private final OfferBatch here = new OfferBatch();
    private final OfferBatch away = new OfferBatch();
    /**
     * The row that is under way, its length, which of its edges is followed next, and where they end: a step may end
     * within a row, which does not wait in the queue then.
     */
    private int row;
    private long rowLength;
    private long at;
    private long end;
    /** Edges of the rows that have been followed, again where their length has fallen. */
    private long followed;
    /** Of these, those of rows that had been followed in a step before. */
    private long repeated;
    private long sent;
    /** The bucket that is being emptied, and the last one that has been emptied in a step before. */
    private long current;
    private long emptied = -1;
    private WordBuckets[] inboxes;
    /** By lane: rows that have pulled, and their lengths. Of one lane they are taken at once. */
    private final WordBuckets[] pulled;
    /** Null where nobody asks for parents. */
    private final ParentOffers offers;

    PathSearch(final TaskContext ctx, final CsrGraph graph, final PathLengths lengths, final GlobalLongArray distances,
               final IntegerArray parents, final BulkVisitor visitor, final PathLimits limits) {
        part = graph.part();
        this.lengths = lengths;
        vertices = graph.listed().distribution();
        isWeighted = graph.weights() != null;
        first = part.firstVertex();
        rowCount = Math.toIntExact(part.rowCount());
        this.distances = LocalView.of(distances);
        this.parents = parents == null ? null : LocalView.of(parents);
        for (long row = 0; row < rowCount; row++) {
            this.distances.setWord(row, PathLengths.UNREACHED);
        }
        if (parents != null) {
            this.parents.fill(-1);
        }
        rows = new RowBatch(part, isWeighted);
        filter = new LowestSent(ctx.nodeCount() == 1 ? 0 : graph.vertexCount(), MOST_REMEMBERED);
        mail = new PathMail(ctx, visitor);
        mostSent = limits.sent();
        pull = graph.symmetric() ? new PathPull(part, lengths, isWeighted, distances, limits.pulled()) : null;
        offers = parents == null ? null : new ParentOffers(part, lengths, vertices, isWeighted, this.distances,
            this.parents, filter, mail, mostSent);
        inboxes = buckets(ctx.laneCount(), PathMail.WORDS);
        pulled = buckets(ctx.laneCount(), 2);
    }

    private static WordBuckets[] buckets(final int lanes, final int words) {
        final WordBuckets[] buckets = new WordBuckets[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            buckets[lane] = new WordBuckets(words);
        }
        return buckets;
    }

    void receive(final LocalView entries, final TaskContext ctx) {
        final WordBuckets inbox = inboxes[ctx.laneId()];
        for (long at = 0; at < entries.count(); at += PathMail.WORDS) {
            for (int word = 0; word < PathMail.WORDS; word++) {
                inbox.add(word, entries.word(at + word));
            }
        }
    }

    /** What is done with an entry. */
    private interface EntryBody {
        void accept(int row, long length, long vertex);
    }

    /** Nothing arrives meanwhile: all nodes have ended what they send. */
    private void forEachReceived(final TaskContext ctx, final EntryBody body) throws SuspendExecution {
        for (final WordBuckets inbox : inboxes) {
            for (int segment = 0; segment < inbox.segmentCount(0); segment++) {
                final LocalView rows = inbox.segment(0, segment);
                final LocalView words = inbox.segment(1, segment);
                final LocalView senders = inbox.segment(2, segment);
                for (long i = 0; i < rows.count(); i++) {
                    body.accept((int) rows.word(i), words.word(i), senders.word(i));
                    if (i % ENTRIES_BETWEEN_YIELDS == ENTRIES_BETWEEN_YIELDS - 1) {
                        ctx.yield();
                    }
                }
            }
            inbox.close();
        }
    }

    // --- lengths ---

    void begin(final long source) {
        if (part.isLocal(source)) {
            lower((int) (source - first), 0);
        }
    }

    private void lower(final int row, final long length) {
        final long before = distances.word(row);
        if (length < before) {
            final long bucket = lengths.bucket(length);
            final long bucketBefore = before == PathLengths.UNREACHED ? Long.MAX_VALUE : lengths.bucket(before);
            distances.setWord(row, length);
            if (bucket != bucketBefore || !pending.get(row)) {
                pending.set(row);
                queue.add(bucket, row);
            }
            if (bucketBefore <= emptied) {
                repeated += part.degree(row);
            }
        }
    }

    /** Takes what has arrived; returns what is to be done. */
    long[] census(final TaskContext ctx) throws SuspendExecution {
        forEachReceived(ctx, (row, length, vertex) -> offerHere(row, length));
        takeHere();
        final long rest = isUnderWay() ? end - at : 0;
        final long bucketOfRest = rest > 0 ? lengths.bucket(rowLength) : Long.MAX_VALUE;
        final long bucket = Math.min(queue.lowest(), bucketOfRest);
        final long edges = pull == null ? 0 : queue.sum(bucket, one -> pending.get(one) ? part.degree(one) : 0)
            + (bucket == bucketOfRest ? rest : 0);
        return new long[] {bucket, edges, followed, repeated, sent};
    }

    /**
     * Follows the edges of the rows in some buckets until they are empty here, or enough has been sent.
     *
     * @param bucket the first one; no node has rows in lower ones
     * @param last   the last one
     * @param limit  lengths that are not below it are left to {@link #pull}
     */
    void relax(final TaskContext ctx, final BulkVisitor visitor, final long bucket, final long last, final long limit)
        throws SuspendExecution {
        queue.begin(bucket);
        if (isUnderWay() && lengths.bucket(rowLength) > last) {
            at = end;
            putBack(row);
        }
        current = bucket;
        while (relaxSome(ctx, visitor, last, limit)) {
            ctx.yield();
        }
        putBack();
        emptied = Math.max(emptied, current);
        sent += mail.sent();
        mail.flush(ctx, visitor);
    }

    /** Returns whether there are more to be followed in this step. */
    private boolean relaxSome(final TaskContext ctx, final BulkVisitor visitor, final long last, final long limit) {
        for (long work = 0; work < WORK_BETWEEN_YIELDS && mail.sent() <= mostSent; work++) {
            if (at < end) {
                work += isUnderWay() ? followSome(ctx, visitor, limit) : forgetRest();
                continue;
            }
            final int place = rows.take();
            if (place >= 0) {
                row = rows.row(place);
                rowLength = distances.word(row);
                at = rows.begin(place);
                end = rows.end(place);
                work += followSome(ctx, visitor, limit);
            } else if (!takeRows() && !goOn(last)) {
                takeAway(ctx, visitor);
                return false;
            }
        }
        takeHere();
        takeAway(ctx, visitor);
        return mail.sent() <= mostSent;
    }

    /** Whether there is a row with edges left to be followed; where its length has fallen it waits as a whole. */
    private boolean isUnderWay() {
        return at < end && distances.word(row) == rowLength;
    }

    private long forgetRest() {
        at = end;
        return 0;
    }

    /** The current bucket is empty: returns whether offers may fill it, or a later one is to be emptied. */
    private boolean goOn(final long last) {
        if (!here.isEmpty()) {
            takeHere();
            return true;
        }
        final long lowest = queue.lowest();
        if (lowest > last) {
            return false;
        }
        current = lowest;
        return true;
    }

    /** Takes rows out of the current bucket; returns whether there were any. */
    private boolean takeRows() {
        boolean isAny = false;
        for (int row = 0; row >= 0 && !rows.isFull(); ) {
            row = queue.take(current);
            if (row >= 0 && pending.get(row)) {
                pending.clear(row);
                rows.add(row);
                isAny = true;
            }
        }
        rows.read();
        return isAny;
    }

    /** Rows that were taken and have not been followed wait for the next step. */
    private void putBack() {
        for (int place = rows.take(); place >= 0; place = rows.take()) {
            putBack(rows.row(place));
        }
    }

    private void putBack(final int one) {
        if (!pending.get(one)) {
            pending.set(one);
            queue.add(lengths.bucket(distances.word(one)), one);
        }
    }

    /** Some edges of the row that is under way; returns how many. */
    private long followSome(final TaskContext ctx, final BulkVisitor visitor, final long limit) {
        final long length = rowLength;
        final long from = at;
        final long to = Math.min(end, from + EDGES_AT_ONCE);
        for (long edge = from; edge < to; edge++) {
            final long weight = weight(edge);
            if (limit == PathLengths.UNREACHED || lengths.isShorter(length, weight, limit)) {
                offer(ctx, visitor, part.target(edge), lengths.plus(length, weight));
            }
        }
        at = to;
        followed += to - from;
        return to - from;
    }

    private void offer(final TaskContext ctx, final BulkVisitor visitor, final long target, final long length) {
        if (part.isLocal(target)) {
            offerHere(target - first, length);
        } else if (away.add(target, length)) {
            takeAway(ctx, visitor);
        }
    }

    private void offerHere(final long row, final long length) {
        if (here.add(row, length)) {
            takeHere();
        }
    }

    private void takeHere() {
        here.read(distances);
        for (int i = 0; i < here.count(); i++) {
            if (here.isShorter(i)) {
                lower((int) here.place(i), here.length(i));
            }
        }
        here.clear();
    }

    private void takeAway(final TaskContext ctx, final BulkVisitor visitor) {
        if (pull != null) {
            pull.read(away);
        }
        for (int i = 0; i < away.count(); i++) {
            if ((pull == null || away.isShorter(i)) && filter.falls(away.place(i), away.length(i))) {
                final long target = away.place(i);
                final int owner = vertices.owner(target);
                mail.add(ctx, visitor, owner, target - vertices.start(owner), away.length(i), NOBODY);
            }
        }
        away.clear();
    }

    private static void forRows(final TaskContext ctx, final PathSearch here, final RangeBody body)
        throws SuspendExecution {
        ctx.parFor(here.rowCount, TaskContext.MEASURED, SpawnPolicy.LOCAL, body);
    }

    /** The rows from a limit on look at their neighbours below it, and not below another one. */
    static void pull(final TaskContext ctx, final NodeLocal<PathSearch> searches, final long low, final long limit)
        throws SuspendExecution {
        final PathSearch here = searches.get();
        for (long from = 0; from < here.pull.size() && here.rowCount > 0; ) {
            from = here.pull.bring(ctx, from);
            forRows(ctx, here, (begin, end, c) ->
                searches.get().pull((int) begin, (int) end, low, limit, c.laneId()));
            here.takePulled();
        }
    }

    private void pull(final int begin, final int end, final long low, final long limit, final int lane) {
        if (pulled.length == 1) {
            pull.lengths(begin, end, low, limit, this::lower);
            return;
        }
        final WordBuckets found = pulled[lane];
        pull.lengths(begin, end, low, limit, (row, length) -> {
            found.add(0, row);
            found.add(1, length);
        });
    }

    private void takePulled() {
        for (final WordBuckets found : pulled) {
            for (int segment = 0; segment < found.segmentCount(0); segment++) {
                final LocalView rowsHere = found.segment(0, segment);
                final LocalView lengthsHere = found.segment(1, segment);
                for (long i = 0; i < rowsHere.count(); i++) {
                    lower((int) rowsHere.word(i), lengthsHere.word(i));
                }
            }
            found.close();
        }
    }

    private long weight(final long position) {
        return isWeighted ? part.weight(position) : 1;
    }

    // --- parents ---

    /** Rows that offer themselves as parents. */
    ParentOffers offers() {
        return offers;
    }

    /** Finds the parents of all rows by looking at their neighbours, but for those over edges that add nothing. */
    static void pullParents(final TaskContext ctx, final NodeLocal<PathSearch> searches) throws SuspendExecution {
        final PathSearch here = searches.get();
        for (long from = 0; from < here.pull.size() && here.rowCount > 0; ) {
            from = here.pull.bring(ctx, from);
            forRows(ctx, here, (begin, end, c) -> searches.get().pullParents((int) begin, (int) end));
        }
    }

    private void pullParents(final int begin, final int end) {
        pull.parents(begin, end, parents);
    }

    void takeOffers(final TaskContext ctx) throws SuspendExecution {
        forEachReceived(ctx, offers::take);
    }

    /** Returns as {@link ParentOffers#foundEqual} does. */
    long[] takeEqual(final TaskContext ctx) throws SuspendExecution {
        forEachReceived(ctx, offers::takeEqual);
        return offers.foundEqual();
    }

    /**
     * The offers are over: returns how many rows have been reached, how many of these have no parent yet, by edges
     * that add nothing, to how many the shortest path is too long, and the highest bucket.
     */
    long[] count() {
        long reached = 0;
        long withParent = 0;
        long tooFar = 0;
        long farthest = 0;
        for (int row = 0; row < rowCount; row++) {
            final long length = distances.word(row);
            final boolean isReached = length != PathLengths.UNREACHED;
            reached += isReached ? 1 : 0;
            withParent += parents == null || parents.get(row) >= 0 ? 1 : 0;
            tooFar += lengths.isTooLong(length) ? 1 : 0;
            farthest = Math.max(farthest, isReached ? length : 0);
        }
        return new long[] {reached, parents == null ? 0 : reached - withParent, tooFar, lengths.bucket(farthest)};
    }

    /** Lengths become those of the result. */
    void markUnreached() {
        for (long row = 0; row < rowCount; row++) {
            if (distances.word(row) == PathLengths.UNREACHED) {
                distances.setWord(row, DeltaStepping.NOT_REACHED);
            }
        }
    }

    @Override
    public void close() {
        filter.close();
        mail.close();
        for (int lane = 0; lane < inboxes.length; lane++) {
            inboxes[lane].close();
            pulled[lane].close();
        }
    }
}

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
    /** Entries that a node sends in a step: so many at most are waiting at a node for each other one. */
    static final long MOST_SENT = 1 << 20;
    private static final int ROWS_BETWEEN_YIELDS = 4096;
    private static final int ENTRIES_BETWEEN_YIELDS = 1 << 16;
    private static final long EDGES_BETWEEN_YIELDS = 1 << 17;
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
    /** Only of graphs whose rows are symmetric. */
    private final PathPull pull;
    /** Rows of the bucket that is being emptied, which are not pending any more. */
    private final RowBatch rows;
    /** Lengths for rows of this node, by row, and for others, by vertex. */
    private final OfferBatch here = new OfferBatch();
    private final OfferBatch away = new OfferBatch();
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
    /** Rows that offer themselves next as parents over edges that add nothing. */
    private BitSet offering = new BitSet();
    private long offerRow;

    PathSearch(final TaskContext ctx, final CsrGraph graph, final PathLengths lengths, final GlobalLongArray distances,
               final IntegerArray parents, final BulkVisitor visitor, final int mostPulled) {
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
        filter = new LowestSent(graph.vertexCount(), MOST_REMEMBERED);
        mail = new PathMail(ctx, visitor);
        pull = graph.symmetric() ? new PathPull(part, lengths, isWeighted, distances, mostPulled) : null;
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
        final long bucket = queue.lowest();
        final long edges = pull == null ? 0 : queue.sum(bucket, row -> pending.get(row) ? part.degree(row) : 0);
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
        final long until = followed + EDGES_BETWEEN_YIELDS;
        while (followed < until && mail.sent() <= MOST_SENT) {
            final int place = rows.take();
            if (place >= 0) {
                relaxRow(ctx, visitor, rows.row(place), rows.begin(place), rows.end(place), limit);
            } else if (!takeRows() && !goOn(last)) {
                takeAway(ctx, visitor);
                return false;
            }
        }
        takeHere();
        takeAway(ctx, visitor);
        return mail.sent() <= MOST_SENT;
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
            final int row = rows.row(place);
            if (!pending.get(row)) {
                pending.set(row);
                queue.add(lengths.bucket(distances.word(row)), row);
            }
        }
    }

    private void relaxRow(final TaskContext ctx, final BulkVisitor visitor, final int row, final long begin,
                          final long end, final long limit) {
        final long length = distances.word(row);
        followed += end - begin;
        for (long at = begin; at < end; at++) {
            final long weight = weight(at);
            if (limit == PathLengths.UNREACHED || lengths.isShorter(length, weight, limit)) {
                offer(ctx, visitor, part.target(at), lengths.plus(length, weight));
            }
        }
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
                send(ctx, visitor, away.place(i), away.length(i), NOBODY);
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

    private void send(final TaskContext ctx, final BulkVisitor visitor, final long target, final long length,
                      final long vertex) {
        final int owner = vertices.owner(target);
        mail.add(ctx, visitor, owner, target - vertices.start(owner), length, vertex);
    }

    // --- parents ---

    void beginParents(final long source) {
        offerRow = 0;
        if (part.isLocal(source)) {
            parents.set(source - first, source);
        }
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

    /**
     * Offers some more rows as parents to those whose shortest paths may lead over them and are longer; returns whether
     * there are more to come.
     */
    boolean offer(final TaskContext ctx, final BulkVisitor visitor) throws SuspendExecution {
        while (offerRow < rowCount && mail.sent() <= MOST_SENT) {
            offerRow(ctx, visitor, (int) offerRow++, false, null);
            if (offerRow % ROWS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
        mail.flush(ctx, visitor);
        return offerRow < rowCount;
    }

    private void offerRow(final TaskContext ctx, final BulkVisitor visitor, final int row, final boolean isEqual,
                          final BitSet taken) {
        final long length = distances.word(row);
        if (length == PathLengths.UNREACHED) {
            return;
        }
        final long end = part.begin(row + 1);
        for (long at = part.begin(row); at < end; at++) {
            final long target = part.target(at);
            final long next = lengths.plus(length, weight(at));
            if ((next == length) == isEqual) {
                if (part.isLocal(target)) {
                    takeOffer((int) (target - first), next, first + row, taken);
                } else if (!filter.isBeaten(target, next)) {
                    send(ctx, visitor, target, next, first + row);
                }
            }
        }
    }

    /** @param taken rows whose parents may still change; null for all */
    private void takeOffer(final int row, final long length, final long vertex, final BitSet taken) {
        if (distances.word(row) != length) {
            return;
        }
        final long parent = parents.get(row);
        if (parent < 0 || vertex < parent && (taken == null || taken.get(row))) {
            parents.set(row, vertex);
            if (taken != null) {
                taken.set(row);
            }
        }
    }

    void takeOffers(final TaskContext ctx) throws SuspendExecution {
        takeOffers(ctx, null);
    }

    private void takeOffers(final TaskContext ctx, final BitSet taken) throws SuspendExecution {
        forEachReceived(ctx, (row, length, vertex) -> takeOffer(row, length, vertex, taken));
    }

    /**
     * The offers are over: returns how many rows have been reached, how many of these have no parent yet, by edges
     * that add nothing, and to how many the shortest path is too long.
     */
    long[] count() {
        long reached = 0;
        long withParent = 0;
        long tooFar = 0;
        for (int row = 0; row < rowCount; row++) {
            reached += distances.word(row) != PathLengths.UNREACHED ? 1 : 0;
            withParent += parents == null || parents.get(row) >= 0 ? 1 : 0;
            tooFar += lengths.isTooLong(distances.word(row)) ? 1 : 0;
        }
        return new long[] {reached, parents == null ? 0 : reached - withParent, tooFar};
    }

    /** The rows that have a parent offer themselves first over edges that add nothing. */
    void beginEqual() {
        for (int row = 0; row < rowCount; row++) {
            if (parents.get(row) >= 0) {
                offering.set(row);
            }
        }
    }

    /** The rows that have found a parent in the last round offer themselves to those of the same length. */
    void offerEqual(final TaskContext ctx, final BulkVisitor visitor) throws SuspendExecution {
        final BitSet offers = offering;
        offering = new BitSet();
        int done = 0;
        for (int row = offers.nextSetBit(0); row >= 0; row = offers.nextSetBit(row + 1)) {
            offerRow(ctx, visitor, row, true, offering);
            if (++done % ROWS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
        mail.flush(ctx, visitor);
    }

    /** Returns how many rows found a parent in this round. */
    long takeEqual(final TaskContext ctx) throws SuspendExecution {
        takeOffers(ctx, offering);
        return offering.cardinality();
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

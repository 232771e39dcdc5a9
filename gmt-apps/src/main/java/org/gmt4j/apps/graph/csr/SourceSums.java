package org.gmt4j.apps.graph.csr;

import org.gmt4j.apps.graph.EdgeBatch;

/** Checksums of the edges that a source yields, taken before anything is done to them. Owned by one thread; per edge. */
final class SourceSums {
    private final boolean isBothWays;
    private long count;
    private long loops;
    private long forthFirst;
    private long forthSecond;
    private long backFirst;
    private long backSecond;

    /** @param isBothWays a self-loop has no other direction */
    SourceSums(final boolean isBothWays) {
        this.isBothWays = isBothWays;
    }

    void add(final EdgeBatch batch) {
        count += batch.count();
        addForth(batch);
        if (isBothWays) {
            addBack(batch);
        }
    }

    private void addForth(final EdgeBatch batch) {
        final int edges = batch.count();
        long first = 0;
        long second = 0;
        for (int i = 0; i < edges; i++) {
            final long word = EdgeChecksum.word(batch.source(i), batch.target(i));
            first += EdgeChecksum.first(word);
            second += EdgeChecksum.second(word);
        }
        forthFirst += first;
        forthSecond += second;
    }

    private void addBack(final EdgeBatch batch) {
        final int edges = batch.count();
        long first = 0;
        long second = 0;
        long equal = 0;
        for (int i = 0; i < edges; i++) {
            final long source = batch.source(i);
            final long target = batch.target(i);
            final long counts = RowSums.allOnesUnlessZero(source ^ target);
            final long word = EdgeChecksum.word(target, source);
            first += EdgeChecksum.first(word) & counts;
            second += EdgeChecksum.second(word) & counts;
            equal += 1 + counts;
        }
        backFirst += first;
        backSecond += second;
        loops += equal;
    }

    BuildSums sums() {
        return new BuildSums(new EdgeChecksum(count, forthFirst, forthSecond),
            isBothWays ? new EdgeChecksum(count - loops, backFirst, backSecond) : EdgeChecksum.NOTHING, EdgeChecksum.NOTHING);
    }
}

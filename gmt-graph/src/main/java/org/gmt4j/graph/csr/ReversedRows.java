package org.gmt4j.graph.csr;

import java.util.OptionalLong;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.PartRange;
import org.gmt4j.graph.source.WeightKind;

/**
 * The edges of a distributed graph against their direction. Unlike other sources it yields, on each node, that node's
 * rows only: part {@code p} of {@code n} is to be opened on the node that a builder opens it on, node by node and
 * worker by worker.
 */
record ReversedRows(CsrGraph graph, int nodes, boolean weighted) implements EdgeSource {
    /** @param weighted with their weights, which the graph has */
    ReversedRows(final CsrGraph graph, final boolean weighted) {
        this(graph, Math.toIntExact(graph.offsets().size() / (graph.rowsPerNode() + 1)), weighted);
    }

    @Override
    public String name() {
        return graph.name();
    }

    @Override
    public OptionalLong vertexCount() {
        return OptionalLong.of(graph.vertexCount());
    }

    @Override
    public OptionalLong edgeCount() {
        return OptionalLong.of(graph.storedEdges());
    }

    @Override
    public boolean directed() {
        return true;
    }

    @Override
    public WeightKind weightKind() {
        return weighted ? graph.weights().kind() : WeightKind.NONE;
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        final int workers = parts / nodes;
        return new RowCursor(graph.part(), weighted, PartRange.of(graph.part().rowCount(), part % workers, workers));
    }

    /** Owned by one task. */
    private static final class RowCursor implements EdgeCursor {
        private final CsrPart part;
        private final boolean isWeighted;
        private final long endRow;
        private long row;
        private long position;

        RowCursor(final CsrPart part, final boolean isWeighted, final PartRange rows) {
            this.part = part;
            this.isWeighted = isWeighted;
            endRow = rows.end();
            row = rows.start();
            position = row < endRow ? part.begin(row) : 0;
        }

        @Override
        public boolean next(final EdgeBatch batch) {
            batch.clear();
            while (row < endRow && !batch.isFull()) {
                final long stop = Math.min(part.begin(row + 1), position + EdgeBatch.CAPACITY - batch.count());
                for (long at = position; at < stop; at++) {
                    if (isWeighted) {
                        batch.addWord(part.target(at), part.firstVertex() + row, part.weight(at));
                    } else {
                        batch.add(part.target(at), part.firstVertex() + row);
                    }
                }
                position = stop;
                if (stop == part.begin(row + 1)) {
                    row++;
                }
            }
            return batch.count() > 0;
        }
    }
}

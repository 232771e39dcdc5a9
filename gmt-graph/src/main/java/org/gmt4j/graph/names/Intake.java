package org.gmt4j.graph.names;

import java.util.Arrays;
import java.util.OptionalLong;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.TextList;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.WeightKind;

/**
 * The edges between names that one node takes in, before anybody knows how many vertices there are: from a source, or
 * in chunks from the caller of the library. State per lane. Closed by the node, which frees all.
 */
public final class Intake implements AutoCloseable {
    /** Bits of an edge's place within a part. */
    private static final int PLACE_BITS = 44;
    private static final int EDGES_BETWEEN_REPORTS = 1 << 16;

    private final String name;
    private final WeightKind kind;
    private final LoadRoom room;
    private final EdgeIntake[] lanes;
    private final int nodeCount;
    private final boolean areNamesTexts;

    /**
     * @param name          of the graph
     * @param kind          of the weights to be kept
     * @param arePlacesKept it matters which of two edges came first
     * @param areNamesTexts names are texts
     */
    public Intake(final TaskContext ctx, final String name, final WeightKind kind, final boolean arePlacesKept,
                  final boolean areNamesTexts) {
        this.name = name;
        room = LoadRoom.of(ctx, name);
        this.kind = kind;
        this.areNamesTexts = areNamesTexts;
        nodeCount = ctx.nodeCount();
        lanes = new EdgeIntake[ctx.laneCount()];
        for (int lane = 0; lane < lanes.length; lane++) {
            lanes[lane] = new EdgeIntake(kind, arePlacesKept, areNamesTexts, room);
        }
    }

    /**
     * Takes a chunk of edges.
     *
     * @param words      weights; none where each is one
     * @param firstPlace of the chunk among all edges
     */
    public void take(final TaskContext ctx, final long[] from, final long[] to, final long[] words,
                     final long firstPlace) {
        lanes[ctx.laneId()].add(from, to, words, firstPlace);
    }

    /**
     * Takes a chunk of edges between texts.
     *
     * @param block      names of sources and targets in turn, see {@link TextBlock}
     * @param words      weights; none where each is one
     * @param firstPlace of the chunk among all edges
     */
    public void takeTexts(final TaskContext ctx, final byte[] block, final long[] words, final long firstPlace) {
        lanes[ctx.laneId()].addTexts(block, words, firstPlace);
    }

    /** The room for what the node keeps while the graph is loaded. */
    LoadRoom room() {
        return room;
    }

    /** Whether names are texts. */
    public boolean areNamesTexts() {
        return areNamesTexts;
    }

    /** Some names of each lane, of which the beginning, as a {@link TextBlock}. */
    byte[] sample(final int most, final int longest) {
        final TextBlock block = new TextBlock();
        for (final EdgeIntake lane : lanes) {
            final TextList texts = lane.texts().texts();
            final int step = Math.max(1, texts.count() / most);
            for (int number = 0; number < texts.count(); number += step) {
                final byte[] text = texts.text(number);
                block.add(text.length <= longest ? text : Arrays.copyOf(text, longest));
            }
        }
        return block.take();
    }

    /**
     * Takes this node's part of a source; each worker reads a part of the part.
     *
     * @param isOnePart the source has a part for each node, and no smaller ones
     */
    public void read(final TaskContext ctx, final EdgeSource source, final boolean isOnePart) throws SuspendExecution {
        final int workers = isOnePart ? 1 : ctx.workerCount();
        if (workers == 1) {
            readPart(ctx, source, ctx.nodeId(), ctx.nodeCount());
        } else {
            ctx.parFor(workers, 1, SpawnPolicy.LOCAL, (low, high, c) -> readPart(c, source,
                c.nodeId() * workers + (int) low, c.nodeCount() * workers));
        }
    }

    private void readPart(final TaskContext ctx, final EdgeSource source, final int part, final int parts)
        throws SuspendExecution {
        final EdgeBatch batch = new EdgeBatch();
        final EdgeIntake lane = lanes[ctx.laneId()];            // a task stays on its thread
        final NameBatch names = areNamesTexts ? new NameBatch(lane.texts()) : null;
        final PartReader reader = PartReader.open(ctx, source, part, parts, names);
        long place = (long) part << PLACE_BITS;
        long reported = place;
        try {
            while (reader.next(ctx, batch)) {
                if (areNamesTexts) {
                    lane.addNamed(batch, names, place);
                    names.clear();
                } else {
                    lane.add(source, batch, place);
                }
                place += batch.count();
                if (place - reported >= EDGES_BETWEEN_REPORTS) {
                    ctx.progressed(place - reported);
                    reported = place;
                }
                ctx.yield();
            }
            ctx.progressed(place - reported);
        } finally {
            reader.close();
        }
    }

    int laneCount() {
        return lanes.length;
    }

    EdgeIntake lane(final int lane) {
        return lanes[lane];
    }

    /** Edges that have come in here. */
    public long edgeCount() {
        long count = 0;
        for (final EdgeIntake lane : lanes) {
            count += lane.edgeCount();
        }
        return count;
    }

    /** Whether weights have come in here that must be kept. */
    public boolean hasWeights() {
        for (final EdgeIntake lane : lanes) {
            if (lane.hasWeights()) {
                return true;
            }
        }
        return false;
    }

    /** Names that have come in here, those of several threads several times. */
    long nameCount() {
        long count = 0;
        for (final EdgeIntake lane : lanes) {
            count += lane.names().count();
        }
        return count;
    }

    /**
     * The edges, between vertices: after {@link NameDirectory} has found them. Valid until this is closed.
     *
     * @param isWeighted whether any node {@link #hasWeights}
     */
    public EdgeSource edges(final long vertexCount, final boolean isDirected, final boolean isWeighted) {
        return new TakenEdges(vertexCount, isDirected, isWeighted);
    }

    @Override
    public void close() {
        for (final EdgeIntake lane : lanes) {
            lane.close();
        }
    }

    /** Parts are dealt by segments; only this node's can be opened here. */
    private final class TakenEdges implements EdgeSource {
        private final long vertexCount;
        private final boolean isDirected;
        private final boolean isWeighted;

        TakenEdges(final long vertexCount, final boolean isDirected, final boolean isWeighted) {
            this.isWeighted = isWeighted;
            this.vertexCount = vertexCount;
            this.isDirected = isDirected;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public OptionalLong vertexCount() {
            return OptionalLong.of(vertexCount);
        }

        @Override
        public OptionalLong edgeCount() {
            return OptionalLong.empty();
        }

        @Override
        public boolean directed() {
            return isDirected;
        }

        @Override
        public boolean weighted() {
            return isWeighted;
        }

        @Override
        public WeightKind weightKind() {
            return !isWeighted ? WeightKind.NONE : kind.isDouble() ? WeightKind.DOUBLE : WeightKind.LONG;
        }

        @Override
        public EdgeCursor open(final int part, final int parts) {
            final int workers = parts / nodeCount;
            return new SegmentCursor(part % workers, workers, isWeighted);
        }
    }

    /** Every so many segments of all lanes. Owned by one task. */
    private final class SegmentCursor implements EdgeCursor {
        private final int step;
        private final boolean isWeighted;
        private int lane;
        private int segment;
        private LocalView words = LocalView.words(0, 0);
        private long position;

        SegmentCursor(final int first, final int step, final boolean isWeighted) {
            this.isWeighted = isWeighted;
            this.step = step;
            segment = first - step;
        }

        @Override
        public boolean next(final EdgeBatch batch) {
            batch.clear();
            while (position == words.count()) {
                if (!nextSegment()) {
                    return false;
                }
            }
            final long end = Math.min(words.count(), position + EdgeBatch.CAPACITY);
            lanes[lane].copy(segment, position, end, batch, isWeighted);
            position = end;
            return true;
        }

        private boolean nextSegment() {
            segment += step;
            while (lane < lanes.length && segment >= lanes[lane].segmentCount()) {
                segment -= lanes[lane].segmentCount();
                lane++;
            }
            if (lane == lanes.length) {
                return false;
            }
            words = lanes[lane].segment(segment);
            position = 0;
            return true;
        }
    }
}

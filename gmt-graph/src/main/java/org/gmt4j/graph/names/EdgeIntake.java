package org.gmt4j.graph.names;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.NameTable;
import org.gmt4j.graph.memory.TextTable;
import org.gmt4j.graph.memory.WordBuckets;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.WeightKind;

/**
 * Edges between names that one thread of a node has taken in: each end as the number of its name among those that the
 * thread has seen. Per edge: two look-ups of a hash table. Owned by one thread; read by others after the last edge.
 *
 * <p>Memory: 8 bytes an edge, 8 more for its weight and for its place in the list where they matter, and a
 * {@link NameTable}, which ends when its names have become vertices.
 */
final class EdgeIntake implements AutoCloseable {
    /** Edges whose ends are looked up at the same time. */
    private static final int GROUP = 32;
    private final LoadRoom room;
    private final NameTable names;
    /** Names that are texts; null where they are numbers. */
    private final TextTable texts;
    /** What {@link TextDirectory} has sent. */
    private List<Sent> sent = new ArrayList<>();
    private static final int PAIRS = 0;
    private static final int WEIGHTS = 1;
    private static final int PLACES = 2;

    private final WeightKind kind;
    private final boolean arePlacesKept;
    /** The pairs of all edges, and as many weights and places or none. */
    private final WordBuckets edges;
    private final long[] ends = new long[2 * GROUP];
    private final int[] numbers = new int[2 * GROUP];
    private boolean hasWeights;
    /** By number of the name: the vertex; null before. */
    private LocalView vertices;

    /**
     * Names on their way to their vertices.
     *
     * @param target  node that has got them
     * @param id      of the block there
     * @param numbers of the names here
     */
    record Sent(int target, int id, int[] numbers) {
    }

    /**
     * @param kind          of the weights to be kept
     * @param arePlacesKept it matters which of two edges came first
     * @param areNamesTexts names are texts
     * @param room          of the node
     */
    EdgeIntake(final WeightKind kind, final boolean arePlacesKept, final boolean areNamesTexts, final LoadRoom room) {
        this.room = room;
        names = new NameTable(room);
        edges = new WordBuckets(3, room);
        texts = areNamesTexts ? new TextTable(room) : null;
        this.kind = kind;
        this.arePlacesKept = arePlacesKept && kind != WeightKind.NONE;
        hasWeights = kind == WeightKind.LONG || kind == WeightKind.DOUBLE;
    }

    /** @param firstPlace of the batch among all edges */
    void add(final EdgeSource source, final EdgeBatch batch, final long firstPlace) {
        final boolean isSame = source.ids() == EdgeSource.Ids.SAME;
        room.note(batch.count());
        for (int from = 0; from < batch.count(); from += GROUP) {
            final int size = Math.min(GROUP, batch.count() - from);
            for (int i = 0; i < size; i++) {
                final long low = batch.source(from + i);
                final long high = batch.target(from + i);
                ends[2 * i] = isSame ? low : source.originalId(low);
                ends[2 * i + 1] = isSame ? high : source.originalId(high);
            }
            look(size);
            for (int i = 0; i < size; i++) {
                addNumbered(i);
                if (kind != WeightKind.NONE) {
                    weigh(batch.word(from + i), firstPlace + from + i);
                }
            }
        }
    }

    /**
     * @param words      weights; none where each is one
     * @param firstPlace of the chunk among all edges
     */
    void add(final long[] sources, final long[] targets, final long[] words, final long firstPlace) {
        room.note(sources.length);
        for (int from = 0; from < sources.length; from += GROUP) {
            final int size = Math.min(GROUP, sources.length - from);
            for (int i = 0; i < size; i++) {
                ends[2 * i] = sources[from + i];
                ends[2 * i + 1] = targets[from + i];
            }
            look(size);
            for (int i = 0; i < size; i++) {
                addNumbered(i);
                if (kind != WeightKind.NONE) {
                    weigh(words.length == 0 ? kind.one() : words[from + i], firstPlace + from + i);
                }
            }
        }
    }

    /** Looks up the ends of some edges. */
    private void look(final int edgeCount) {
        checkRoom(names.count() + 2 * edgeCount);
        names.numbers(ends, 2 * edgeCount, numbers);
    }

    /** Adds an edge of the group, between the numbers of its ends. */
    private void addNumbered(final int index) {
        edges.add(PAIRS, (long) numbers[2 * index] << 32 | numbers[2 * index + 1]);
    }

    /**
     * Edges whose ends are numbers of a batch of names.
     *
     * @param firstPlace of the batch among all edges
     */
    void addNamed(final EdgeBatch batch, final NameBatch named, final long firstPlace) {
        checkRoom(texts.count() + named.count());
        room.note(batch.count());
        final int[] found = named.numbers();
        for (int i = 0; i < batch.count(); i++) {
            edges.add(PAIRS, (long) found[(int) batch.source(i)] << 32 | found[(int) batch.target(i)]);
            if (kind != WeightKind.NONE) {
                weigh(batch.word(i), firstPlace + i);
            }
        }
    }

    /**
     * @param block      names of sources and targets in turn
     * @param words      weights; none where each is one
     * @param firstPlace of the chunk among all edges
     */
    void addTexts(final byte[] block, final long[] words, final long firstPlace) {
        checkRoom(texts.count() + block.length / Integer.BYTES);
        final NameBatch named = new NameBatch(texts);
        final int[] found = named.numbers(block);
        room.note(named.count() / 2);
        for (int i = 0; i < named.count(); i += 2) {
            edges.add(PAIRS, (long) found[i] << 32 | found[i + 1]);
            if (kind != WeightKind.NONE) {
                weigh(words.length == 0 ? kind.one() : words[i / 2], firstPlace + i / 2);
            }
        }
    }

    /** The weight of the edge added last. */
    private void weigh(final long word, final long place) {
        if (arePlacesKept) {
            edges.add(PLACES, place);
        }
        if (hasWeights) {
            edges.add(WEIGHTS, word);
        } else if (word != kind.one()) {
            for (long before = edgeCount() - 1; before > 0; before--) {
                edges.add(WEIGHTS, kind.one());
            }
            edges.add(WEIGHTS, word);
            hasWeights = true;
        }
    }

    /** Whether some weight has come in that must be kept. */
    boolean hasWeights() {
        return hasWeights;
    }

    private static void checkRoom(final int count) {
        if (count > NameTable.MOST - 2) {
            throw new GraphException(GraphException.TOO_LARGE, "more than " + count
                + " names of vertices come in through one thread: take more nodes");
        }
    }

    NameTable names() {
        return names;
    }

    TextTable texts() {
        return texts;
    }

    void noteSent(final Sent block) {
        sent.add(block);
    }

    /** What has been noted, which is forgotten. */
    List<Sent> takeSent() {
        final List<Sent> taken = sent;
        sent = List.of();
        return taken;
    }

    /** The vertices of some names, which are given as ranks behind a first one. */
    void setVertices(final int[] numbers, final int[] ranks, final long first) {
        for (int i = 0; i < numbers.length; i++) {
            vertices.set(numbers[i], first + ranks[i]);
        }
    }

    long edgeCount() {
        return edges.count(PAIRS);
    }

    /** Room for the vertex of each name. */
    LocalView openVertices(final boolean isWide) {
        final int count = texts == null ? names.count() : texts.count();
        room.take((long) count * (isWide ? Long.BYTES : Integer.BYTES));
        vertices = LocalView.allocate(count, isWide);
        return vertices;
    }

    int segmentCount() {
        return edges.segmentCount(PAIRS);
    }

    LocalView segment(final int segment) {
        return edges.segment(PAIRS, segment);
    }

    /** Adds edges {@code from .. to - 1} of a segment, as vertices; with weights where these are asked for. */
    void copy(final int segment, final long from, final long to, final EdgeBatch batch, final boolean isWeighted) {
        final LocalView table = vertices;
        final LocalView pairs = edges.segment(PAIRS, segment);
        final LocalView weights = isWeighted && hasWeights ? edges.segment(WEIGHTS, segment) : null;
        final LocalView places = arePlacesKept ? edges.segment(PLACES, segment) : null;
        for (long i = from; i < to; i++) {
            final long edge = pairs.word(i);
            batch.add(table.get(edge >>> 32), table.get(edge & 0xFFFF_FFFFL));
            if (isWeighted) {
                batch.weigh(batch.count() - 1, weights == null ? kind.one() : weights.word(i));
            }
            if (places != null) {
                batch.putPlace(places.word(i));
            }
        }
    }

    @Override
    public void close() {
        names.close();
        edges.close();
        if (texts != null) {
            texts.close();
        }
        if (vertices != null) {
            vertices.close();
        }
    }
}

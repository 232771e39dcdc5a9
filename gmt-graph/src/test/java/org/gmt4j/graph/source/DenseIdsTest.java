package org.gmt4j.graph.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.gmt4j.graph.GraphException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DenseIdsTest {
    private static ListedEdges edges(final int count, final long vertices, final long seed) {
        final ListedEdges edges = new ListedEdges("random", vertices, true, true);
        final Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            edges.add(random.nextLong(vertices), random.nextLong(vertices), i);
        }
        return edges;
    }

    @ParameterizedTest
    @CsvSource({"0,10", "1,1", "3,1099511627776", "1000,50", "1000,1000", "50000,1099511627776", "70000,70000",
        "70000,2147483648"})
    void shouldNumberTheIdsThatOccurInTheirOrder(final int count, final long vertices) {
        final ListedEdges source = edges(count, vertices, 3);
        final TreeSet<Long> expected = new TreeSet<>();
        source.forEachEdge(0, 1, batch -> {
            for (int i = 0; i < batch.count(); i++) {
                expected.add(batch.source(i));
                expected.add(batch.target(i));
            }
        });
        final DenseIds ids = DenseIds.of(source, batch -> { });
        assertEquals(expected.size(), ids.size());
        long number = 0;
        for (final long id : expected) {
            assertEquals(number, ids.dense(id));
            assertEquals(id, ids.original(number++));
        }
        for (final long absent : new long[] {-1, vertices, Long.MAX_VALUE}) {
            assertThrows(GraphException.class, () -> ids.dense(absent));
        }
    }

    @Test
    void shouldChangeNothingButTheIds() {
        final ListedEdges source = edges(3000, 1L << 35, 9);
        final DenseIds ids = DenseIds.of(source, batch -> { });
        final EdgeSource dense = MappedSource.dense(source, ids);
        final List<String> expected = EdgeLists.all(source).stream().map(edge -> {
            final String[] parts = edge.split("[>*]");
            return ids.dense(Long.parseLong(parts[0])) + ">" + ids.dense(Long.parseLong(parts[1])) + "*" + parts[2];
        }).toList();
        for (final int parts : new int[] {1, 2, 5}) {
            assertEquals(expected, EdgeLists.joined(dense, parts));
        }
        assertEquals(ids.size(), dense.vertexCount().getAsLong());
        assertEquals(EdgeSource.Ids.LISTED, dense.ids());
        assertEquals(ids.original(17), dense.originalId(17));
        assertTrue(dense.directed() && dense.weighted());
    }

    @Test
    void shouldListBothDirectionsOfAllButLoops() {
        final ListedEdges source = new ListedEdges("some", 4, true, true);
        source.add(0, 1, 5);
        source.add(2, 2, 6);
        source.add(1, 0, 7);
        assertEquals(List.of("0>1*5", "1>0*5", "2>2*6", "1>0*7", "0>1*7"),
            EdgeLists.all(MappedSource.bothDirections(source)));
        assertEquals(EdgeLists.all(source), EdgeLists.all(MappedSource.undirected(source)));
        assertEquals(false, MappedSource.undirected(source).directed());
        final ListedEdges many = edges(3 * EdgeBatch.CAPACITY + 5, 1000, 1);
        assertEquals(2L * EdgeLists.all(many).size() - EdgeLists.all(many).stream()
            .filter(e -> e.split("[>*]")[0].equals(e.split("[>*]")[1])).count(),
            EdgeLists.all(MappedSource.bothDirections(many)).size());
    }
}

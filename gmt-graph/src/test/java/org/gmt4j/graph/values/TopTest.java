package org.gmt4j.graph.values;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.VertexDouble;
import org.gmt4j.graph.VertexLong;
import org.gmt4j.graph.names.VertexNames;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More vertices are asked for than nodes send at a time. */
@Timeout(120)
class TopTest {
    private static final int VERTICES = 300;
    private static final int[] COUNTS = {1, 6, 7, 8, 50, 299, 300, 301, Integer.MAX_VALUE};
    private static final Comparator<VertexLong> BEST_FIRST =
        Comparator.comparingLong(VertexLong::value).reversed().thenComparingLong(VertexLong::vertex);

    /** Many are equal. */
    private static long value(final long vertex) {
        return vertex * 7919 % 300 / 20 - 5;
    }

    private static List<VertexLong> expected(final int count) {
        return LongStream.range(0, VERTICES).mapToObj(vertex -> new VertexLong(vertex + 1, value(vertex)))
            .sorted(BEST_FIRST).limit(count).toList();
    }

    private static void check(final TaskContext ctx) throws SuspendExecution {
        final VertexNames names = VertexNames.numbered(VERTICES, 1);
        final GlobalLongArray longs = GlobalLongArray.allocate(ctx, VERTICES);
        final GlobalDoubleArray doubles = GlobalDoubleArray.allocate(ctx, VERTICES);
        for (int vertex = 0; vertex < VERTICES; vertex++) {
            longs.put(ctx, vertex, value(vertex));
            doubles.put(ctx, vertex, value(vertex) / 4.0);
        }
        final NamedColumn column = new NamedColumn(names, longs, VertexValues.Kind.NUMBERS);
        final NamedDoubles reals = new NamedDoubles(names, doubles);
        for (final int count : COUNTS) {
            for (final int most : new int[] {1, 7, 1000}) {
                assertEquals(expected(count), column.top(ctx, count, most));
                assertEquals(expected(count).stream().map(e -> new VertexDouble(e.vertex(), e.value() / 4.0)).toList(),
                    reals.top(ctx, count, most));
            }
        }
        longs.free(ctx);
        doubles.free(ctx);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldFetchTheBestInPieces(final int nodes) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(TopTest.class).start()) {
            cluster.run(TopTest::check);
        }
    }
}

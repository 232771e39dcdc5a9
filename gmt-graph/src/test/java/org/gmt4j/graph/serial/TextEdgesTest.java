package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.NameNumbers;
import org.junit.jupiter.api.Test;

/** One thread numbers texts in the order of their bytes, whenever they are read. */
class TextEdgesTest {
    private final List<String> texts = new ArrayList<>(List.of("b", "\u00c9", "b", "", "\uffff", "\ud83d\ude00", "a",
        "b"));

    /** Edges between pairs of texts. */
    private final class Texts implements EdgeSource {
        @Override
        public boolean hasTextNames() {
            return true;
        }

        @Override
        public EdgeCursor open(final int part, final int parts, final NameNumbers names) {
            return new EdgeCursor() {
                private int next;

                @Override
                public boolean next(final EdgeBatch batch) {
                    batch.clear();
                    if (next < texts.size()) {
                        batch.addWord(number(names), number(names), next);
                    }
                    return batch.count() > 0;
                }

                private int number(final NameNumbers numbers) {
                    final byte[] bytes = ("x" + texts.get(next++)).getBytes(StandardCharsets.UTF_8);
                    return numbers.number(bytes, 1, bytes.length - 1);
                }
            };
        }

        @Override
        public EdgeCursor open(final int part, final int parts) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String name() {
            return "texts";
        }

        @Override
        public OptionalLong vertexCount() {
            return OptionalLong.empty();
        }

        @Override
        public OptionalLong edgeCount() {
            return OptionalLong.of(texts.size() / 2);
        }

        @Override
        public boolean directed() {
            return true;
        }

        @Override
        public boolean weighted() {
            return true;
        }
    }

    @Test
    void shouldNumberTextsByTheirBytes() {
        final NumberedEdges edges = NumberedEdges.of(new Texts(), true);
        assertEquals(6, edges.vertexCount());
        final List<String> found = new ArrayList<>();
        edges.forEach((from, to, weight) -> found.add(from + " " + to + " " + weight));
        // "" a b É U+FFFF U+1F600, of which the last two are in another order as chars
        assertEquals(List.of("2 3 2", "2 0 4", "4 5 6", "1 2 8"), found);
        assertEquals(4, edges.name(4));
        final LocalCsr rows = LocalCsr.of(edges.toSource(), true);
        assertEquals(6, rows.vertexCount());
        assertTrue(rows.hasEdge(1, 2) && rows.hasEdge(2, 0) && !rows.hasEdge(0, 2));
    }

    @Test
    void shouldRefuseNamesThatAppearLater() {
        final NumberedEdges edges = NumberedEdges.of(new Texts(), true);
        texts.set(0, "new");
        assertTrue(assertThrows(GraphException.class, () -> edges.forEach((from, to, weight) -> { })).getMessage()
            .contains("has it changed meanwhile?"));
    }
}

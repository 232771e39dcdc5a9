package org.gmt4j.graph.serial;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.WeightKind;

/**
 * The edges of a source whose vertices are named by texts, between the numbers 0, 1, 2, ... in the order of the texts'
 * bytes. Owned by one thread. Memory: 100 bytes a name, and its own bytes.
 */
final class TextEdges implements EdgeSource {
    private final EdgeSource inner;
    private final Map<ByteBuffer, Integer> numbers;

    private TextEdges(final EdgeSource inner, final Map<ByteBuffer, Integer> numbers) {
        this.inner = inner;
        this.numbers = numbers;
    }

    /** Reads the source once. */
    static TextEdges of(final EdgeSource source) {
        final Map<ByteBuffer, Integer> numbers = new HashMap<>();
        final EdgeBatch batch = new EdgeBatch();
        try (EdgeCursor cursor = source.open(0, 1, (bytes, offset, length) -> {
            if (!numbers.containsKey(ByteBuffer.wrap(bytes, offset, length))) {
                numbers.put(ByteBuffer.wrap(Arrays.copyOfRange(bytes, offset, offset + length)), 0);
            }
            return 0;
        })) {
            while (cursor.next(batch)) {
                batch.clear();
            }
        }
        final byte[][] sorted = numbers.keySet().stream().map(ByteBuffer::array).sorted(Arrays::compareUnsigned)
            .toArray(byte[][]::new);
        for (int i = 0; i < sorted.length; i++) {
            numbers.put(ByteBuffer.wrap(sorted[i]), i);
        }
        return new TextEdges(source, numbers);
    }

    private int number(final byte[] bytes, final int offset, final int length) {
        final Integer number = numbers.get(ByteBuffer.wrap(bytes, offset, length));
        if (number == null) {
            throw new GraphException(GraphException.VERTEX_OUT_OF_RANGE, inner.name() + " has other names than when it"
                + " was read first: has it changed meanwhile?");
        }
        return number;
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        return inner.open(part, parts, this::number);
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public OptionalLong vertexCount() {
        return OptionalLong.of(numbers.size());
    }

    @Override
    public OptionalLong edgeCount() {
        return inner.edgeCount();
    }

    @Override
    public boolean directed() {
        return inner.directed();
    }

    @Override
    public boolean weighted() {
        return inner.weighted();
    }

    @Override
    public WeightKind weightKind() {
        return inner.weightKind();
    }
}

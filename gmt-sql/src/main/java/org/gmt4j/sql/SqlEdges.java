package org.gmt4j.sql;

import java.util.OptionalLong;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.WeightKind;

/** What all edges of queries have in common. Immutable, any thread. */
abstract class SqlEdges implements EdgeSource {
    /** No edges. */
    static final EdgeCursor NOTHING = batch -> {
        batch.clear();
        return false;
    };

    private final String name;
    private final boolean areTexts;
    private final WeightKind kind;

    SqlEdges(final String name, final boolean areTexts, final WeightKind kind) {
        this.name = name;
        this.areTexts = areTexts;
        this.kind = kind;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final OptionalLong vertexCount() {
        return OptionalLong.empty();
    }

    @Override
    public OptionalLong edgeCount() {
        return OptionalLong.empty();
    }

    @Override
    public final boolean directed() {
        return true;
    }

    @Override
    public final boolean weighted() {
        return weightKind() != WeightKind.NONE;
    }

    @Override
    public WeightKind weightKind() {
        return kind;
    }

    @Override
    public boolean hasTextNames() {
        return areTexts;
    }

    /** Of text names, each edge is from 0 to 0: to be counted. */
    @Override
    public final EdgeCursor open(final int part, final int parts) {
        return open(part, parts, (bytes, offset, length) -> 0);
    }
}

package org.gmt4j.graph.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What tests want to know about a source: its edges as text, and whether parts change them. */
public final class EdgeLists {
    private EdgeLists() {
    }

    /** {@code source>target*weight} of one part, in order. */
    public static List<String> ofPart(final EdgeSource source, final int part, final int parts) {
        final List<String> edges = new ArrayList<>();
        source.forEachEdge(part, parts, batch -> {
            for (int i = 0; i < batch.count(); i++) {
                edges.add(batch.source(i) + ">" + batch.target(i) + "*"
                    + source.weightKind().text(batch.word(i)));
            }
        });
        return edges;
    }

    public static List<String> all(final EdgeSource source) {
        return ofPart(source, 0, 1);
    }

    /** All parts one after the other. */
    public static List<String> joined(final EdgeSource source, final int parts) {
        final List<String> edges = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            edges.addAll(ofPart(source, part, parts));
        }
        return edges;
    }

    /** Degree of every vertex at both ends. */
    public static long[] degrees(final EdgeSource source) {
        final long[] degrees = new long[(int) source.countVertices()];
        source.forEachEdge(0, 1, batch -> {
            for (int i = 0; i < batch.count(); i++) {
                degrees[(int) batch.source(i)]++;
                degrees[(int) batch.target(i)]++;
            }
        });
        return degrees;
    }

    public static long sum(final long[] values) {
        return Arrays.stream(values).sum();
    }
}

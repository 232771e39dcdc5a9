package org.gmt4j.graph.table;

import java.util.Objects;

/**
 * The columns of a table that make edges. Immutable; travels as a captured value.
 *
 * @param from     source of an edge
 * @param to       target of an edge
 * @param weight   of an edge; null for none
 * @param areTexts names of vertices are texts
 */
public record EdgeColumns(String from, String to, String weight, boolean areTexts) {
    /** Refuses a column that is named twice. */
    public EdgeColumns {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        if (from.equals(to) || from.equals(weight) || to.equals(weight)) {
            throw new IllegalArgumentException("columns \"" + from + "\", \"" + to + "\""
                + (weight == null ? "" : ", \"" + weight + "\"") + ": each must be another one");
        }
    }

    /** Number of columns, which are 0, 1 and 2 in the order of the constructor. */
    int count() {
        return weight == null ? 2 : 3;
    }

    String name(final int column) {
        return column == 0 ? from : column == 1 ? to : weight;
    }

    /** The column of a name, -1 of all others. */
    int column(final String name) {
        return name.equals(from) ? 0 : name.equals(to) ? 1 : name.equals(weight) ? 2 : -1;
    }
}

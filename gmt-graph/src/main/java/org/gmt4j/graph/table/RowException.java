package org.gmt4j.graph.table;

/** A row that is no edge; whoever reads the file adds where it stands. */
final class RowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RowException(final String reason) {
        super(reason);
    }
}

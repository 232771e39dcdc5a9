package org.gmt4j.graph.table;

import org.gmt4j.graph.file.TextFile;

/** How rows of a text look. Immutable, any thread. */
public interface RowFormat {
    /** Opens a parser for the lines of a file; reads the line of column names where there is one. */
    RowParser open(TextFile file, EdgeColumns columns);
}

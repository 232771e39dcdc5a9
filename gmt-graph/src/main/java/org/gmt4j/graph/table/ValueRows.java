package org.gmt4j.graph.table;

import java.io.Closeable;
import java.io.IOException;

/**
 * Takes rows, cell by cell in the order of columns, each of its column's type. Texts come in UTF-8. Owned by one
 * thread at a time, which need not be the one that has opened it.
 */
public interface ValueRows extends Closeable {
    /** Adds a whole number, or a vertex that is named by a number. */
    void add(long value) throws IOException;

    /** Adds a number. */
    void add(double value) throws IOException;

    /** Adds a text. */
    void add(byte[] text) throws IOException;

    /** The row has all its cells. */
    void endRow() throws IOException;

    /** Closes where the rows are not wanted any more: nothing is packed for it, and what was written may be there. */
    default void abandon() throws IOException {
        close();
    }
}

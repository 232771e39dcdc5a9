package org.gmt4j.graph.table;

import java.io.Closeable;
import java.io.IOException;

/** Takes vertices and their values, ascending by vertex. Names that are texts come in UTF-8. Owned by one thread. */
public interface ValueRows extends Closeable {
    /** Adds a whole number, or a vertex that is named by a number. */
    void add(long vertex, long value) throws IOException;

    /** Adds a number, neither NaN nor infinite. */
    void add(long vertex, double value) throws IOException;

    /** Adds a whole number. */
    void add(byte[] vertex, long value) throws IOException;

    /** Adds a number, neither NaN nor infinite. */
    void add(byte[] vertex, double value) throws IOException;

    /** Adds a vertex. */
    void add(byte[] vertex, byte[] value) throws IOException;
}

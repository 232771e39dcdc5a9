package org.gmt4j.graph.source;

import org.gmt4j.graph.GraphException;

/** Numbers names that are texts, for the batch of edges that is being read. Owned by one thread. */
@FunctionalInterface
public interface NameNumbers {
    /** Bytes that a name has at most. */
    int LONGEST_NAME = 1 << 20;

    /** Refuses a name of more bytes. */
    static void requireLength(final int length) {
        if (length > LONGEST_NAME) {
            throw new GraphException(GraphException.BAD_NAME, "a name of " + length + " bytes: at most " + LONGEST_NAME
                + ". Number such texts, and name vertices by the numbers");
        }
    }

    /**
     * A number of a name; it may have several.
     *
     * @param bytes  hold the name in UTF-8
     * @param offset of its first byte
     * @param length in bytes
     */
    int number(byte[] bytes, int offset, int length);

    /**
     * Whether names have come in that must go on before many more do: a cursor whose edges are read once ends its batch
     * then, which has one edge at least.
     */
    default boolean isFull() {
        return false;
    }
}

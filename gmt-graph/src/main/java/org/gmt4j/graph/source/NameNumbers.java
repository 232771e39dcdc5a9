package org.gmt4j.graph.source;

/** Numbers names that are texts, for the batch of edges that is being read. Owned by one thread. */
@FunctionalInterface
public interface NameNumbers {
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

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
}

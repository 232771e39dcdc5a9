package org.gmt4j.graph.source;

/** Numbers names that are texts, the same name always alike. Owned by one thread. */
@FunctionalInterface
public interface NameNumbers {
    /**
     * The number of a name.
     *
     * @param bytes  hold the name in UTF-8
     * @param offset of its first byte
     * @param length in bytes
     */
    int number(byte[] bytes, int offset, int length);
}

package org.gmt4j.graph.real;

import java.util.function.Consumer;

/** A set of class files, visited in an order that does not change. */
interface ClassPathSource {
    /** Prefix of the graph's name: {@code jdk} or {@code jar}. */
    String prefix();

    /** See {@link GraphExtractor#fingerprint()}. */
    String fingerprint();

    /** Hands over the content of every class file but module descriptors. */
    void forEachClass(Consumer<ClassFile> visitor);
}

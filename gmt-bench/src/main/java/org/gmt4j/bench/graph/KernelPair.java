package org.gmt4j.bench.graph;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * A kernel on a graph, in two versions. Runs are numbered; those with the same number have the same work, such as the
 * same source.
 *
 * @param nodes      of the library: from the loaded graph to the answer in the memory of the nodes
 * @param serial     by one thread: from rows in Java arrays to the answer in another one
 * @param difference what is wrong with the answer of the nodes, or nothing
 * @param edges      stored edges that the algorithm looks at, by the serial answer
 */
record KernelPair<N extends AutoCloseable, S>(LongFunction<N> nodes, LongFunction<S> serial,
                                              BiFunction<N, S, Optional<String>> difference,
                                              ToLongFunction<S> edges) {
}

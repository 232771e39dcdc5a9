package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * The {@code long} of a node's object, see {@link NodeLocal#sum}. A plain function that cannot wait; runs on that node.
 */
@Body
@FunctionalInterface
public interface NodeLongFunction<T> extends Serializable {
    /**
     * The value of one node.
     *
     * @param object of that node
     * @return its value
     */
    long apply(T object);
}

package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Returns a {@code long} from a node's object, see {@link NodeLocal#sum}. A plain function that cannot wait; runs on
 * that node.
 */
@Body
@FunctionalInterface
public interface NodeLongFunction<T> extends Serializable {
    /**
     * Returns the value of one node.
     *
     * @param object object of that node
     * @return its value
     */
    long apply(T object);
}

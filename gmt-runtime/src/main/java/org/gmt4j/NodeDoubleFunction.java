package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Returns a {@code double} from a node's object, see {@link NodeLocal#sumDouble}. A plain function that cannot wait;
 * runs on that node.
 */
@Body
@FunctionalInterface
public interface NodeDoubleFunction<T> extends Serializable {
    /**
     * Returns the value of one node.
     *
     * @param object object of that node
     * @return its value
     */
    double apply(T object);
}

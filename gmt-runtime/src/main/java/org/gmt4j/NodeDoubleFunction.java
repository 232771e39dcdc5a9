package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * The {@code double} of a node's object, see {@link NodeLocal#sumDouble}. A plain function that cannot wait; runs on
 * that node.
 */
@Body
@FunctionalInterface
public interface NodeDoubleFunction<T> extends Serializable {
    double apply(T object);
}

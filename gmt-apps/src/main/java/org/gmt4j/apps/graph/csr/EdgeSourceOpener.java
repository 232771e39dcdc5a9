package org.gmt4j.apps.graph.csr;

import java.io.Serializable;
import org.gmt4j.apps.graph.EdgeSource;

/** Opens the same source of edges on every node. A lambda of a registered class: it travels, the source does not. */
@FunctionalInterface
public interface EdgeSourceOpener extends Serializable {
    EdgeSource open();
}

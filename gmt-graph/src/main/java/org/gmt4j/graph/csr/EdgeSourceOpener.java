package org.gmt4j.graph.csr;

import java.io.Serializable;
import org.gmt4j.graph.source.EdgeSource;

/** Opens the same source of edges on every node. A lambda of a registered class: it travels, the source does not. */
@FunctionalInterface
public interface EdgeSourceOpener extends Serializable {
    EdgeSource open();
}

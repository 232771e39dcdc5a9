package org.gmt4j.graph.csr;

import java.io.Serializable;
import org.gmt4j.graph.source.EdgeBatch;

/**
 * A mistake of a build, made on purpose between the source and the exchange: by it tests show that builds which lose or
 * change edges are noticed. A body of a registered class: it travels. Called once per batch.
 */
@FunctionalInterface
interface BuildFault extends Serializable {
    /** None. */
    BuildFault NONE = batch -> { };

    void strike(EdgeBatch batch);
}

package org.gmt4j.graph.source;

/** Takes batches of edges; called once per some thousand edges, so it may be megamorphic. */
@FunctionalInterface
public interface EdgeConsumer {
    /** The batch is reused after return. */
    void accept(EdgeBatch batch);
}

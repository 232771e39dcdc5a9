package org.gmt4j.graph.file;

/** Is told how far a long pass over edges has come; called once per batch, must be cheap. */
@FunctionalInterface
public interface EdgeProgress {
    EdgeProgress NONE = (step, edges) -> { };

    /**
     * @param step  present step, such as {@code writing}
     * @param edges edges done in this step so far
     */
    void edgesDone(String step, long edges);
}

package org.gmt4j.graph.real;

import org.gmt4j.graph.source.EdgeSource;

/** Makes a graph from material found on this machine. */
interface GraphExtractor {
    String name();

    /** Text that differs whenever the material differs; cheap. */
    String fingerprint();

    boolean weighted();

    /** Reads the material; takes seconds. */
    EdgeSource extract();
}

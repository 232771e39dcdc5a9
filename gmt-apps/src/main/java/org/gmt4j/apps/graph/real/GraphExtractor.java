package org.gmt4j.apps.graph.real;

import org.gmt4j.apps.graph.EdgeSource;

/** Makes a graph from material found on this machine. */
interface GraphExtractor {
    String name();

    /** Text that differs whenever the material differs; cheap. */
    String fingerprint();

    boolean weighted();

    /** Reads the material; takes seconds. */
    EdgeSource extract();
}

package org.gmt4j.broken.aggregation.wire;

/** Breaks: records are final and hold no state. */
public class WireWithState {
    int length;
}

package org.gmt4j.bench.scale.series;

/** The quantity that stays the same while nodes are added. */
public enum ScalingKind {
    /** The work of each node. */
    WEAK,
    /** The work of all nodes together. */
    STRONG
}

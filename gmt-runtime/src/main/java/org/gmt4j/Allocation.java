package org.gmt4j;

/** Where the elements of an array live. */
public enum Allocation {
    /** All on the node that allocates. */
    LOCAL,
    /** Contiguous parts over all nodes, the first on node 0: the default. */
    PARTITION,
    /** Contiguous parts over all nodes, the first on the node that allocates. */
    PARTITION_HERE,
    /** Contiguous parts over all nodes, the first on a random node. */
    PARTITION_RANDOM,
    /** Contiguous parts over all nodes but the one that allocates; with one node, there. */
    REMOTE,
    /** A full copy on every node: puts write all copies, gets read the local one, atomics are refused. */
    REPLICATE
}

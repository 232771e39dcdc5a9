package org.gmt4j;

/** The placement of an array's elements. */
public enum Allocation {
    /** All elements on the allocating node. */
    LOCAL,
    /** Contiguous parts over all nodes, the first on node 0. The default. */
    PARTITION,
    /** Contiguous parts over all nodes, the first on the allocating node. */
    PARTITION_HERE,
    /** Contiguous parts over all nodes, the first on a random node. */
    PARTITION_RANDOM,
    /** Contiguous parts over all nodes except the allocating one; with a single node, on that node. */
    REMOTE,
    /** A full copy on every node: puts write all copies, gets read the local one, atomics are refused. */
    REPLICATE
}

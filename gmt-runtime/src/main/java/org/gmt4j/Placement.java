package org.gmt4j;

/**
 * Maps elements to the nodes that own them, so that loops can follow the owners. Implemented by global arrays. Any
 * thread.
 *
 * <p>The elements of one node, in ascending order, have <b>positions</b> 0, 1, 2 ... on that node. A loop needs no
 * positions where the elements of a node are one contiguous run. Where they are dealt out in blocks
 * ({@link #isScattered()}) the loop gives each node a range of positions, and the node finds its own runs: one message
 * per node for any number of blocks.
 */
public interface Placement {
    /** Returns the number of elements. */
    long size();

    /** Returns the id of the node that owns an element. */
    int owner(long index);

    /** Returns whether the elements of a node may be more than one contiguous run. */
    boolean isScattered();

    /**
     * Calls back at most once for each node that owns elements of [low, high), with the range of their indices, or of
     * their positions at the node where the placement is scattered. Complexity: the number of nodes.
     */
    void forEachPart(long low, long high, PartConsumer consumer);

    /**
     * Returns the index of the element at a position of a node.
     *
     * @throws IndexOutOfBoundsException when the node does not have that position
     */
    long index(int node, long position);

    /** Returns the end, exclusive, of the run of neighbours with one owner that contains an element. */
    long runEnd(long index);

    /** Receives the part of each node. */
    interface PartConsumer {
        /**
         * Receives the part of one node.
         *
         * @param node id of the owner
         * @param low  first index, or first position where the placement is scattered
         * @param high last index or position plus one
         */
        void part(int node, long low, long high);
    }
}

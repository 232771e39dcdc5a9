package org.gmt4j;

/**
 * Which node owns which elements: what a loop may follow. Implemented by global arrays. Any thread.
 *
 * <p>The elements of one node, in ascending order, have <b>positions</b> 0, 1, 2 ... there. Where they are one
 * contiguous run a loop needs no positions; where they are dealt out in blocks ({@link #isScattered()}) it hands each
 * node a range of positions, and the node finds its own runs: one message to a node, however many blocks.
 */
public interface Placement {
    /** Elements of the whole. */
    long size();

    /** The node that owns an element. */
    int owner(long index);

    /** True when the elements of a node may be more than one contiguous run. */
    boolean isScattered();

    /**
     * Calls back at most once for each node that owns elements of [low, high), with the range that they are: of
     * indices, or of positions at the node where the placement is scattered. Complexity: the nodes.
     */
    void forEachPart(long low, long high, PartConsumer consumer);

    /**
     * The element at a position of a node.
     *
     * @throws IndexOutOfBoundsException when the node has no such position
     */
    long index(int node, long position);

    /** End, exclusive, of the run of neighbours with one owner that an element lies in. */
    long runEnd(long index);

    /** Takes the part of one node. */
    interface PartConsumer {
        /**
         * Takes a part.
         *
         * @param node that owns it
         * @param low  its first index, or position where the placement is scattered
         * @param high its last one plus one
         */
        void part(int node, long low, long high);
    }
}

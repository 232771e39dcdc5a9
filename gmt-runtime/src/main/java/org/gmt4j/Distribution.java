package org.gmt4j;

import org.gmt4j.aggregation.wire.CommandWord;

/**
 * Maps an index to (node, offset) and back. Immutable. Per command, so the three shapes share one class with final
 * fields: a division by shift where the part is a power of two, by reciprocal otherwise.
 *
 * <pre>
 * parts    part k = elements [k * part, (k+1) * part) on node (first + k) mod nodes; k below the count of parts
 * cyclic   block b = elements [b * block, (b+1) * block) on node (first + b mod parts) mod nodes
 * replica  everything everywhere
 * </pre>
 */
public final class Distribution {
    private final int nodes;
    private final int first;
    private final int parts;
    private final long size;
    private final long part;
    private final int shift;
    private final double reciprocal;
    private final boolean cyclic;
    private final boolean replicated;

    private Distribution(final int nodes, final int first, final int parts, final long size, final long part,
                         final boolean cyclic, final boolean replicated) {
        this.nodes = nodes;
        this.first = first;
        this.parts = parts;
        this.size = size;
        this.part = Math.max(1, part);
        this.shift = Long.bitCount(this.part) == 1 ? Long.numberOfTrailingZeros(this.part) : -1;
        this.reciprocal = 1.0 / this.part;
        this.cyclic = cyclic;
        this.replicated = replicated;
    }

    /**
     * @param home   id of the allocating node
     * @param random selects the first node of {@link Allocation#PARTITION_RANDOM}; the same on all nodes
     */
    static Distribution of(final ArraySpec spec, final int nodes, final int home, final long random) {
        final long size = spec.size();
        int parts = nodes;
        int first = 0;
        switch (spec.allocation()) {
            case LOCAL:
                parts = 1;
                first = home;
                break;
            case PARTITION_HERE:
                first = home;
                break;
            case PARTITION_RANDOM:
                first = (int) Long.remainderUnsigned(random, nodes);
                break;
            case REMOTE:
                parts = Math.max(1, nodes - 1);
                first = nodes == 1 ? 0 : (home + 1) % nodes;
                break;
            case REPLICATE:
                return new Distribution(nodes, 0, 1, size, size, false, true);
            default:
                break;
        }
        if (spec.blockSize() > 0) {
            return new Distribution(nodes, first, parts, size, spec.blockSize(), true, false);
        }
        return new Distribution(nodes, first, parts, size, size == 0 ? 1 : (size - 1) / parts + 1, false, false);
    }

    /** Returns the number of elements of the array. */
    public long size() {
        return size;
    }

    /** Returns whether each node has all elements. */
    public boolean isReplicated() {
        return replicated;
    }

    /** Returns whether elements are dealt to the nodes in blocks, in turn. */
    public boolean isCyclic() {
        return cyclic;
    }

    private long quotient(final long index) {
        if (shift >= 0) {
            return index >>> shift;
        }
        final long guess = (long) (index * reciprocal);
        final long rest = index - guess * part;
        return rest < 0 ? guess - 1 : rest >= part ? guess + 1 : guess;
    }

    /** Returns the owner of an element below the size; node 0 for a replicated array, where its copy counts. */
    public int owner(final long index) {
        final long k = quotient(index);
        return wrap(first + (cyclic ? (int) (k % parts) : (int) k));
    }

    /** Returns node and offset of an element in one step: {@code node << CommandWord.OFFSET_BITS | offset}. */
    public long locate(final long index) {
        final long k = quotient(index);
        if (cyclic) {
            return (long) wrap(first + (int) (k % parts)) << CommandWord.OFFSET_BITS | k / parts * part
                + index - k * part;
        }
        return (long) wrap(first + (int) k) << CommandWord.OFFSET_BITS | index - k * part;
    }

    private int wrap(final int node) {
        return node >= nodes ? node - nodes : node;
    }

    /** Returns the offset of an element at its owner, in elements. */
    public long offset(final long index) {
        final long k = quotient(index);
        final long rest = index - k * part;
        return cyclic ? k / parts * part + rest : replicated ? index : rest;
    }

    /** Returns the greatest number of elements on any node. */
    public long longestPart() {
        return replicated ? size : cyclic ? ((size - 1) / part / parts + 1) * part : part;
    }

    /** Returns the number of elements on a node. */
    public long count(final int node) {
        if (replicated) {
            return size;
        }
        final int k = Math.floorMod(node - first, nodes);
        if (k >= parts || size == 0) {
            return 0;
        }
        if (!cyclic) {
            return Math.max(0, Math.min(part, size - k * part));
        }
        final long blocks = (size - 1) / part + 1;
        final long mine = blocks / parts + (k < blocks % parts ? 1 : 0);
        final boolean hasLast = mine > 0 && (blocks - 1) % parts == k;
        return mine * part - (hasLast ? blocks * part - size : 0);
    }

    /**
     * Returns the number of a node's elements below {@code index}: the position there of the first one not below it.
     */
    public long countBelow(final int node, final long index) {
        if (replicated) {
            return index;
        }
        final int k = Math.floorMod(node - first, nodes);
        if (k >= parts) {
            return 0;
        }
        if (!cyclic) {
            return Math.max(0, Math.min(part, index - k * part));
        }
        final long block = quotient(index);
        final long last = block % parts;
        return (block / parts + (k < last ? 1 : 0)) * part + (k == last ? index - block * part : 0);
    }

    /** Returns the first index of a node's contiguous part; 0 for an empty part and for cyclic arrays. */
    public long start(final int node) {
        final int k = Math.floorMod(node - first, nodes);
        return replicated || cyclic || k >= parts ? 0 : Math.min(size, k * part);
    }

    /** Returns the index of the element at an offset on a node: the inverse of owner and offset. */
    public long index(final int node, final long offset) {
        if (replicated) {
            return offset;
        }
        final int k = Math.floorMod(node - first, nodes);
        return cyclic ? (offset / part * parts + k) * part + offset % part : k * part + offset;
    }

    /** Returns the start of the run with one owner and adjacent offsets that contains {@code index}. */
    public long runBegin(final long index) {
        return replicated ? 0 : quotient(index) * part;
    }

    /** Returns the end, exclusive, of the run with one owner and adjacent offsets that contains {@code index}. */
    public long runEnd(final long index) {
        return replicated ? size : Math.min(size, (quotient(index) + 1) * part);
    }

    @Override
    public String toString() {
        return replicated ? "replicated" : (cyclic ? "cyclic, block " : "parts of ") + part + " from node " + first;
    }
}

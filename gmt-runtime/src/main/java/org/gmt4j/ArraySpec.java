package org.gmt4j;

/**
 * Describes an array for its allocation. Immutable; start with {@link #of(long)}.
 *
 * @param name          empty, or a name by which any task may attach to the array
 * @param type          type of the elements
 * @param elementLength length of one element in bytes
 * @param size          number of elements
 * @param allocation    placement of the elements
 * @param blockSize     0 for one contiguous part per node; otherwise the number of elements in a block, and blocks are
 *                      dealt to the nodes in turn
 * @param zeroed        whether the elements are zero at the start; otherwise they hold arbitrary values
 * @param combining     how the elements change once they have been set
 * @param initial       with {@link Combining#ONCE}: the value of elements that have not changed; otherwise 0
 * @param mapping       whether processes of one host map each other's parts
 */
public record ArraySpec(String name, ElementType type, int elementLength, long size, Allocation allocation,
                        long blockSize, boolean zeroed, Combining combining, long initial, Mapping mapping)
    implements Transferable {
    /** Whether processes of one host map each other's parts of an array. Never those of {@code MIN} and {@code MAX}. */
    public enum Mapping {
        /** Parts of a length within {@code gmt.armci.shared.arrays}. */
        SHORT,
        /** Parts of any length that a mapping may have: 2 GB. */
        ANY,
        /** No part. */
        NEVER
    }

    /** Refuses illegal sizes and lengths. */
    public ArraySpec {
        if (size < 0) {
            throw new IllegalArgumentException("size is " + size + ", expected 0 or more elements");
        }
        if (elementLength < 1 || type.length() != 0 && elementLength != type.length()) {
            throw new IllegalArgumentException("an element of " + elementLength + " B does not fit type " + type);
        }
        if (blockSize < 0 || blockSize > 0 && allocation == Allocation.REPLICATE) {
            throw new IllegalArgumentException("block size is " + blockSize + " with allocation " + allocation
                + "; expected 0, or a positive count with a partitioned array");
        }
        java.util.Objects.requireNonNull(name, "name");
        if (combining != Combining.NONE && allocation == Allocation.REPLICATE) {
            throw new IllegalArgumentException("GMT-258 a replicated array cannot combine (" + combining
                + "): it has no atomic operations; take another allocation");
        }
    }

    /** Describes a partitioned, zeroed array. The typed {@code allocate} methods set the type. */
    public static ArraySpec of(final long size) {
        return new ArraySpec("", ElementType.LONG, 8, size, Allocation.PARTITION, 0, true, Combining.NONE, 0,
            Mapping.SHORT);
    }

    /** Returns the same description with a name, by which tasks of all nodes find the array. */
    public ArraySpec named(final String newName) {
        return new ArraySpec(newName, type, elementLength, size, allocation, blockSize, zeroed, combining, initial,
            mapping);
    }

    /** Returns the same description with another placement. */
    public ArraySpec allocated(final Allocation newAllocation) {
        return new ArraySpec(name, type, elementLength, size, newAllocation, blockSize, zeroed, combining, initial,
            mapping);
    }

    /** Returns the same description as a block-cyclic array: blocks of {@code elements} dealt to the nodes in turn. */
    public ArraySpec cyclic(final long elements) {
        if (elements < 1) {
            throw new IllegalArgumentException("block size is " + elements + ", expected at least 1 element");
        }
        return new ArraySpec(name, type, elementLength, size, allocation, elements, zeroed, combining, initial,
            mapping);
    }

    /** Returns the same description without zeroing, for programs that write every element before they read it. */
    public ArraySpec unzeroed() {
        return new ArraySpec(name, type, elementLength, size, allocation, blockSize, false, combining, initial,
            mapping);
    }

    /**
     * Returns the same description of an array whose parts no other process of the host maps: what others do to them
     * travels as commands. It is allocated and first used in a part of the time, because its memory is used again after
     * {@link GlobalArray#free}. For arrays that live for one step of a program, and that nodes use their own parts of.
     */
    public ArraySpec unmapped() {
        return new ArraySpec(name, type, elementLength, size, allocation, blockSize, zeroed, combining, initial,
            Mapping.NEVER);
    }

    /**
     * Returns the same description of an array that is read far more than written, like the rows of a graph. Processes
     * of a host map its parts up to 2 GB a node, as far as half of the free room of /dev/shm goes, and read each
     * other's elements and rows in place, without a wait. Random writes are slower where memory that processes share
     * has small pages.
     */
    public ArraySpec readMostly() {
        return new ArraySpec(name, type, elementLength, size, allocation, blockSize, zeroed, combining, initial,
            Mapping.ANY);
    }

    /** Returns the same description of an array whose operations combine before they travel, in one way. */
    public ArraySpec combining(final Combining newCombining) {
        return new ArraySpec(name, type, elementLength, size, allocation, blockSize, zeroed, newCombining, 0, mapping);
    }

    /**
     * Returns the same description of a write-once array: {@link Combining#ONCE} from an initial value. Elements are
     * zero at the start: {@code fill} the array with another initial value.
     */
    public ArraySpec once(final long initialValue) {
        return new ArraySpec(name, type, elementLength, size, allocation, blockSize, zeroed, Combining.ONCE,
            initialValue, mapping);
    }

    ArraySpec typed(final ElementType newType, final int length) {
        return new ArraySpec(name, newType, length, size, allocation, blockSize, zeroed, combining, initial,
            mapping);
    }
}

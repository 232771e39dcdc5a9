package org.gmt4j;

/**
 * What array is wanted. Immutable; begin with {@link #of(long)}.
 *
 * @param name          empty, or the name by which any task may attach to it
 * @param type          of the elements
 * @param elementLength bytes of one element
 * @param size          elements
 * @param allocation    where they live
 * @param blockSize     0: one contiguous part per node; otherwise blocks of so many elements dealt to the nodes in turn
 * @param zeroed        whether the elements are zero at the start; otherwise they hold anything
 */
public record ArraySpec(String name, ElementType type, int elementLength, long size, Allocation allocation,
                        long blockSize, boolean zeroed) implements Transferable {
    /** Refuses sizes and lengths that no array can have. */
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
    }

    /** A partitioned, zeroed array; the typed {@code allocate} methods set the type. */
    public static ArraySpec of(final long size) {
        return new ArraySpec("", ElementType.LONG, 8, size, Allocation.PARTITION, 0, true);
    }

    /** The same with a name, by which tasks of all nodes find the array. */
    public ArraySpec named(final String newName) {
        return new ArraySpec(newName, type, elementLength, size, allocation, blockSize, zeroed);
    }

    /** The same with other owners of its elements. */
    public ArraySpec allocated(final Allocation newAllocation) {
        return new ArraySpec(name, type, elementLength, size, newAllocation, blockSize, zeroed);
    }

    /** Block-cyclic: blocks of {@code elements} dealt to the nodes in turn. */
    public ArraySpec cyclic(final long elements) {
        if (elements < 1) {
            throw new IllegalArgumentException("block size is " + elements + ", expected at least 1 element");
        }
        return new ArraySpec(name, type, elementLength, size, allocation, elements, zeroed);
    }

    /** Saves the time of zeroing; the program writes every element before it reads it. */
    public ArraySpec unzeroed() {
        return new ArraySpec(name, type, elementLength, size, allocation, blockSize, false);
    }

    ArraySpec typed(final ElementType newType, final int length) {
        return new ArraySpec(name, newType, length, size, allocation, blockSize, zeroed);
    }
}

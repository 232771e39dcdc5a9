package org.gmt4j.aggregation.topology;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The extents of a mesh. A node's coordinates are the digits of its number in mixed radix, dimension 0 least
 * significant; the order of numbers is the order of coordinates with the highest dimension first. Immutable; any
 * thread.
 */
public final class Shape {
    /** Most places of a shape. */
    public static final int MAX_CAPACITY = 1 << 30;
    private static final int MAX_DIMENSIONS = 30;

    private final int[] extents;
    private final int[] strides;
    private final int capacity;

    private Shape(final int[] extents) {
        if (extents.length == 0 || extents.length > MAX_DIMENSIONS) {
            throw TopologyException.shape("a shape of " + extents.length + " dimensions, expected 1 .. "
                + MAX_DIMENSIONS);
        }
        this.extents = extents;
        strides = new int[extents.length];
        long product = 1;
        for (int i = 0; i < extents.length; i++) {
            strides[i] = (int) product;
            product *= extents[i];
            if (extents[i] < 1 || product > MAX_CAPACITY) {
                throw TopologyException.shape("shape " + text(extents)
                    + ": each extent must be 1 or more, and their product at most "
                    + MAX_CAPACITY);
            }
        }
        capacity = (int) product;
    }

    /**
     * @throws TopologyException when there are no extents, one is below 1, or their product is above
     *                           {@link #MAX_CAPACITY}
     */
    public static Shape of(final int... extents) {
        return new Shape(extents.clone());
    }

    /**
     * Reads a shape as users write it, such as {@code 4x3x2}.
     *
     * @throws TopologyException when it is not numbers with an x in between
     */
    public static Shape parse(final String text) {
        final String[] parts = text.trim().split("[xX]", -1);
        final int[] extents = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            try {
                extents[i] = Integer.parseInt(parts[i].trim());
            } catch (final NumberFormatException e) {
                throw TopologyException.shape("shape '" + text
                    + "': expected whole numbers with x in between, such as 4x3x2");
            }
        }
        return new Shape(extents);
    }

    public int dimensions() {
        return extents.length;
    }

    public int extent(final int dimension) {
        return extents[dimension];
    }

    /** By how much a node's number grows when its coordinate grows by one. */
    public int stride(final int dimension) {
        return strides[dimension];
    }

    /** Places, the product of the extents. */
    public int capacity() {
        return capacity;
    }

    public int coordinate(final int node, final int dimension) {
        return node / strides[dimension] % extents[dimension];
    }

    /** The place whose coordinates are those of {@code node} but for one. */
    public int with(final int node, final int dimension, final int coordinate) {
        return node + (coordinate - coordinate(node, dimension)) * strides[dimension];
    }

    /** In how many coordinates two nodes differ. */
    public int distance(final int a, final int b) {
        int distance = 0;
        for (int i = 0; i < extents.length; i++) {
            distance += coordinate(a, i) == coordinate(b, i) ? 0 : 1;
        }
        return distance;
    }

    /** Coordinates of a node as people write them, such as {@code (2,0,1)}. */
    public String coordinates(final int node) {
        final StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < extents.length; i++) {
            text.append(i == 0 ? "" : ",").append(coordinate(node, i));
        }
        return text.append(')').toString();
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Shape shape && Arrays.equals(extents, shape.extents);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(extents);
    }

    @Override
    public String toString() {
        return text(extents);
    }

    private static String text(final int[] extents) {
        return Arrays.stream(extents).mapToObj(Integer::toString).collect(Collectors.joining("x"));
    }
}

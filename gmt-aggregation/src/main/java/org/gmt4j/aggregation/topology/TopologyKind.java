package org.gmt4j.aggregation.topology;

import java.util.Arrays;
import java.util.Locale;

/** The virtual topologies, by the number of dimensions of their mesh. */
public enum TopologyKind {
    /** Fully connected graph: everybody is everybody's neighbour. */
    FCG(1),
    /** Meshed fully connected graphs: rows and columns of a mesh are fully connected. */
    MFCG(2),
    /** Cubic fully connected graphs: the same in three dimensions. */
    CFCG(3),
    /** As many dimensions of extent 2 as the nodes need. */
    HYPERCUBE(0);

    private final int dimensions;

    TopologyKind(final int dimensions) {
        this.dimensions = dimensions;
    }

    /**
     * The shape taken when none is given: as square as can be, lower dimensions first.
     *
     * @param nodes at least 1
     */
    public Shape defaultShape(final int nodes) {
        if (nodes < 1 || nodes > Shape.MAX_CAPACITY) {
            throw TopologyException.nodeCount(nodes);
        }
        switch (this) {
            case FCG:
                return Shape.of(nodes);
            case MFCG:
                final int side = root(nodes, 2);
                return Shape.of(side, ceilingOf(nodes, side));
            case CFCG:
                final int edge = root(nodes, 3);
                return Shape.of(edge, edge, ceilingOf(nodes, (long) edge * edge));
            default:
                final int[] twos = new int[Math.max(1, 32 - Integer.numberOfLeadingZeros(nodes - 1))];
                Arrays.fill(twos, 2);
                return Shape.of(twos);
        }
    }

    /** @throws TopologyException when a shape is not one of this kind, or holds fewer than {@code nodes} nodes */
    void check(final Shape shape, final int nodes) {
        if (this == HYPERCUBE) {
            for (int i = 0; i < shape.dimensions(); i++) {
                if (shape.extent(i) != 2) {
                    throw TopologyException.shape("shape " + shape + " is not a hypercube: give 2x2x..x2, or none");
                }
            }
        } else if (shape.dimensions() != dimensions) {
            throw TopologyException.shape("shape " + shape + " has " + shape.dimensions() + " dimensions, "
                + spelling() + " has " + dimensions + ": give, for example, " + defaultShape(nodes));
        }
        if (shape.capacity() < nodes) {
            throw TopologyException.shape("shape " + shape + " has " + shape.capacity() + " places for " + nodes
                + " nodes: give one that holds them all, for example " + defaultShape(nodes));
        }
    }

    /** The kind as users write it. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Smallest integer whose {@code power}-th power is at least {@code value}. */
    private static int root(final int value, final int power) {
        int root = Math.max(1, (int) Math.pow(value, 1.0 / power) - 1);
        while (power(root, power) < value) {
            root++;
        }
        return root;
    }

    private static long power(final int base, final int exponent) {
        long product = 1;
        for (int i = 0; i < exponent; i++) {
            product *= base;
        }
        return product;
    }

    private static int ceilingOf(final int dividend, final long divisor) {
        return (int) ((dividend + divisor - 1) / divisor);
    }
}

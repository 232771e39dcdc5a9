package org.gmt4j.apps.ssor;

/** Where a neighbour is in the grid of nodes. */
enum Side {
    WEST(-1, 0), SOUTH(0, -1), EAST(1, 0), NORTH(0, 1);

    private final int columns;
    private final int rows;

    Side(final int columns, final int rows) {
        this.columns = columns;
        this.rows = rows;
    }

    /** Returns the step to the neighbour in x. */
    int columns() {
        return columns;
    }

    /** Returns the step to the neighbour in y. */
    int rows() {
        return rows;
    }

    Side opposite() {
        return values()[ordinal() + 2 & 3];
    }

    /** Returns the points of a part that are nearest to the neighbour, or the points of the neighbour next to them. */
    Part edge(final Part part, final boolean isBeyond) {
        final int far = isBeyond ? 1 : 0;
        return switch (this) {
            case WEST -> new Part(part.iLow() - far, part.iLow() - far + 1, part.jLow(), part.jHigh());
            case SOUTH -> new Part(part.iLow(), part.iHigh(), part.jLow() - far, part.jLow() - far + 1);
            case EAST -> new Part(part.iHigh() + far - 1, part.iHigh() + far, part.jLow(), part.jHigh());
            case NORTH -> new Part(part.iLow(), part.iHigh(), part.jHigh() + far - 1, part.jHigh() + far);
        };
    }
}

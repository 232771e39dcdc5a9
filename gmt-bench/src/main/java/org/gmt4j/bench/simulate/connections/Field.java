package org.gmt4j.bench.simulate.connections;

import java.util.List;
import org.gmt4j.cli.CliException;

/**
 * Cells of a field of flow, or parts that it is cut into. Immutable; any thread.
 *
 * @param width  cells in x
 * @param height cells in y
 * @param depth  cells in z
 */
record Field(int width, int height, int depth) {
    private static final int MOST_CELLS = 1_000_000;
    private static final List<Field> PAPERS = List.of(new Field(200, 200, 15), new Field(400, 400, 15),
        new Field(800, 800, 15));
    /** The paper took the next field beyond 256, 1,024 and 4,096 processes: at fewer columns of cells than that. */
    private static final int FEWEST_COLUMNS = 156;

    /** The smallest of the paper's fields that gives each process so many columns as it had there; else the largest. */
    static Field papers(final int processes) {
        return PAPERS.stream().filter(field -> field.width * field.height / processes >= FEWEST_COLUMNS).findFirst()
            .orElse(PAPERS.get(PAPERS.size() - 1));
    }

    /** Three numbers, as in {@code 400x400x15}. */
    static Field parse(final String option, final String text) {
        final String[] sides = text.strip().split("x", -1);
        try {
            if (sides.length == 3) {
                return new Field(side(sides[0]), side(sides[1]), side(sides[2]));
            }
        } catch (final NumberFormatException e) {
            // refused below
        }
        throw CliException.usage(option + " " + text + ": expected numbers in x, y and z from 1 to " + MOST_CELLS
            + ", such as 400x400x15.");
    }

    private static int side(final String text) {
        final int cells = Integer.parseInt(text);
        if (cells < 1 || cells > MOST_CELLS) {
            throw new NumberFormatException(text);
        }
        return cells;
    }

    long cells() {
        return (long) width * height * depth;
    }

    @Override
    public String toString() {
        return width + "x" + height + "x" + depth;
    }
}

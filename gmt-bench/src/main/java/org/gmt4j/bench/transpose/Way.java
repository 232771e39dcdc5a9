package org.gmt4j.bench.transpose;

import java.util.Locale;
import org.gmt4j.cli.CliException;

/** How a matrix is turned over. */
enum Way {
    /** Each node gets columns of the others, and puts rows of its own. */
    NAIVE,
    /** Each node gets rows of its own, and puts columns of the others: the library's transpose. */
    LIBRARY;

    static Way parse(final String name) {
        for (final Way way : values()) {
            if (way.label().equals(name.strip())) {
                return way;
            }
        }
        throw CliException.usage("--ways " + name + ": expected naive or library.");
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

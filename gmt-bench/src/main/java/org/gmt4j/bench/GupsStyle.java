package org.gmt4j.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.RangeBody;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.cli.CliException;

/** The ways in which a program can write random updates. */
enum GupsStyle {
    ADD_NB("add-nb", 1024),
    ADD("add", 64),
    ADD_NO_RESULT("add-noresult", 4096),
    FETCH_ADD_NB("fetch-add-nb", 1024);

    private final String label;
    private final int chunk;

    GupsStyle(final String label, final int chunk) {
        this.label = label;
        this.chunk = chunk;
    }

    String label() {
        return label;
    }

    /** Updates of one task: some waits each, and yet many more tasks than fibers. */
    int chunk() {
        return chunk;
    }

    /** Adds to random elements; {@code mask}: see {@link RandomIndex#operand}. */
    RangeBody body(final GlobalLongArray table, final long seed, final int shift, final long mask) {
        switch (this) {
            case ADD_NB:
                return GupsBodies.addNb(table, seed, shift, mask);
            case ADD:
                return GupsBodies.add(table, seed, shift, mask);
            case ADD_NO_RESULT:
                return GupsBodies.addNoResult(table, seed, shift, mask);
            default:
                return GupsBodies.fetchAddNb(table, seed, shift, mask);
        }
    }

    static void check(final List<String> labels) {
        final List<String> known = Arrays.stream(values()).map(GupsStyle::label).collect(Collectors.toList());
        for (final String label : labels) {
            if (!known.contains(label)) {
                throw CliException.usage("--only " + label + ": expected some of " + String.join(", ", known) + ".");
            }
        }
    }
}

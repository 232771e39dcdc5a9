package org.gmt4j.bench.randomaccess;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gmt4j.cli.CliException;

/** How updates are written and what they do to an element. */
enum UpdateWay {
    /** An exclusive or for each update. */
    XOR(true),
    /** Lists of exclusive ors, one list for each owner. */
    VECTOR(true),
    /** An addition for each update. */
    ADD(false);

    private final boolean isXor;

    UpdateWay(final boolean isXor) {
        this.isXor = isXor;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Exclusive or, its own inverse; otherwise addition. */
    boolean isXor() {
        return isXor;
    }

    /** @throws CliException (usage) for a word that is none */
    static UpdateWay of(final String label) {
        return Arrays.stream(values()).filter(way -> way.label().equals(label.strip())).findFirst()
            .orElseThrow(() -> CliException.usage("--way " + label + ": expected some of "
                + Arrays.stream(values()).map(UpdateWay::label).collect(Collectors.joining(", ")) + "."));
    }
}

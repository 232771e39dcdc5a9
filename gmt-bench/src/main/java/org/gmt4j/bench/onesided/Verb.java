package org.gmt4j.bench.onesided;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.gmt4j.cli.CliException;

/** The operation on the other node. Accumulates add doubles. */
public enum Verb {
    PUT("put", 1, "put"),
    GET("get", 1, "get"),
    ACCUMULATE("acc", 8, "accumulate"),
    PUT_STRIDED("put-strided", 16, "strided put"),
    GET_STRIDED("get-strided", 16, "strided get"),
    ACCUMULATE_STRIDED("acc-strided", 16, "strided accumulate");

    private final String label;
    private final int least;
    private final String words;

    Verb(final String label, final int least, final String words) {
        this.label = label;
        this.least = least;
        this.words = words;
    }

    /** {@code put}, {@code acc-strided}, as users write it. */
    String label() {
        return label;
    }

    /** For titles. */
    String words() {
        return words;
    }

    /**
     * Whether so many bytes, a power of two, can be moved this way: values of 8 bytes, and two rows of them where
     * strided.
     */
    boolean takes(final int bytes) {
        return bytes >= least;
    }

    boolean isStrided() {
        return ordinal() >= PUT_STRIDED.ordinal();
    }

    boolean isGet() {
        return this == GET || this == GET_STRIDED;
    }

    boolean isAccumulate() {
        return this == ACCUMULATE || this == ACCUMULATE_STRIDED;
    }

    /** The verbs of a list of labels, in its order. */
    static List<Verb> parse(final List<String> labels) {
        final List<Verb> verbs = new ArrayList<>();
        for (final String label : labels) {
            verbs.add(Arrays.stream(values()).filter(verb -> verb.label.equalsIgnoreCase(label.strip())).findFirst()
                .orElseThrow(() -> CliException.usage("--verbs " + label + ": expected some of "
                    + Arrays.stream(values()).map(Verb::label).collect(Collectors.joining(", ")) + ".")));
        }
        return verbs.stream().distinct().toList();
    }
}

package org.gmt4j.bench.contention;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.gmt4j.cli.CliException;

/** The operations of which requests are forwarded. */
public enum HotVerb {
    /** Segments of 256 bytes to as many places of node 0. */
    VPUT("vectored put"),
    /** Fetch-and-add of one word of node 0. */
    FADD("fetch-and-add"),
    /** A mutex of node 0, taken and given back. */
    LOCK("lock and unlock"),
    /** Adds contiguous doubles at node 0. */
    ACC("accumulate");

    private final String words;

    HotVerb(final String words) {
        this.words = words;
    }

    /** For titles. */
    String words() {
        return words;
    }

    /** As users write it. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    static List<HotVerb> parse(final List<String> labels) {
        return labels.stream().map(label -> Arrays.stream(values())
            .filter(verb -> verb.label().equalsIgnoreCase(label.strip())).findFirst()
            .orElseThrow(() -> CliException.usage("--verbs " + label + ": expected some of "
                + Arrays.stream(values()).map(HotVerb::label).collect(Collectors.joining(", ")) + ".")))
            .distinct().toList();
    }
}

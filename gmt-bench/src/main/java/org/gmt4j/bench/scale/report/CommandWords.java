package org.gmt4j.bench.scale.report;

import java.util.List;
import java.util.stream.Collectors;

/** A command as a shell reads it. Stateless. */
public final class CommandWords {
    private CommandWords() {
    }

    /** With the name of the program; words that a shell would change are in quotes. */
    static String line(final List<String> words) {
        return "./gmt " + quoted(words);
    }

    /** Some of its words. */
    public static String quoted(final List<String> words) {
        return words.stream().map(CommandWords::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(final String word) {
        return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}

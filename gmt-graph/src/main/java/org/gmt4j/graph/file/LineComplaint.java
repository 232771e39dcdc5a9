package org.gmt4j.graph.file;

import org.gmt4j.graph.GraphException;

/**
 * Finds the words for a line that the fast parser refused. Set-up grade: runs once, before the reader gives up.
 *
 * @param code   a code of {@link GraphException}
 * @param reason expectation and finding
 */
public record LineComplaint(int code, String reason) {
    private static final int LONGEST_EXCERPT = 40;
    private static final String BLANKS = "[ \t\r]+";

    static LineComplaint about(final String line, final LineGrammar grammar) {
        final String[] words = line.replaceFirst("^" + BLANKS, "").split(BLANKS);
        int next = 0;
        if (grammar.arcPrefix()) {
            if (!words[0].equals("a")) {
                return malformed("a line beginning with \"a\" or \"c\"", words, 0);
            }
            next = 1;
        }
        LineComplaint complaint = aboutId("source", words, next, grammar.sourceLimit(), grammar.base());
        if (complaint == null) {
            complaint = aboutId("target", words, next + 1, grammar.targetLimit(), grammar.base());
        }
        return complaint != null ? complaint : aboutRest(words, next + 2, grammar);
    }

    private static LineComplaint aboutId(final String role, final String[] words, final int index, final long limit,
                                         final int base) {
        if (index >= words.length || !words[index].matches("-?[0-9]+")) {
            return malformed("a " + role + " vertex id", words, index);
        }
        final String word = words[index];
        final boolean negative = word.startsWith("-");
        final boolean isLong = word.length() > Decimal.MOST_DIGITS;
        if (isLong && word.startsWith("0")) {
            return new LineComplaint(GraphException.VERTEX_OUT_OF_RANGE, "the " + role + " vertex id " + excerpt(word)
                + " has " + word.length() + " digits; ids have up to " + Decimal.MOST_DIGITS);
        }
        if (!negative && !isLong && Long.parseLong(word) >= base && Long.parseLong(word) - base < limit) {
            return null;
        }
        return new LineComplaint(GraphException.VERTEX_OUT_OF_RANGE, negative
            ? "the " + role + " vertex id " + excerpt(word) + " is negative"
            : "the " + role + " vertex id " + excerpt(word) + " is outside " + base + ".." + (limit - 1 + base));
    }

    private static LineComplaint aboutRest(final String[] words, final int index, final LineGrammar grammar) {
        if (grammar.weights() == LineGrammar.Weights.NONE) {
            return new LineComplaint(GraphException.MALFORMED_LINE, "expected two columns, found a third, \""
                + excerpt(words[index]) + (grammar.base() == 0 ? "\"; weighted edge lists are named .wel"
                : "\"; the header says pattern"));         // of a matrix: no other file without weights begins at one
        }
        return index + 1 < words.length ? malformed("the end of the line after the weight", words, index + 1)
            : malformed("a weight", words, index);      // something behind it cannot be seen, and is no blank
    }

    private static LineComplaint malformed(final String expected, final String[] words, final int index) {
        final boolean missing = index >= words.length || words[index].isEmpty();
        return new LineComplaint(GraphException.MALFORMED_LINE, "expected " + expected + ", found "
            + (missing ? "the end of the line" : "\"" + excerpt(words[index]) + "\""));
    }

    /** At most so many characters; those that cannot be seen as their numbers. */
    public static String excerpt(final String word) {
        final StringBuilder text = new StringBuilder();
        final String shown = word.length() <= LONGEST_EXCERPT ? word : word.substring(0, LONGEST_EXCERPT) + "...";
        shown.codePoints().forEach(c -> {
            if (isVisible(c)) {
                text.appendCodePoint(c);
            } else {
                text.append(String.format("\\u%04X", c));
            }
        });
        return text.toString();
    }

    private static boolean isVisible(final int c) {
        switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED, Character.PRIVATE_USE,
                Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SPACE_SEPARATOR:
                return c == ' ';
            default:
                return true;
        }
    }
}

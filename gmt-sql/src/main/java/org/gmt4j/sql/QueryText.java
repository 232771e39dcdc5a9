package org.gmt4j.sql;

import org.gmt4j.graph.GraphException;

/** What people write as a query, made ready to stand within another one. No state, any thread. */
final class QueryText {
    private QueryText() {
    }

    /**
     * Returns a query without the semicolons that end it, and what stands behind them. Two queries stay two, for the
     * data base to refuse.
     *
     * @throws GraphException GMT-374 where there is none
     */
    static String single(final String text) {
        int end = 0;
        int at = 0;
        while (at < text.length()) {
            final int next = next(text, at);
            final char first = text.charAt(at);
            if (first != ';' && !Character.isWhitespace(first) && !isComment(text, at)) {
                end = next;
            }
            at = next;
        }
        if (end == 0) {
            throw new GraphException(GraphException.QUERY_FAILED, "the query is empty: expected one whose rows are"
                + " edges, such as select a, b from 'edges/*.parquet'");
        }
        // comments stay where no semicolon stands before them: they may be hints
        final int semicolon = semicolon(text, end);
        return semicolon < 0 ? text : text.substring(0, semicolon);
    }

    private static int semicolon(final String text, final int start) {
        int at = start;
        while (at < text.length() && text.charAt(at) != ';') {
            at = next(text, at);
        }
        return at < text.length() ? at : -1;
    }

    /** The end of what begins here: a text, a quoted name, a comment, or a character. */
    private static int next(final String text, final int at) {
        final char first = text.charAt(at);
        if (first == '\'' || first == '"' || first == '`') {
            return behind(text, at + 1, String.valueOf(first));
        }
        if (isComment(text, at)) {
            return first == '-' ? behind(text, at, "\n") : behind(text, at + 2, "*/");
        }
        return at + 1;
    }

    private static boolean isComment(final String text, final int at) {
        return text.startsWith("--", at) || text.startsWith("/*", at);
    }

    private static int behind(final String text, final int at, final String end) {
        final int found = text.indexOf(end, at);
        return found < 0 ? text.length() : found + end.length();
    }
}

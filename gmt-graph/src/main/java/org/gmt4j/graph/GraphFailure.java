package org.gmt4j.graph;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gmt4j.JobCancelledException;
import org.gmt4j.ParForException;

/** Finds what the library has said about a failure among what nodes report of it. Any thread. */
final class GraphFailure {
    private static final Pattern CODE = Pattern.compile("(?s)GMT-(3\\d{2}) (.*)");
    /** The runtime's words: not within the budget of memory; not from the operating system; more than arrays have. */
    private static final Pattern NO_MEMORY = Pattern.compile(
        "(?s).*?((GMT-(231|237)|a part of \\d+ elements exceeds the limit) .*)");

    /** A program's may form a circle. */
    private static final int MOST_CAUSES = 50;

    private GraphFailure() {
    }

    /** The library's own exception where there is one, with the failure as its cause; otherwise the failure. */
    static RuntimeException of(final RuntimeException failure) {
        if (failure instanceof GraphException || failure instanceof JobCancelledException) {
            return failure;
        }
        int left = MOST_CAUSES;
        for (Throwable cause = failure; cause != null && left > 0; cause = cause.getCause(), left--) {
            final Throwable thrown = cause instanceof ParForException parts ? parts.first().thrown() : cause;
            if (thrown instanceof GraphFormatException format) {
                return new GraphFormatException(format, failure);
            }
            final String text = cause instanceof ParForException parts ? parts.first().remoteMessage()
                : String.valueOf(cause.getMessage());
            final Matcher own = CODE.matcher(text);
            if (own.matches()) {
                return new GraphException(Integer.parseInt(own.group(1)), own.group(2), failure);
            }
            final Matcher memory = NO_MEMORY.matcher(text);
            if (memory.matches()) {
                return new GraphException(GraphException.RUN_TOO_LARGE, "the run does not fit: " + memory.group(1),
                    failure);
            }
        }
        return failure;
    }
}

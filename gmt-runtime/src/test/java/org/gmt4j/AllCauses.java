package org.gmt4j;

/** A failure with all its causes, a line each, for tests that look for a message among them. */
final class AllCauses {
    private AllCauses() {
    }

    static String of(final Throwable failure) {
        final StringBuilder all = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            all.append(cause).append('\n');
        }
        return all.toString();
    }
}

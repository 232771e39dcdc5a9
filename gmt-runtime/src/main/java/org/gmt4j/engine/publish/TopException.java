package org.gmt4j.engine.publish;

/** A file of counters that cannot be read. The message begins with the code and says what to do. */
public final class TopException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopException(final String code, final String message) {
        super(code + " " + message);
    }
}

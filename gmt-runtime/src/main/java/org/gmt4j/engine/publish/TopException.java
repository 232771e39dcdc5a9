package org.gmt4j.engine.publish;

/** A file of counters cannot be read. The message begins with the code and names the remedy. */
public final class TopException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopException(final String code, final String message) {
        super(code + " " + message);
    }
}

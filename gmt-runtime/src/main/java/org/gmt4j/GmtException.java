package org.gmt4j;

/**
 * Root of the exceptions that the runtime throws on purpose: a refused request, a broken peer, a wrong setting.
 *
 * <p>Each carries a stable code, {@code GMT-nnn}, that also starts the message, one space before the text, so that logs
 * and manuals can be searched. The message says what was expected, what was found, and what to change.
 */
public class GmtException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;

    /** Made by the runtime, with the code and the rest of the message. */
    public GmtException(final String code, final String message) {
        this(code, message, null);
    }

    /** As above, with what has led to it. */
    public GmtException(final String code, final String message, final Throwable cause) {
        super(code + " " + message, cause);
        this.code = code;
    }

    /** The stable code, for example {@code GMT-201}. */
    public final String code() {
        return code;
    }
}

package org.gmt4j;

/**
 * Base class of the exceptions that the runtime throws on purpose: a refused request, a broken peer, a wrong setting.
 * Wrong arguments and calls at a wrong time are refused with the exceptions of the JDK, such as
 * {@code IllegalArgumentException} and {@code IllegalStateException}, whose messages begin with a code where
 * docs/errors.md has one.
 *
 * <p>Each exception of this class has a stable code, {@code GMT-nnn}, which is also the first word of its message, so
 * that logs and manuals can be searched for it. The message says what was expected, what was found, and what to change.
 */
public class GmtException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;

    /** Creates an exception. For use by the runtime; the message is given without the code. */
    public GmtException(final String code, final String message) {
        this(code, message, null);
    }

    /** Creates an exception with a cause. For use by the runtime; the message is given without the code. */
    public GmtException(final String code, final String message, final Throwable cause) {
        super(code + " " + message, cause);
        this.code = code;
    }

    /** Returns the stable code, for example {@code GMT-201}. */
    public final String code() {
        return code;
    }
}

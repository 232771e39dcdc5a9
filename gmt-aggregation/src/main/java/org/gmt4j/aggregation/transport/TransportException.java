package org.gmt4j.aggregation.transport;

/**
 * The environment does not allow a transport to be opened or used. The message begins with its code and ends with a
 * remedy.
 */
public final class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Code code;

    /**
     * Makes one.
     *
     * @param code   kind of trouble
     * @param detail expectation, finding, and the change to make
     */
    public TransportException(final Code code, final String detail) {
        this(code, detail, null);
    }

    /**
     * Makes one with a cause.
     *
     * @param code   kind of trouble
     * @param detail expectation, finding, and the change to make
     * @param cause  exception of the library below, or null
     */
    public TransportException(final Code code, final String detail, final Throwable cause) {
        super(code.label() + " " + detail, cause);
        this.code = code;
    }

    /** @return kind of trouble */
    public Code code() {
        return code;
    }

    /** Kinds of trouble, numbered for people who search for them. */
    public enum Code {
        /** Not enough room where the driver keeps its buffers. */
        NO_SPACE(501),
        /** No media driver answers in the directory. */
        NO_DRIVER(502),
        /** The driver could not be started. */
        DRIVER_FAILED(503),
        /** A stream could not be opened, for example because the address cannot be bound. */
        STREAM_FAILED(504),
        /** The addresses of the nodes do not fit together. */
        BAD_ADDRESS(505),
        /** A setting is out of range. */
        BAD_SETTING(506);

        private final int number;

        Code(final int number) {
            this.number = number;
        }

        /** @return the code as it is printed */
        public String label() {
            return "GMT-" + number;
        }
    }
}

package org.gmt4j.engine.bootstrap;

/** Nodes could not meet, or one was lost. The message starts with the {@linkplain #code() code}. */
public final class BootstrapException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Not all nodes joined in time. */
    public static final String JOIN_TIMEOUT = "GMT-104";
    /** The seed refused this node: id already taken, or wrong number of nodes. */
    public static final String REFUSED = "GMT-105";
    /** The two sides do not have the same job key. */
    public static final String WRONG_KEY = "GMT-106";
    /** The other side uses another protocol. */
    public static final String WRONG_PROTOCOL = "GMT-107";
    /** No seed answers at the given address. */
    public static final String SEED_UNREACHABLE = "GMT-108";
    /** The seed cannot listen at the given address. */
    public static final String SEED_ADDRESS = "GMT-109";
    /** A node failed. */
    public static final String NODE_FAILED = "GMT-110";
    /** The seed was lost. */
    public static final String SEED_LOST = "GMT-111";
    /** An all-gather did not complete in time. */
    public static final String GATHER_TIMEOUT = "GMT-112";
    /** The environment variables of a node are incomplete or wrong. */
    public static final String BAD_IDENTITY = "GMT-113";

    /** The job has no key, and cannot have one of its own. */
    public static final String NO_KEY = "GMT-740";

    private final String code;

    public BootstrapException(final String code, final String message) {
        this(code, message, null);
    }

    BootstrapException(final String code, final String message, final Throwable cause) {
        super(message.startsWith("GMT-") ? message : code + " " + message, cause);
        this.code = code;
    }

    /** @return an exception for a message that already starts with its code, as the seed sends them */
    static BootstrapException received(final String message) {
        final int space = message.indexOf(' ');
        return new BootstrapException(space > 0 ? message.substring(0, space) : REFUSED, message);
    }

    /** @return the stable code, {@code GMT-1xx} */
    public String code() {
        return code;
    }
}

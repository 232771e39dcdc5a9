package org.gmt4j.aggregation.settings;

/**
 * A refused setting. The message starts with the {@linkplain #code() code} and names the given value, its place, the
 * expected values and the remedy.
 */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** No setting has this name. */
    public static final String UNKNOWN_SETTING = "GMT-101";
    /** A setting has a value that cannot be used. */
    public static final String BAD_VALUE = "GMT-102";
    /** The settings file cannot be read. */
    public static final String UNREADABLE_FILE = "GMT-103";

    private final String code;

    public ConfigException(final String code, final String message) {
        this(code, message, null);
    }

    public ConfigException(final String code, final String message, final Throwable cause) {
        super(code + " " + message, cause);
        this.code = code;
    }

    /** @return the stable code, {@code GMT-1xx} */
    public String code() {
        return code;
    }
}

package org.gmt4j.aggregation.settings;

/** The origin of a value, in order of precedence: the first origin that has the key wins. */
public enum SettingOrigin {
    /** A program that sets a value through the API. */
    PROGRAM("program"),
    /** The command line. */
    FLAG("flag"),
    /** A {@code GMT_*} environment variable. */
    ENVIRONMENT("environment"),
    /** A system property, {@code -Dgmt.*}. */
    SYSTEM_PROPERTY("system property"),
    /** The settings file, {@code gmt.properties}. */
    FILE("file"),
    /** The default declared beside the meaning. */
    DEFAULT("default");

    private final String label;

    SettingOrigin(final String label) {
        this.label = label;
    }

    /** @return the name shown to people and written to JSON */
    public String label() {
        return label;
    }
}

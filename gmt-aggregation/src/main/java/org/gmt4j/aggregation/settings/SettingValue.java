package org.gmt4j.aggregation.settings;

/**
 * The value in force for one setting.
 *
 * @param setting the setting
 * @param text    the value as its author wrote it
 * @param origin  the layer that it came from
 * @param place   where exactly: {@code --set}, {@code GMT_COMM_BUFFER_SIZE}, {@code gmt.properties:12},
 *                {@code program}, {@code default}
 */
public record SettingValue(SettingDescriptor setting, String text, SettingOrigin origin, String place) {

    /** @return the typed value; refuses with {@link ConfigException} */
    public Object parsed() {
        try {
            return SettingParser.parse(setting, text);
        } catch (final IllegalArgumentException e) {
            throw refused(e.getMessage(), e);
        }
    }

    ConfigException refused(final String expected, final Throwable cause) {
        return new ConfigException(ConfigException.BAD_VALUE, setting.key() + " = '" + text + "' (from "
            + describeOrigin() + ") is not usable: expected " + expected + ". It means: " + setting.meaning()
            + " The default is " + setting.defaultText() + ".", cause);
    }

    /** @return the origin in words, such as {@code environment GMT_WORKERS} */
    public String describeOrigin() {
        return origin == SettingOrigin.DEFAULT || origin == SettingOrigin.PROGRAM ? origin.label()
            : origin.label() + " " + place;
    }
}

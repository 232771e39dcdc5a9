package org.gmt4j.aggregation.settings;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One declared setting: the contents of its {@link Setting}, its type, and the record that reads it.
 *
 * @param key         full key, {@code gmt.comm.buffer.size}
 * @param unit        unit of the number, {@code ""} if none
 * @param defaultText the default as written
 * @param meaning     effect of the value
 * @param min         smallest legal number
 * @param max         largest legal number
 * @param type        type of the component
 * @param owner       the record that declares it
 */
public record SettingDescriptor(String key, String unit, String defaultText, String meaning, long min, long max,
                                Class<?> type, Class<? extends Record> owner) {

    /** Read once: annotations take a large part of the start of a cluster in a JVM that has started others. */
    private static final ClassValue<List<SettingDescriptor>> OF_RECORDS = new ClassValue<>() {
        @Override
        protected List<SettingDescriptor> computeValue(final Class<?> type) {
            return read(type.asSubclass(Record.class));
        }
    };
    private static final Pattern KEY = Pattern.compile("gmt(\\.[a-z][a-z0-9]*)+");

    public SettingDescriptor {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("key of " + owner.getName() + " must match " + KEY + ": " + key);
        }
        if (meaning.isBlank()) {
            throw new IllegalArgumentException("setting has no meaning: " + key);
        }
    }

    /**
     * @return the settings of a record, one for each component, in order; a component without {@link Setting} is a
     * bug
     */
    public static List<SettingDescriptor> of(final Class<? extends Record> owner) {
        return OF_RECORDS.get(owner);
    }

    private static List<SettingDescriptor> read(final Class<? extends Record> owner) {
        final List<SettingDescriptor> descriptors = new ArrayList<>();
        for (final RecordComponent component : owner.getRecordComponents()) {
            descriptors.add(of(owner, component));
        }
        return List.copyOf(descriptors);
    }

    static SettingDescriptor of(final Class<? extends Record> owner, final RecordComponent component) {
        final Setting setting = component.getAnnotation(Setting.class);
        if (setting == null) {
            throw new IllegalArgumentException("no @Setting on " + owner.getName() + "." + component.getName());
        }
        return new SettingDescriptor(setting.key(), setting.unit(), setting.defaultValue(), setting.meaning(),
            setting.min(), setting.max(), component.getType(), owner);
    }

    /** @return {@code GMT_COMM_BUFFER_SIZE} */
    public String environmentName() {
        return environmentName(key);
    }

    /** @return {@code --comm-buffer-size} */
    public String flag() {
        return "--" + key.substring("gmt.".length()).replace('.', '-');
    }

    static String environmentName(final String key) {
        return key.replace('.', '_').toUpperCase(Locale.ROOT);
    }

    static String keyOfEnvironmentName(final String name) {
        return name.replace('_', '.').toLowerCase(Locale.ROOT);
    }

    /**
     * @return the full key for any spelling: with or without {@code gmt.}, dots or dashes, leading dashes, upper-case
     * variable
     */
    public static String canonicalKey(final String spelling) {
        final String words = spelling.replaceFirst("^--", "").replace('-', '.').replace('_', '.')
            .toLowerCase(Locale.ROOT);
        return words.startsWith("gmt.") ? words : "gmt." + words;
    }
}

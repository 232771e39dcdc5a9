package org.gmt4j.aggregation.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All settings of a program: the sum of its settings records. Immutable. Knows which names exist and which one was
 * meant.
 */
public final class SettingCatalog {

    static final int LIKELY_TYPO_DISTANCE = 2;

    private final List<Class<? extends Record>> records;
    private final Map<String, SettingDescriptor> byKey = new LinkedHashMap<>();

    private SettingCatalog(final Collection<Class<? extends Record>> records) {
        this.records = List.copyOf(records);
        for (final Class<? extends Record> owner : this.records) {
            SettingDescriptor.of(owner).forEach(this::add);
        }
    }

    /** @return the catalog of these records; a key declared twice is a bug of theirs */
    @SafeVarargs
    public static SettingCatalog of(final Class<? extends Record>... records) {
        return new SettingCatalog(List.of(records));
    }

    /** @return the catalog of these records; a key declared twice is a bug of theirs */
    public static SettingCatalog of(final Collection<Class<? extends Record>> records) {
        return new SettingCatalog(records);
    }

    private void add(final SettingDescriptor setting) {
        final SettingDescriptor other = byKey.putIfAbsent(setting.key(), setting);
        if (other != null) {
            throw new IllegalArgumentException(
                setting.key() + " is declared by " + other.owner().getName() + " and by " + setting.owner().getName());
        }
    }

    /** @return the records, in the order given */
    public List<Class<? extends Record>> records() {
        return records;
    }

    /** @return all settings, in order of declaration */
    public Collection<SettingDescriptor> settings() {
        return Collections.unmodifiableCollection(byKey.values());
    }

    /** @return the setting with this full key */
    public Optional<SettingDescriptor> find(final String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /** @return the key spelled most like this one, if there is any key at all */
    public Optional<String> nearest(final String key) {
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (final String known : byKey.keySet()) {
            final int distance = editDistance(key, known);
            if (distance < bestDistance) {
                best = known;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** @return is this unknown key within two keystrokes of a known one? */
    boolean looksLikeTypo(final String key) {
        return nearest(key).filter(known -> editDistance(key, known) <= LIKELY_TYPO_DISTANCE).isPresent();
    }

    ConfigException unknown(final String key, final String place) {
        if (ReservedVariables.isReserved(SettingDescriptor.environmentName(key))) {
            return new ConfigException(ConfigException.UNKNOWN_SETTING, key + " (from " + place
                + ") is not a setting: it is given as environment variable " + SettingDescriptor.environmentName(key)
                    + ".");
        }
        final List<String> advice = new ArrayList<>();
        nearest(key).ifPresent(known -> advice.add("Did you mean " + known + "?"));
        advice.add("'gmt config' lists all settings.");
        return new ConfigException(ConfigException.UNKNOWN_SETTING,
            "no setting is named " + key + " (from " + place + "). " + String.join(" ", advice));
    }

    /** Levenshtein distance by two rows. */
    static int editDistance(final String a, final String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                final int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substitution, 1 + Math.min(previous[j], current[j - 1]));
            }
            final int[] row = previous;
            previous = current;
            current = row;
        }
        return previous[b.length()];
    }
}

package org.gmt4j.aggregation.settings;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.lang.reflect.RecordComponent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Layered lookup of settings: program, flag, environment, system property, file, default. Immutable; any thread; set-up
 * only.
 *
 * <pre>{@code
 * Settings settings = Settings.builder(catalog).environment(Environment.ofProcess())
 *     .flag("comm.buffer.size", "64k", "--set").build();
 * TransportConfig config = settings.load(TransportConfig.class);
 * }</pre>
 */
public final class Settings {

    /** Default name of the settings file, looked for in the working folder. */
    public static final String FILE_NAME = "gmt.properties";
    private static final Logger LOG = LoggerFactory.getLogger(Settings.class);

    private static final Settings DEFAULTS = new Settings(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    private final Map<String, Given> program;
    private final Map<String, Given> flags;
    private final Map<String, String> variables;
    private final Map<String, String> properties;
    private final Map<String, Given> file;
    /** Each process of a job asks for some of them ten times while it starts. */
    private final Map<Class<?>, Record> loaded = new ConcurrentHashMap<>();

    private Settings(final Map<String, Given> program, final Map<String, Given> flags,
                     final Map<String, String> variables, final Map<String, String> properties,
                     final Map<String, Given> file) {
        this.program = program;
        this.flags = flags;
        this.variables = variables;
        this.properties = properties;
        this.file = file;
    }

    /** @return settings in which everything has its default */
    public static Settings defaults() {
        return DEFAULTS;
    }

    /**
     * Refuses a working folder in which no file can be found. For commands, whose caller is there to start them anew.
     *
     * @throws ConfigException GMT-103
     */
    public static void requireFolder(final Path folder) {
        SettingsFile.missing(folder).ifPresent(why -> {
            throw new ConfigException(ConfigException.UNREADABLE_FILE, why);
        });
    }

    /** @return a builder that refuses names that are not in the catalog */
    public static Builder builder(final SettingCatalog catalog) {
        return new Builder(catalog);
    }

    /** @return a copy in which a program has set a value; takes precedence over everything else */
    public Settings with(final String key, final String value) {
        final Map<String, Given> changed = new LinkedHashMap<>(program);
        changed.put(SettingDescriptor.canonicalKey(key), new Given(value, Builder.PROGRAM));
        return new Settings(changed, flags, variables, properties, file);
    }

    /** @return the value in force for a setting, and where it came from */
    public SettingValue value(final SettingDescriptor setting) {
        final String key = setting.key();
        if (program.containsKey(key)) {
            return program.get(key).as(setting, SettingOrigin.PROGRAM);
        }
        if (flags.containsKey(key)) {
            return flags.get(key).as(setting, SettingOrigin.FLAG);
        }
        final String variable = variables.get(setting.environmentName());
        if (variable != null && !variable.isBlank()) {
            return new SettingValue(setting, variable, SettingOrigin.ENVIRONMENT, setting.environmentName());
        }
        if (properties.containsKey(key)) {
            return new SettingValue(setting, properties.get(key), SettingOrigin.SYSTEM_PROPERTY, "-D" + key);
        }
        if (file.containsKey(key)) {
            return file.get(key).as(setting, SettingOrigin.FILE);
        }
        return new SettingValue(setting, setting.defaultText(), SettingOrigin.DEFAULT, "default");
    }

    /**
     * @return a settings record filled with the values in force; refuses with {@link ConfigException} naming key,
     * value and origin
     */
    public <R extends Record> R load(final Class<R> owner) {
        final Record known = loaded.get(owner);
        if (known != null) {
            return owner.cast(known);
        }
        final R made = make(owner);
        loaded.put(owner, made);
        return made;
    }

    private <R extends Record> R make(final Class<R> owner) {
        final List<SettingValue> values = new ArrayList<>();
        for (final SettingDescriptor setting : SettingDescriptor.of(owner)) {
            values.add(value(setting));
        }
        return construct(owner, values);
    }

    /**
     * @param expected the usable values, as in {@code expected auto or loopback}
     * @return the refusal of a value that is legal, but not here
     */
    public ConfigException refused(final String key, final Class<? extends Record> owner, final String expected) {
        return SettingDescriptor.of(owner).stream().filter(setting -> setting.key().equals(key)).findFirst()
            .map(setting -> value(setting).refused(expected, null)).orElseThrow();
    }

    private static <R extends Record> R construct(final Class<R> owner, final List<SettingValue> values) {
        final Object[] arguments = values.stream().map(SettingValue::parsed).toArray();
        try {
            final Class<?>[] types = Arrays.stream(owner.getRecordComponents()).map(RecordComponent::getType)
                .toArray(Class[]::new);
            final Constructor<R> constructor = owner.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (final InvocationTargetException e) {
            throw refusedByRecord(owner, values, e.getCause());
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("cannot construct " + owner.getName(), e);
        }
    }

    private static RuntimeException refusedByRecord(final Class<?> owner, final List<SettingValue> values,
        final Throwable cause) {
        if (cause instanceof ConfigException refused) {
            return refused;
        }
        final List<String> chosen = new ArrayList<>();
        for (final SettingValue value : values) {
            if (value.origin() != SettingOrigin.DEFAULT) {
                chosen.add(value.setting().key() + " = " + value.text() + " (from " + value.describeOrigin() + ")");
            }
        }
        return new ConfigException(ConfigException.BAD_VALUE, "the settings of " + owner.getSimpleName()
            + " do not fit together: "
            + cause.getMessage() + ". Not default: " + (chosen.isEmpty() ? "none" : String.join(", ", chosen)) + ".",
                cause);
    }

    /** A value and where it was written. */
    record Given(String text, String place) {
        SettingValue as(final SettingDescriptor setting, final SettingOrigin origin) {
            return new SettingValue(setting, text, origin, place);
        }
    }

    /** Collects the layers. Not thread-safe. */
    public static final class Builder {

        private static final String PROGRAM = "program";

        private final SettingCatalog catalog;
        private final Map<String, Given> program = new LinkedHashMap<>();
        private final Map<String, Given> flags = new LinkedHashMap<>();
        private Environment environment = Environment.empty();
        private Map<String, Given> file = Map.of();

        private Builder(final SettingCatalog catalog) {
            this.catalog = catalog;
        }

        /**
         * Sets a value in a program; any spelling of the name. Takes precedence over everything else.
         *
         * @param value as text, or a number, truth, enum or duration, which is read as its text would be
         */
        public Builder program(final String name, final Object value) {
            final String text = value instanceof Duration time ? time.toNanos() + "ns"
                : value instanceof Enum<?> constant ? constant.name()
                : String.valueOf(value);
            program.put(SettingDescriptor.canonicalKey(name), new Given(text, PROGRAM));
            return this;
        }

        /** Sets the values of a settings record in a program. */
        public Builder program(final Record values) {
            for (final RecordComponent component : values.getClass().getRecordComponents()) {
                final SettingDescriptor setting = SettingDescriptor.of(values.getClass(), component);
                program(setting.key(), SettingParser.text(setting, valueOf(values, component)));
            }
            return this;
        }

        private static Object valueOf(final Record values, final RecordComponent component) {
            try {
                component.getAccessor().setAccessible(true);
                return component.getAccessor().invoke(values);
            } catch (final ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + component + " of " + values, e);
            }
        }

        /** Sets a value from the command line; any spelling of the name, {@code place} is the option as typed. */
        public Builder flag(final String name, final String value, final String place) {
            flags.put(SettingDescriptor.canonicalKey(name), new Given(value, place));
            return this;
        }

        /** Sets a value from {@code key=value}, as {@code --set} takes it. */
        public Builder assignment(final String keyAndValue, final String place) {
            final int equals = keyAndValue.indexOf('=');
            if (equals <= 0) {
                throw new ConfigException(ConfigException.BAD_VALUE,
                    place + " " + keyAndValue + ": expected key=value, such as --set join.timeout=10s.");
            }
            return flag(keyAndValue.substring(0, equals).strip(), keyAndValue.substring(equals + 1), place);
        }

        /** Takes variables and properties from here. */
        public Builder environment(final Environment from) {
            this.environment = from;
            return this;
        }

        /**
         * Takes the surroundings of a process: variables and properties, and the file that {@code GMT_CONFIG} names, or
         * else {@code gmt.properties} in the folder if there is one.
         */
        public Builder surroundings(final Environment from, final Path folder) {
            environment(from);
            return from.variable(ReservedVariables.CONFIG).map(name -> file(folder.resolve(name)))
                .orElseGet(() -> folder(folder));
        }

        /** Reads this file, which must exist. */
        public Builder file(final Path path) {
            file = SettingsFile.read(path);
            return this;
        }

        /**
         * Reads {@code gmt.properties} in this folder if there is one. A folder that does not exist causes a warning: a
         * program may have lost its working folder, or live in one that Java cannot name.
         */
        public Builder folder(final Path folder) {
            final Path path = folder.resolve(FILE_NAME);
            if (Files.exists(path)) {
                return file(path);
            }
            SettingsFile.missing(folder).ifPresent(why -> LOG.warn("{} {}", ConfigException.UNREADABLE_FILE, why));
            return this;
        }

        /** @return the settings; refuses unknown names with the nearest known one */
        public Settings build() {
            program.forEach((key, given) -> check(key, given.place()));
            flags.forEach((key, given) -> check(key, given.place()));
            file.forEach((key, given) -> check(key, given.place()));
            final Map<String, String> properties = new TreeMap<>();
            environment.properties().forEach((key, text) -> {
                if (key.startsWith("gmt.") && !ReservedVariables.isOfMaven(key)) {
                    check(key, "-D" + key);
                    properties.put(key, text);
                }
            });
            return new Settings(Map.copyOf(program), Map.copyOf(flags), checkedVariables(), Map.copyOf(properties),
                Map.copyOf(file));
        }

        private void check(final String key, final String place) {
            if (catalog.find(key).isEmpty()) {
                throw catalog.unknown(key, place);
            }
        }

        /**
         * Other programs have variables that start with GMT_ too (Generic Mapping Tools): only names that look like a
         * misspelling of ours are refused.
         */
        private Map<String, String> checkedVariables() {
            final Map<String, String> ours = new HashMap<>();
            environment.variables().forEach((name, text) -> {
                if (!name.startsWith("GMT_") || ReservedVariables.isReserved(name)) {
                    return;
                }
                final String key = SettingDescriptor.keyOfEnvironmentName(name);
                final Optional<SettingDescriptor> known = catalog.find(key);
                if (known.isPresent()) {
                    ours.put(name, text);
                } else if (ReservedVariables.likely(name).isPresent()) {
                    throw new ConfigException(ConfigException.UNKNOWN_SETTING, "no variable of gmt is named " + name
                        + ". Did you mean " + ReservedVariables.likely(name).get() + "?");
                } else if (catalog.looksLikeTypo(key)) {
                    throw catalog.unknown(key, "environment " + name);
                }
            });
            return ours;
        }
    }
}

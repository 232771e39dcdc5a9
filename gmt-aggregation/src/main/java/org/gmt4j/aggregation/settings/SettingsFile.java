package org.gmt4j.aggregation.settings;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** A properties file in UTF-8: key to value and to the line where it stands. A later line wins over an earlier one. */
final class SettingsFile {

    private SettingsFile() {
    }

    static Map<String, Settings.Given> read(final Path file) {
        try {
            final String text = Files.readString(file);
            final Properties properties = new Properties();
            properties.load(new StringReader(text));
            final Map<String, Settings.Given> given = new LinkedHashMap<>();
            for (final String key : properties.stringPropertyNames()) {
                given.put(key, new Settings.Given(properties.getProperty(key), file.getFileName() + line(text, key)));
            }
            return given;
        } catch (final IOException | IllegalArgumentException e) {
            throw new ConfigException(ConfigException.UNREADABLE_FILE, "settings file " + file.toAbsolutePath()
                + " cannot be read: " + reason(e) + ". Name another with --config FILE or GMT_CONFIG, "
                + "or remove the option or variable that names it.", e);
        }
    }

    /**
     * Returns what is wrong with a folder that does not exist under its name, and what to do. Java's name of the
     * working folder is wrong where the locale does not know its letters; no file in it would be found, and its
     * settings would be left out silently.
     */
    static Optional<String> missing(final Path folder) {
        final Path absolute = folder.toAbsolutePath();
        return Files.isDirectory(absolute) ? Optional.empty() : Optional.of("the working folder " + absolute
            + " does not exist under this name, so that no file in it can be found. If it has letters beyond "
            + "ASCII, Java needs a locale that knows them: LC_ALL=C.UTF-8. Otherwise start in a folder that "
            + "exists, or name a settings file in GMT_CONFIG.");
    }

    private static String reason(final Exception e) {
        return e instanceof NoSuchFileException ? "there is no such file" : e instanceof CharacterCodingException
            ? "it is not text in UTF-8"
            : e instanceof FileSystemException refused && refused.getReason() != null ? refused.getReason()
            : String.valueOf(e.getMessage());
    }

    private static String line(final String text, final String key) {
        final List<String> lines = text.lines().toList();
        for (int i = lines.size() - 1; i >= 0; i--) {
            final String line = lines.get(i).stripLeading();
            if (line.startsWith(key) && line.length() > key.length()
                && " \t=:".indexOf(line.charAt(key.length())) >= 0) {
                return ":" + (i + 1);
            }
        }
        return "";
    }
}

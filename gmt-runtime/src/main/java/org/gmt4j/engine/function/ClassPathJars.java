package org.gmt4j.engine.function;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Class files from the jars that the application's class loader has taken them from. Asking the loader means a URL, a
 * search through all jars and a connection for each class, which took a node a tenth of its start. Any thread; set-up.
 *
 * <p>The jars stay open, as they do in the loader and behind its URLs.
 */
final class ClassPathJars {
    /** Another loader's files may be elsewhere, or changed while they are read. */
    private static final String LOADER = "jdk.internal.loader.ClassLoaders$AppClassLoader";
    /** By location; nothing for one that is no jar. */
    private static final Map<String, Optional<JarFile>> JARS = new ConcurrentHashMap<>();

    private ClassPathJars() {
    }

    /** @return the file's bytes; null where the class is from elsewhere, and its loader has to be asked */
    static InputStream open(final Class<?> type, final String name) throws IOException {
        final ClassLoader loader = type.getClassLoader();
        if (loader == null || !loader.getClass().getName().equals(LOADER)) {
            return null;
        }
        final CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return null;
        }
        final JarFile jar = JARS.computeIfAbsent(source.getLocation().toString(),
            location -> jar(source.getLocation())).orElse(null);
        final ZipEntry entry = jar == null ? null : jar.getEntry(name);
        return entry == null ? null : jar.getInputStream(entry);
    }

    private static Optional<JarFile> jar(final URL location) {
        try {
            final File file = new File(location.toURI());
            return file.isFile() ? Optional.of(new JarFile(file, false, ZipFile.OPEN_READ, Runtime.version()))
                : Optional.empty();
        } catch (final IOException | URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();        // what is wrong with it, the loader will say
        }
    }
}

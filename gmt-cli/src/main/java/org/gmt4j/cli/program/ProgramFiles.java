package org.gmt4j.cli.program;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.GmtApp;

/**
 * The jars and folders of classes that a program is made of, in the order of its class path. Immutable; set-up.
 *
 * @param paths absolute
 */
public record ProgramFiles(List<Path> paths) {
    private static final String CLASS = ".class";

    /** Gives the bytes of a class file. */
    interface ClassVisitor {
        /** @param name such as {@code com/acme/Main} */
        void visit(String name, byte[] bytes);
    }

    public ProgramFiles {
        paths = List.copyOf(paths);
    }

    public boolean isEmpty() {
        return paths.isEmpty();
    }

    /** @throws CliException GMT-780 for a file that is not there, cannot be read, or is no jar */
    public void check() {
        for (final Path path : paths) {
            if (!Files.exists(path)) {
                throw refused(path, "there is no such file or folder",
                    "Correct --jar or --classes; relative names begin at the working folder");
            }
            if (!Files.isReadable(path)) {
                throw refused(path, "it cannot be read", "Give yourself the right to read it");
            }
            if (Files.isRegularFile(path)) {
                try (JarFile jar = open(path)) {
                    jar.size();
                } catch (final IOException e) {
                    throw refused(path, "it is no jar (" + e.getMessage() + ")",
                        "Name a jar, or a folder of class files");
                }
            }
        }
    }

    private static CliException refused(final Path path, final String why, final String whatToDo) {
        return CliException.usage("GMT-780", path + ": " + why + ". " + whatToDo + ".");
    }

    private static JarFile open(final Path path) throws IOException {
        return new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
    }

    /** A loader of these files above the runtime's classes, for questions. */
    URLClassLoader loader() {
        return new URLClassLoader(paths.stream().map(ProgramFiles::url).toArray(URL[]::new),
            ProgramFiles.class.getClassLoader());
    }

    private static URL url(final Path path) {
        try {
            return path.toUri().toURL();
        } catch (final MalformedURLException e) {
            throw new IllegalArgumentException(path.toString(), e);
        }
    }

    /**
     * The named applications that these files bring, by {@link ServiceLoader}; new instances at each call. None of
     * those that are on this process's class path already.
     *
     * @throws CliException GMT-781 when one that is announced cannot be made
     */
    List<GmtApp> apps() {
        final URLClassLoader loader = loader();
        final List<GmtApp> apps = new ArrayList<>();
        if (!announces(loader)) {
            return apps;
        }
        try {
            ServiceLoader.load(GmtApp.class, loader).stream()
                .filter(provider -> provider.type().getClassLoader() == loader)
                .forEach(provider -> apps.add(provider.get()));
        } catch (final ServiceConfigurationError | LinkageError e) {
            throw CliException.usage("GMT-781",
                "an application that " + names() + " announces in META-INF/services cannot be created ("
                + e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause())
                + "). Correct the file, or the class.");
        }
        return apps;
    }

    /** Most programs do not: then nobody has to look through the applications of the class path once more. */
    private static boolean announces(final URLClassLoader loader) {
        try {
            return loader.findResources("META-INF/services/" + GmtApp.class.getName()).hasMoreElements();
        } catch (final IOException e) {
            return true;                                    // the services' loader will say what is wrong
        }
    }

    /** The main class in the manifest of the first jar that names one; "" for none. */
    String mainOfManifest() {
        for (final Path path : paths) {
            if (Files.isRegularFile(path)) {
                try (JarFile jar = open(path)) {
                    final String main = jar.getManifest() == null ? null
                        : jar.getManifest().getMainAttributes().getValue("Main-Class");
                    if (main != null && !main.isBlank()) {
                        return main.strip();
                    }
                } catch (final IOException e) {
                    throw refused(path, "its manifest cannot be read (" + e.getMessage() + ")", "Make the jar again");
                }
            }
        }
        return "";
    }

    /** Shows all class files, those for other versions of Java than this one aside. */
    void visit(final ClassVisitor visitor) {
        for (final Path path : paths) {
            try {
                if (Files.isDirectory(path)) {
                    visitFolder(path, visitor);
                } else {
                    visitJar(path, visitor);
                }
            } catch (final IOException e) {
                throw refused(path, "it cannot be read (" + e.getMessage() + ")", "Make it again");
            }
        }
    }

    private static void visitFolder(final Path folder, final ClassVisitor visitor) throws IOException {
        final List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(CLASS)).sorted().toList();
        }
        for (final Path file : files) {
            visitor.visit(nameOf(folder.relativize(file).toString().replace(java.io.File.separatorChar, '/')),
                Files.readAllBytes(file));
        }
    }

    private static void visitJar(final Path path, final ClassVisitor visitor) throws IOException {
        try (JarFile jar = open(path)) {
            final List<String> names = jar.versionedStream().map(java.util.zip.ZipEntry::getName)
                .filter(name -> name.endsWith(CLASS)).sorted().toList();
            for (final String name : names) {
                visitor.visit(nameOf(name), jar.getInputStream(jar.getJarEntry(name)).readAllBytes());
            }
        }
    }

    private static String nameOf(final String file) {
        return file.substring(0, file.length() - CLASS.length());
    }

    /** For people. */
    String names() {
        return String.join(", ", paths.stream().map(Path::toString).toList());
    }
}

package org.gmt4j.quasar;

import co.paralleluniverse.fibers.instrument.ClassFileStep;
import co.paralleluniverse.fibers.instrument.UninstrumentableException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The build step as a command, for builds without Ant or Maven:
 *
 * <pre>java -cp gmt-quasar.jar:LIBRARIES org.gmt4j.quasar.Instrument FOLDER...</pre>
 *
 * instruments all class files below the folders. The class path must contain everything that these classes need.
 * Running it twice is harmless.
 */
public final class Instrument {
    private Instrument() {
    }

    public static void main(final String[] folders) {
        System.exit(run(System.out, System.err, folders));
    }

    /** @return the exit code: 0 for success, 1 when methods cannot wait, 2 for wrong usage or unreadable files */
    static int run(final PrintStream out, final PrintStream err, final String... folders) {
        if (folders.length == 0 || folders[0].startsWith("-")) {
            err.println("usage: java -cp gmt-quasar.jar:LIBRARIES " + Instrument.class.getName() + " FOLDER...");
            return 2;
        }
        final List<Path> paths = Stream.of(folders).map(Path::of).toList();
        for (final Path path : paths) {
            if (!Files.isDirectory(path)) {
                err.println(path + (Files.exists(path) ? " is no folder: unpack a jar, or start Java with"
                    + " -javaagent:gmt-quasar.jar instead" : " is not there"));
                return 2;
            }
        }
        try {
            final Count count = folders(paths, Instrument.class.getClassLoader(), err::println);
            out.println("instrumented " + count.changed() + " of " + count.files() + " classes");
            return 0;
        } catch (final UninstrumentableException e) {
            err.println(e.getMessage());
            return 1;
        } catch (final IOException e) {
            err.println("cannot read or write class files: " + e);
            return 2;
        }
    }

    /**
     * Instruments all class files below the folders; those that are instrumented already stay as they are.
     *
     * @param libraries finds the classes that they name besides each other, including this class
     * @param warn      receives a line for each harmless oddity
     * @throws UninstrumentableException when methods cannot wait or lose updates; the others are instrumented
     *                                   nevertheless
     */
    public static Count folders(final List<Path> folders, final ClassLoader libraries, final Consumer<String> warn)
            throws IOException {
        final List<Path> files = new ArrayList<>();
        final List<URL> urls = new ArrayList<>();
        for (final Path folder : folders) {
            urls.add(folder.toUri().toURL());
            try (Stream<Path> found = Files.walk(folder)) {
                found.filter(f -> f.toString().endsWith(".class")).sorted().forEach(files::add);
            } catch (final UncheckedIOException e) {
                throw e.getCause();
            }
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), libraries)) {
            return new Count(new ClassFileStep(false, warn).instrument(loader, files), files.size());
        }
    }

    /**
     * The result of a run.
     *
     * @param changed number of class files written
     * @param files   number of class files examined
     */
    public record Count(int changed, int files) {
    }
}

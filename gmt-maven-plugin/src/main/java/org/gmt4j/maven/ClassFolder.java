package org.gmt4j.maven;

import co.paralleluniverse.fibers.instrument.UninstrumentableException;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;
import org.gmt4j.quasar.Instrument;

/** A folder of compiled classes with the class path that they were compiled against. Set-up; one thread. */
final class ClassFolder {
    private final File folder;
    private final List<String> classPath;

    ClassFolder(final File folder, final List<String> classPath) {
        this.folder = folder;
        this.classPath = classPath;
    }

    /**
     * Instruments what is not yet. No folder, nothing to do: a module without sources.
     *
     * @throws MojoFailureException GMT-801 with a line for each method that cannot wait, or that would lose updates
     */
    void instrument(final Log log) throws MojoExecutionException, MojoFailureException {
        if (!folder.isDirectory()) {
            log.debug("left out: there is no " + folder);
            return;
        }
        try (URLClassLoader libraries = new URLClassLoader(urls(), Instrument.class.getClassLoader())) {
            final Instrument.Count count = Instrument.folders(List.of(folder.toPath()), libraries, log::warn);
            if (count.changed() > 0) {
                log.info("Instrumented " + count.changed() + " of " + count.files() + " classes in " + folder);
            } else {
                log.debug("nothing to instrument in " + folder);
            }
        } catch (final UninstrumentableException e) {
            throw new MojoFailureException("GMT-801 " + e.getMessage(), e);
        } catch (final IOException e) {
            throw new MojoExecutionException("GMT-802 class files in " + folder + " cannot be read or written: " + e
                + ". Repair the files, or run 'mvn clean', and build again.", e);
        }
    }

    private URL[] urls() throws MalformedURLException {
        final List<URL> urls = new ArrayList<>();
        for (final String entry : classPath) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }
}

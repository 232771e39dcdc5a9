package org.gmt4j.cli.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.instrument.ClassFileStep;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.gmt4j.ClassArchive;

/**
 * Somebody's program: compiled for a test from its text, as plain javac does, into a place that no class path of ours
 * knows.
 */
final class UserProgram {
    static final String CLASS_PATH = ClassArchive.path();

    private UserProgram() {
    }

    /** @param sources text by the name of the class. @return the folder of classes */
    static Path compile(final Path folder, final Map<String, String> sources) throws IOException {
        final Path classes = Files.createDirectories(folder.resolve("classes"));
        final List<String> arguments = new ArrayList<>(List.of("-proc:none", "--release", "17", "-cp", CLASS_PATH,
            "-d", classes.toString()));
        for (final Map.Entry<String, String> source : sources.entrySet()) {
            final Path file = folder.resolve("src").resolve(source.getKey().replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertTrue(compiler.run(null, null, null, arguments.toArray(String[]::new)) == 0,
            "does not compile: " + sources.keySet());
        return classes;
    }

    /** Does what the build step of the README does. */
    static void instrument(final Path classes) throws IOException {
        instrumentOnly(classes, ".class");
    }

    /** The same to files whose names end so. */
    static void instrumentOnly(final Path classes, final String ending) throws IOException {
        final List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(file -> file.toString().endsWith(ending)).toList();
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()},
            UserProgram.class.getClassLoader())) {
            assertTrue(new ClassFileStep(false, warning -> { }).instrument(loader, files) > 0,
                "nothing was instrumented");
        }
    }

    /**
     * @param main for the manifest; "" for none. @param services text of the file that announces applications; "" for
     *             none
     */
    static Path jar(final Path jar, final Path classes, final String main, final String services) throws IOException {
        Files.createDirectories(jar.getParent());
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!main.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        }
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> entries = Files.walk(classes)) {
            for (final Path entry : entries.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(entry).toString()
                    .replace(java.io.File.separatorChar, '/')));
                Files.copy(entry, out);
            }
            if (!services.isEmpty()) {
                out.putNextEntry(new JarEntry("META-INF/services/org.gmt4j.cli.GmtApp"));
                out.write(services.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        return jar;
    }
}

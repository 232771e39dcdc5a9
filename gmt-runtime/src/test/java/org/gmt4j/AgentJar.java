package org.gmt4j;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** The agent for tests, which run before it is packed: as the package phase makes it, from the same manifest. */
public final class AgentJar {
    private static final Path QUASAR = Path.of("").toAbsolutePath().getParent().resolve("gmt-quasar");

    private AgentJar() {
    }

    public static Path in(final Path folder) throws IOException {
        final Manifest manifest = new Manifest();
        try (InputStream in = Files.newInputStream(QUASAR.resolve("src/main/agent/MANIFEST.MF"))) {
            manifest.read(in);
        }
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        final Path classes = QUASAR.resolve("target/classes");
        final Path jar = folder.resolve("agent.jar");
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> entries = Files.walk(classes)) {
            for (final Path entry : entries.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(entry).toString().replace(File.separatorChar, '/')));
                Files.copy(entry, out);
            }
        }
        return jar;
    }
}

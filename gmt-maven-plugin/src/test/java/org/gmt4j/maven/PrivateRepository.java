package org.gmt4j.maven;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * A local repository of Maven with this project's artifacts as they stand, which takes everything else from what this
 * build has downloaded, as from a remote one; the network is not asked. Owned by one test class.
 */
final class PrivateRepository {
    static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    static final String VERSION = "0.1.0-SNAPSHOT";
    private static final String DOWNLOADED = System.getProperty("test.maven.repository");

    private final Path folder;

    PrivateRepository(final Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        install("gmt", VERSION, pom(PROJECT.resolve("pom.xml")));
        for (final String module : modules()) {
            install(module, VERSION, pom(PROJECT.resolve(module).resolve("pom.xml")));
            jar(PROJECT.resolve(module), file(module, VERSION, "jar"));
        }
    }

    Path folder() {
        return folder;
    }

    /** A settings file that names what was downloaded as the only place to ask. */
    Path settings() throws IOException {
        final String central = "<id>central</id><url>" + Path.of(DOWNLOADED).toUri() + "</url>"
            + "<releases><checksumPolicy>ignore</checksumPolicy></releases>";
        return Files.writeString(folder.resolve("settings.xml"), "<settings><profiles><profile><id>downloaded</id>"
            + "<repositories><repository>" + central + "</repository></repositories>"
            + "<pluginRepositories><pluginRepository>" + central + "</pluginRepository></pluginRepositories>"
            + "</profile></profiles><activeProfiles><activeProfile>downloaded</activeProfile></activeProfiles>"
            + "</settings>");
    }

    /** The fibers under another version. */
    void installFibers(final String version) throws IOException {
        final String artifact = "<artifactId>gmt-quasar</artifactId>";
        final String pom = pom(PROJECT.resolve("gmt-quasar/pom.xml"));
        install("gmt-quasar", version, pom.replace(artifact, artifact + "<version>" + version + "</version>"));
        Files.copy(file("gmt-quasar", VERSION, "jar"), file("gmt-quasar", version, "jar"));
    }

    /** Those that the plugin needs, and itself: as folders or jars on the class path of this test. */
    private static Set<String> modules() {
        final Set<String> modules = new TreeSet<>();
        final String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (final String entry : all.split(File.pathSeparator)) {
            final Path path = Path.of(entry).toAbsolutePath().normalize();
            if (path.startsWith(PROJECT) && !path.endsWith("test-classes")) {
                modules.add(PROJECT.relativize(path).getName(0).toString());
            }
        }
        assertTrue(modules.contains("gmt-maven-plugin") && modules.contains("gmt-quasar"), modules::toString);
        return modules;
    }

    private static String pom(final Path file) throws IOException {
        return Files.readString(file);
    }

    private void install(final String module, final String version, final String pom) throws IOException {
        Files.writeString(file(module, version, "pom"), pom);
    }

    private Path file(final String module, final String version, final String type) throws IOException {
        return Files.createDirectories(folder.resolve("org/gmt4j").resolve(module).resolve(version))
            .resolve(module + "-" + version + "." + type);
    }

    /** As the package phase makes it. */
    private static void jar(final Path module, final Path jar) throws IOException {
        final Manifest manifest = new Manifest();
        final Path own = module.resolve("src/main/agent/MANIFEST.MF");
        if (Files.exists(own)) {
            try (InputStream in = Files.newInputStream(own)) {
                manifest.read(in);
            }
        }
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        final Path classes = module.resolve("target/classes");
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> entries = Files.walk(classes)) {
            out.setLevel(0);        // it is read several times, and written once
            for (final Path entry : entries.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(entry).toString().replace(File.separatorChar, '/')));
                Files.copy(entry, out);
            }
        }
    }
}

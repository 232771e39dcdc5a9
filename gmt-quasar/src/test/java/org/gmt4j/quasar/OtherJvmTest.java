package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The features in JVMs of their own: on another JDK where one is installed, and with the agent instead of the build
 * step.
 */
@Timeout(240)
class OtherJvmTest {
    private static final List<String> FEATURES = List.of(LanguageFeaturesTest.class.getName(),
        ManyCoroutinesTest.class.getName(), SerializableLambdaTest.class.getName(), CoroutineTest.class.getName(),
        SuspendByReturnTest.class.getName(), SavedFramesTest.class.getName());
    private static final Path MODULE = Path.of("").toAbsolutePath();

    @TempDir
    private Path folder;

    @Test
    void shouldPassOnOtherJdkWhenInstrumentedByTheBuild() throws Exception {
        run(otherJava(), List.of(), MODULE.resolve("target/test-classes"));
    }

    @Test
    void shouldPassOnThisJdkWithAgent() throws Exception {
        run(Path.of(System.getProperty("java.home"), "bin", "java"), List.of("-javaagent:" + agentJar()),
            plainClasses());
    }

    @Test
    void shouldPassOnOtherJdkWithAgent() throws Exception {
        run(otherJava(), List.of("-javaagent:" + agentJar()), plainClasses());
    }

    private void run(final Path java, final List<String> flags, final Path testClasses) throws Exception {
        final List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx256m"));
        command.addAll(flags);
        command.addAll(List.of("-Dco.paralleluniverse.fibers.disableAgentWarning=true", "-cp",
            testClasses + File.pathSeparator + TestCompiler.libraries(), FeatureRun.class.getName()));
        command.addAll(FEATURES);
        final Path log = folder.resolve("log");
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(variable -> variable.matches(".*JAVA_.*OPTIONS"));
        final Process process = builder.start();
        try {
            assertTrue(process.waitFor(200, TimeUnit.SECONDS), () -> "still running: " + command);
        } finally {
            process.destroyForcibly();
        }
        final String output = Files.readString(log);
        assertEquals(0, process.exitValue(), output);
        assertFalse(output.contains("WARNING"), output);
    }

    /** The test classes compiled anew, so not instrumented. */
    private Path plainClasses() throws IOException {
        final Path classes = Files.createDirectories(folder.resolve("classes"));
        try (Stream<Path> sources = Files.list(MODULE.resolve("src/test/java/org/gmt4j/quasar"))) {
            TestCompiler.compile(classes, sources.filter(Files::isRegularFile).toList());
        }
        return classes;
    }

    /** As the package phase makes it, from the same manifest. */
    private Path agentJar() throws IOException {
        final Path classes = MODULE.resolve("target/classes");
        final Manifest manifest = new Manifest();
        try (InputStream in = Files.newInputStream(MODULE.resolve("src/main/agent/MANIFEST.MF"))) {
            manifest.read(in);
        }
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
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

    /** JAVA25_HOME, or the newest JDK next to ours that is not as new as ours: 25 for 17, and 17 for 25. */
    private static Path otherJava() throws IOException {
        final List<Path> homes = new ArrayList<>();
        Optional.ofNullable(System.getenv("JAVA25_HOME")).map(Path::of).ifPresent(homes::add);
        final Path siblings = Path.of(System.getProperty("java.home")).toRealPath().getParent();
        try (Stream<Path> paths = Files.list(siblings)) {
            paths.forEach(homes::add);
        }
        final int own = Runtime.version().feature();
        final Optional<Path> newest = homes.stream().filter(home -> Files.isExecutable(home.resolve("bin/java")))
            .filter(home -> featureOf(home) >= 17 && featureOf(home) != own)
            .max(Comparator.comparingInt(OtherJvmTest::featureOf));
        assumeTrue(newest.isPresent(), "no other JDK >= 17 in " + siblings + " nor in JAVA25_HOME");
        return newest.get().resolve("bin/java");
    }

    private static int featureOf(final Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"), StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION=\""))
                .map(line -> line.substring(14).split("[^0-9]")[0]).mapToInt(Integer::parseInt).findFirst().orElse(0);
        } catch (final IOException | NumberFormatException e) {
            return 0;
        }
    }
}

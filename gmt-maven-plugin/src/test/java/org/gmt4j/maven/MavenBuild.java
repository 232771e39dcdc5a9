package org.gmt4j.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Builds of a copy of a project as processes of their own, each bounded. Owned by one test. */
final class MavenBuild {
    /** Longer than anything takes on a busy machine. */
    private static final long LIMIT_S = 240;
    private static final Path MAVEN = Path.of(System.getProperty("test.maven.home"), "bin", "mvn");

    private final PrivateRepository repository;
    private final Path folder;

    /** @param project its files are copied to the folder, which does not exist */
    MavenBuild(final PrivateRepository repository, final Path project, final Path folder) throws IOException {
        this.repository = repository;
        this.folder = folder;
        try (Stream<Path> files = Files.walk(project)) {
            for (final Path file : files.filter(path -> !path.startsWith(project.resolve("target"))).toList()) {
                Files.copy(file, folder.resolve(project.relativize(file).toString()));
            }
        }
    }

    Path folder() {
        return folder;
    }

    /** How a build has ended. */
    record Ended(int code, String said) {
        Ended succeeded() {
            assertEquals(0, code, said);
            return this;
        }

        Ended failed() {
            assertTrue(code != 0, said);
            return this;
        }

        Ended says(final String... parts) {
            for (final String part : parts) {
                assertTrue(said.contains(part), () -> "expected: " + part + "\n" + said);
            }
            return this;
        }
    }

    /** Runs {@code mvn} with these words on this JDK to its end. */
    Ended run(final String... words) throws Exception {
        return runOn(Path.of(System.getProperty("java.home")), words);
    }

    Ended runOn(final Path jdk, final String... words) throws Exception {
        final List<String> command = new ArrayList<>(List.of(MAVEN.toString(), "-B", "-Dstyle.color=never", "-s",
            repository.settings().toString(), "-Dmaven.repo.local=" + repository.folder()));
        command.addAll(List.of(words));
        final Path said = Files.createTempFile(folder, "said", "");
        final ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
            .redirectOutput(said.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("GMT_.*|MAVEN_.*|.*JAVA_.*OPTIONS"));
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().put("GMT_COMPILER", "quick");
        builder.environment().put("GMT_AERON_DIR", Files.createDirectories(folder.resolve("jobs")).toString());
        builder.environment().put("GMT_JOIN_TIMEOUT", "150s");      // a JVM may take half a minute to start
        final Process process = builder.start();
        try {
            final boolean hasEnded = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
            final String text = Files.readString(said);
            assertTrue(hasEnded, () -> "still running: " + command + "\n" + text);
            return new Ended(process.exitValue(), text);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}

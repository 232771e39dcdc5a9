package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Programs whose class path is this module with what it brings at run time, as the build writes it to a file, and
 * nothing else.
 */
@Timeout(value = 200, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LibraryAloneTest {
    private static final Path BROUGHT = Path.of("target", "runtime.classpath");
    private static final Path TEST_CLASSES = Path.of("target", "test-classes", "org", "gmt4j");
    private static final Pattern MODULE = Pattern.compile("(gmt-[a-z]+)");
    private static final Pattern LIBRARY = Pattern.compile("(.+?)-[0-9].*\\.jar");

    @TempDir
    private Path folder;

    /** Which binding of slf4j the program has. */
    enum Logging {
        NONE, LOGBACK
    }

    private static List<String> brought() throws Exception {
        return List.of(Files.readString(BROUGHT).strip().split(File.pathSeparator));
    }

    @Test
    void shouldBringNothingButTransportAndLoggingApi() throws Exception {
        final Set<String> names = brought().stream().map(LibraryAloneTest::nameOf)
            .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(Set.of("gmt-quasar", "gmt-aggregation", "aeron-annotations", "aeron-client",
            "aeron-driver", "agrona",
            "slf4j-api", "HdrHistogram")), names);
    }

    /** A module's folder of classes, or its jar; a library's jar. */
    private static String nameOf(final String entry) {
        final String file = Path.of(entry).getFileName().toString();
        final Matcher library = LIBRARY.matcher(file);
        if (library.matches()) {
            return library.group(1);
        }
        final Matcher module = MODULE.matcher(Path.of(entry).getParent().getParent().getFileName().toString());
        return module.matches() ? module.group(1) : entry;
    }

    private String classPath(final Logging logging, final Class<?>... programs) throws Exception {
        final Path own = Files.createDirectories(folder.resolve("program"));
        final Path place = Files.createDirectories(own.resolve("org/gmt4j"));
        for (final Class<?> program : programs) {
            try (DirectoryStream<Path> classes = Files.newDirectoryStream(TEST_CLASSES, program
                .getSimpleName() + "{,$*}.class")) {
                for (final Path file : classes) {
                    Files.copy(file, place.resolve(file.getFileName()));
                }
            }
        }
        final TreeSet<String> binding = logging == Logging.NONE ? new TreeSet<>() : Arrays.stream(
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                .split(File.pathSeparator))
            .filter(entry -> Path.of(entry).getFileName().toString().startsWith("logback-"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(logging == Logging.NONE ? 0 : 2, binding.size(), "logback-classic and logback-core");
        return own + File.pathSeparator + Path.of("target", "classes").toAbsolutePath()
            + File.pathSeparator + String.join(File.pathSeparator, brought())
            + (binding.isEmpty() ? "" : File.pathSeparator + String.join(File.pathSeparator, binding));
    }

    /** What node 0 has printed, without what logback prints beside it. */
    private static List<String> said(final ProgramProcesses job) throws Exception {
        return job.output(0).lines().filter(line -> !line.contains(" org.gmt4j.")).toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunNodesInOneJvm(final Logging logging) throws Exception {
        try (ProgramProcesses job = ProgramProcesses.startWith(classPath(logging, ReadmeLocal.class), folder,
            ReadmeLocal.class, 0)) {
            assertEquals(0, job.exitCode(0), job::everything);
            assertTrue(Integer.parseInt(said(job).get(0)) > 800, job::everything);
            assertEquals(logging == Logging.NONE, job.errors(0).contains("SLF4J"), job::everything);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldConnectProcesses(final Logging logging) throws Exception {
        try (ProgramProcesses job = ProgramProcesses.startWith(classPath(logging, OwnProgram.class), folder,
            OwnProgram.class, 2, "well")) {
            for (int node = 0; node < 2; node++) {
                assertEquals(0, job.exitCode(node), job::everything);
            }
            assertEquals(List.of("10", "after main"), said(job), job::everything);
        }
    }

    @Test
    void shouldServeAndGoOn() throws Exception {
        try (ProgramProcesses job = ProgramProcesses.startWith(classPath(Logging.NONE, OwnProgram.class), folder,
            OwnProgram.class, 2, "join")) {
            for (int node = 0; node < 2; node++) {
                assertEquals(0, job.exitCode(node), job::everything);
            }
            assertTrue(job.output(1).contains("served 1"), job::everything);
        }
    }
}

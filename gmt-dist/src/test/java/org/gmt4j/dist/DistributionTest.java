package org.gmt4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The distribution as somebody unpacks and runs it, without Maven, away from its sources. After the package phase. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DistributionTest {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final int LIMIT_S = 120;
    /** Somebody who may not write where root may. */
    private static final String[] NOBODY = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
    private static final String[] SEARCH = {"run", "bfs", "-g", "8", "-n", "2", "--format", "json"};

    /** What javac makes of it cannot wait: the agent must see to that. */
    private static final String PROGRAM = """
        import org.gmt4j.GlobalLongArray;
        import org.gmt4j.GmtCluster;

        public class Sums {
            public static void main(String[] args) throws Exception {
                try (GmtCluster cluster = GmtCluster.connect()) {
                    System.out.println(cluster.<Long>call(ctx -> {
                        GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                        ctx.parFor(100, 10, (i, c) -> a.put(c, i, i));
                        return a.sum(ctx);
                    }));
                }
            }
        }
        """;

    @TempDir
    private Path folder;
    private Path cache;

    @BeforeEach
    void open() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        cache = Files.createDirectory(folder.resolve("cache"));
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private static Path archive(final String ending) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(TARGET, "gmt-*" + ending)) {
            return found.iterator().next();
        }
    }

    private Path unpack(final String where) throws Exception {
        final Path place = Files.createDirectories(folder.resolve(where));
        final Ended ended = run(place, List.of("tar", "xzf", archive(".tar.gz").toString()), javaHome());
        assertEquals(0, ended.code, ended.err);
        try (DirectoryStream<Path> found = Files.newDirectoryStream(place, "gmt-*")) {
            return found.iterator().next();
        }
    }

    private record Ended(int code, String out, String err) {
    }

    private static Path javaHome() {
        return Path.of(System.getProperty("java.home"));
    }

    /** With a Maven on the path that leaves a mark when it is called. */
    private Ended run(final Path where, final List<String> command, final Path javaHome) throws Exception {
        final Path tools = Files.createDirectories(folder.resolve("tools"));
        Files.writeString(tools.resolve("mvn"), "#!/bin/sh\n: >'" + folder.resolve("maven-was-called") + "'\nexit 1\n");
        assertTrue(tools.resolve("mvn").toFile().setExecutable(true, false));
        final Path out = folder.resolve("out");
        final Path err = folder.resolve("err");
        final ProcessBuilder builder = new ProcessBuilder(command).directory(where.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GMT_"));
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        builder.environment().put("PATH", tools + File.pathSeparator + System.getenv("PATH"));
        final Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " hangs: " + Files.readString(err));
        }
        assertFalse(Files.exists(folder.resolve("maven-was-called")), "a distribution is not built");
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private static List<String> command(final Path gmt, final String... before) {
        final List<String> command = new ArrayList<>(List.of(before));
        command.add(gmt.toString());
        command.addAll(List.of(SEARCH));
        return command;
    }

    private static void assertVerified(final Ended ended) {
        assertEquals(0, ended.code, ended.err);
        assertTrue(ended.out.replace(" ", "").contains("\"verified\":true"), ended.out);
        assertEquals("", ended.err.lines().filter(line -> line.contains("WARN") || line.contains("GMT-"))
            .reduce("", String::concat));
    }

    private static List<String> files(final Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).map(file -> root.relativize(file).toString()).sorted().toList();
        }
    }

    static Stream<Path> javas() throws IOException {
        final TreeMap<String, Path> byVersion = new TreeMap<>();
        byVersion.put(String.valueOf(Runtime.version().feature()), javaHome());
        final Path place = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(place)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(place)) {
                for (final Path home : found) {
                    final Path release = home.resolve("release");
                    if (Files.isExecutable(home.resolve("bin/java")) && Files.isReadable(release)) {
                        Files.readAllLines(release).stream().filter(line -> line.matches("JAVA_VERSION=\"(17|25)\\b.*"))
                            .forEach(line -> byVersion.putIfAbsent(line.substring(14, 16), home));
                    }
                }
            }
        }
        return byVersion.values().stream();
    }

    @Test
    void shouldHoldWhatItNeedsAndNothingElse() throws Exception {
        final Path root = unpack("content");
        final List<String> files = files(root);
        assertTrue(files.containsAll(List.of("bin/gmt", "LICENSE", "NOTICE", "THIRD-PARTY.txt", "README.md",
            "completion/gmt", "config/gmt.properties", "config/REFERENCE.md", "docs/programs.md")), files::toString);
        assertTrue(Files.isExecutable(root.resolve("bin/gmt")));
        final TreeSet<String> wrong = new TreeSet<>();
        for (final String jar : files.stream().filter(file -> file.endsWith(".jar")).toList()) {
            assertTrue(jar.startsWith("lib/"), jar);
            if (jar.matches(".*(jmh|jopt|junit|archunit|kotlin|-tests|-sources|-javadoc).*")) {
                wrong.add(jar);
            }
            try (ZipFile zip = new ZipFile(root.resolve(jar).toFile())) {
                zip.stream().map(ZipEntry::getName).filter(name -> name.contains("jmh") || name.contains("/broken/"))
                    .forEach(name -> wrong.add(jar + "!" + name));
            }
        }
        assertEquals(new TreeSet<String>(), wrong);
        final String licences = Files.readString(root.resolve("THIRD-PARTY.txt"));
        for (final String library : List.of("aeron-driver", "agrona", "picocli", "jackson-core", "logback-classic",
            "HdrHistogram", "slf4j-api", "jsvg", "commons-compress", "commons-io", "commons-codec")) {
            assertTrue(licences.contains(library), licences);
        }
    }

    @Test
    void shouldHoldTheSameInBothArchives() throws Exception {
        final Path root = unpack("tar");
        try (ZipFile zip = new ZipFile(archive(".zip").toFile())) {
            assertEquals(files(root.getParent()), zip.stream().filter(entry -> !entry.isDirectory())
                .map(ZipEntry::getName).sorted().toList());
        }
    }

    @ParameterizedTest
    @MethodSource("javas")
    void shouldRunFromAnywhereWithSpacesAndThroughALink(final Path javaHome) throws Exception {
        final Path root = unpack("a place with spaces");
        final Path link = folder.resolve("gmt link");
        Files.createSymbolicLink(link, root.resolve("bin/gmt"));
        final Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        assertVerified(run(elsewhere, command(link), javaHome));
        assertVerified(run(root.resolve("bin"), command(Path.of("./gmt")), javaHome));
        try (Stream<Path> archives = Files.walk(root.resolve("cds"))) {
            assertTrue(archives.anyMatch(file -> file.toString().matches(".*/node[.](jsa|aot)")),
                "classes are archived in the place");
        }
        assertEquals(List.of(), files(elsewhere));
        assertRunsWithArchiveAndAgent(root, javaHome);
    }

    /** A program that the agent instruments, on nodes that are given the archive that is there by now. */
    private void assertRunsWithArchiveAndAgent(final Path root, final Path javaHome) throws Exception {
        final Path classes = Files.createDirectory(folder.resolve("classes"));
        final Path source = Files.writeString(folder.resolve("Sums.java"), PROGRAM);
        final String jars = files(root).stream().filter(file -> file.endsWith(".jar"))
            .map(file -> root.resolve(file).toString()).collect(Collectors.joining(File.pathSeparator));
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "--release", "17",
            "-cp", jars, "-d", classes.toString(), source.toString()));
        final Ended ended = run(folder, List.of(root.resolve("bin/gmt").toString(), "run", "--classes",
            classes.toString(), "-n", "2"), javaHome);
        assertEquals("4950\n", ended.out, ended.err);
        assertEquals(0, ended.code, ended.err);
    }

    @ParameterizedTest
    @MethodSource("javas")
    void shouldRunFromAReadOnlyPlace(final Path javaHome) throws Exception {
        final Path root = unpack("read only");
        assertEquals(0, run(folder, List.of("chmod", "-R", "a-w", root.toString()), javaHome).code);
        final String[] before = "root".equals(System.getProperty("user.name")) ? NOBODY : new String[0];
        final List<String> packed = files(root);
        final Ended first = run(Path.of("/"), command(root.resolve("bin/gmt"), before), javaHome);
        final List<String> archives = files(cache);
        final Ended second = run(Path.of("/"), command(root.resolve("bin/gmt"), before), javaHome);
        assertEquals(0, run(folder, List.of("chmod", "-R", "u+w", root.toString()), javaHome).code);
        assertVerified(first);
        assertVerified(second);
        assertEquals(packed, files(root));
        assertTrue(archives.stream().anyMatch(file -> file.matches(".*node[.](jsa|aot)")),
            archives::toString);
        assertEquals(archives, files(cache));
    }

    @Test
    void shouldCompleteCommandsInBash() throws Exception {
        final Path root = unpack("completion");
        final Ended ended = run(folder, List.of("bash", "-c", "source '" + root.resolve("completion/gmt")
            + "'; COMP_WORDS=(gmt d); COMP_CWORD=1; _complete_gmt; echo \"${COMPREPLY[@]}\""), javaHome());
        assertEquals("doctor", ended.out.strip(), ended.err);
    }
}

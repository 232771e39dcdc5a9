package org.gmt4j.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.doctor.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeCommandLineTest {

    @TempDir
    private Path root;

    @BeforeEach
    void eightGigabytes() throws IOException {
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/meminfo"), "MemTotal: 8388608 kB\n");
    }

    private NodeCommandLine line(final int cores, final int nodes, final long extraHeap, final Map<String,
        String> variables) {
        final CliContext context = new CliContext(CliContext.Role.LAUNCHER, new CliContext.Console(null, null),
            new Environment(variables, Map.of("java.home", "/jdk", "java.class.path", "a.jar", "gmt.workers", "2")),
            root, new Machine(root, cores), List::of, List.of(),
            new CliContext.Starters(Optional.empty(), Optional.empty(), "Main"));
        return new NodeCommandLine(context, nodes, extraHeap, false);
    }

    @Test
    void shouldShareHalfOfMemoryAmongNodes() {
        assertEquals("1024m", line(2, 2, 0, Map.of()).heap());
        assertEquals("2048m", line(2, 2, 5L << 30, Map.of()).heap());
        assertEquals("256m", line(2, 16, 0, Map.of()).heap());
        assertEquals("64m", line(2, 1000, 0, Map.of()).heap());
        assertEquals("3g", line(2, 2, 0, Map.of("GMT_HEAP", "3g")).heap());
    }

    @Test
    void shouldChooseCollectorByCoresPerNode() {
        assertTrue(line(2, 2, 0, Map.of()).flags(17).contains("-XX:+UseSerialGC"));
        assertTrue(line(4, 2, 0, Map.of()).flags(17).contains("-XX:+UseParallelGC"));
    }

    @Test
    void shouldLeaveTheCollectorToTheUser() {
        for (final String name : List.of("GMT_JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")) {
            final List<String> command = line(4, 2, 0, Map.of(name, "-Xint -XX:+UseZGC")).flags(17);
            assertFalse(command.toString().contains("GC"), command::toString);
            final Map<String, String> other = Map.of(name, "-XX:-UseZGC -XX:+ExplicitGCInvokesConcurrent");
            assertTrue(line(4, 2, 0, other).flags(17).contains("-XX:+UseParallelGC"));
        }
    }

    @Test
    void shouldSilenceOnlyWhatTheJdkWarnsAbout() {
        assertFalse(line(2, 2, 0, Map.of()).flags(17).contains("--sun-misc-unsafe-memory-access=allow"));
        assertTrue(line(2, 2, 0, Map.of()).flags(25).contains("--sun-misc-unsafe-memory-access=allow"));
        assertTrue(line(2, 2, 0, Map.of()).flags(25).contains("--enable-native-access=ALL-UNNAMED"));
    }

    @Test
    void shouldUseAndRecordArchivesByTheirEndings() throws IOException {
        final String archive = Files.createFile(root.resolve("node.jsa")).toString();
        final String cache = Files.createFile(root.resolve("node.aot")).toString();
        assertTrue(line(2, 2, 0, Map.of("GMT_CDS_ARCHIVE", archive)).flags(17)
            .contains("-XX:SharedArchiveFile=" + archive));
        final List<String> flags = line(2, 2, 0, Map.of("GMT_CDS_ARCHIVE", cache)).flags(25);
        assertTrue(flags.contains("-XX:AOTCache=" + cache), flags::toString);
        assertTrue(flags.stream().noneMatch(flag -> flag.startsWith("-Xshare")), "a JVM refuses both");
        assertFalse(line(2, 2, 0, Map.of("GMT_CDS_ARCHIVE", cache + "x")).flags(25).toString().contains(cache));
        final Map<String, String> record = Map.of("GMT_CDS_RECORD", "/c/node.jsa");
        assertTrue(line(2, 2, 0, record).build(0, List.of()).contains("-XX:ArchiveClassesAtExit=/c/node.jsa"));
        final Map<String, String> train = Map.of("GMT_CDS_RECORD", "/c/node.aotconf");
        final List<String> zero = line(2, 2, 0, train).build(0, List.of());
        assertTrue(zero.containsAll(List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=/c/node.aotconf")),
            zero::toString);
        final List<String> one = line(2, 2, 0, train).build(1, List.of());
        assertFalse(one.contains("-XX:AOTMode=record"), "one writes the file");
        assertFalse(zero.contains("-XX:TieredStopAtLevel=1"), "with profiles");
        assertTrue(one.contains("-XX:TieredStopAtLevel=1"), "which the other one need not make");
        assertFalse(line(2, 2, 0, Map.of()).build(1, List.of()).contains("-XX:TieredStopAtLevel=1"));
    }

    @Test
    void shouldBuildWholeCommand() {
        final List<String> command = line(2, 2, 0, Map.of("GMT_JAVA_OPTS", " -Da=b  -Xint ", "GMT_CLASSPATH", "b.jar"))
            .build(0, List.of("run", "bfs"));
        assertEquals("/jdk/bin/java", command.get(0));
        assertTrue(command.contains("-Dgmt.workers=2"));
        final int size = command.size();
        assertEquals(List.of("-Da=b", "-Xint", "-cp", "b.jar", "Main", "run", "bfs"), command.subList(size - 7, size));
    }
}

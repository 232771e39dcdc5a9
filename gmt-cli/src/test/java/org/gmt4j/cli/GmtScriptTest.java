package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code gmt} in a tree of its own, with a Java that only writes down how it was called. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class GmtScriptTest {

    @TempDir
    private Path folder;
    private Path tree;

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectories(folder.resolve("a tree"));
        final Path script = Path.of("../gmt").toAbsolutePath().normalize();
        Files.copy(script, tree.resolve("gmt"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(tree.resolve("gmt-dist/target/lib"));
        Files.createFile(tree.resolve("gmt-dist/target/lib/gmt.jar"));
        Files.createFile(tree.resolve("pom.xml"));
        Files.createDirectories(tree.resolve("target"));
        Files.createFile(tree.resolve("target/gmt-build.stamp"));
        Files.setLastModifiedTime(tree.resolve("pom.xml"), FileTime.fromMillis(1_000_000));
    }

    /** @return a folder that looks like a Java of this version; its calls are lines of the file {@code calls} */
    private Path java(final String version) throws IOException {
        final Path home = Files.createDirectories(folder.resolve("jdk-" + version));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        final Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$@\" >>'" + folder.resolve("calls") + "'\n"
            + "for i; do case $i in -XX:SharedArchiveFile=*|"
            + "-XX:AOTCache=*|-XX:AOTConfiguration=*) : >\"${i#*=}\" ;; esac; done\n");
        assertTrue(java.toFile().setExecutable(true));
        Files.copy(java, home.resolve("bin/javac"), StandardCopyOption.COPY_ATTRIBUTES,
            StandardCopyOption.REPLACE_EXISTING);
        return home;
    }

    private final Map<String, String> variables = new HashMap<>();

    private record Ended(int code, String text) {
    }

    private Ended gmt(final Path javaHome, final String... arguments) throws Exception {
        final Path log = folder.resolve("log");
        final ProcessBuilder builder = new ProcessBuilder(tree.resolve("gmt").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("GMT_"));
        builder.environment().putAll(variables);
        final Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the script hangs");
        return new Ended(process.exitValue(), Files.readString(log));
    }

    private List<String> calls() throws IOException {
        final Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    @Test
    void shouldRecordOnceForEachJavaAndPlace() throws Exception {
        assertEquals(new Ended(0, ""), gmt(java("17.0.1"), "config"));
        assertEquals(4, calls().size(), calls().toString());           // list, archive, archive on top of it; one runs
        assertTrue(calls().get(0).contains("-XX:DumpLoadedClassList="), calls().toString());
        assertTrue(calls().get(1).contains("-Xshare:dump"), calls().toString());
        assertTrue(calls().get(2).contains("base.jsa -XX:ArchiveClassesAtExit="), calls().toString());
        assertTrue(calls().get(3).endsWith("GmtMain config"), calls().toString());
        gmt(java("17.0.1"), "config");
        assertEquals(5, calls().size(), calls().toString());
        final Path moved = folder.resolve("moved");
        Files.move(tree, moved);
        tree = moved;
        gmt(java("17.0.1"), "config");
        assertEquals(9, calls().size(), calls().toString());
    }

    /** A service may have no HOME, and root may write anywhere. */
    @Test
    void shouldRecordNothingWhereNobodyHasACache() throws Exception {
        final Path script = Files.createDirectories(folder.resolve("unpacked/bin")).resolve("gmt");
        Files.move(tree.resolve("gmt"), script);
        Files.createDirectories(folder.resolve("unpacked/lib"));
        Files.createFile(folder.resolve("unpacked/cds"));           // no folder can be made of that name
        tree = script.getParent();
        variables.putAll(Map.of("HOME", "", "XDG_CACHE_HOME", ""));
        assertEquals(new Ended(0, ""), gmt(java("17.0.1"), "config"));
        assertEquals(1, calls().size(), calls().toString());
        variables.put("HOME", folder.resolve("of a user").toString());
        gmt(java("17.0.1"), "config");
        assertEquals(1 + 4, calls().size(), calls().toString());
    }

    @Test
    void shouldReplaceALocaleThatKnowsAsciiOnly() throws Exception {
        final Path java = java("17.0.1");
        variables.put("GMT_CDS", "off");
        Files.writeString(java.resolve("bin/java"), "echo \"${LC_ALL:-} ${LC_CTYPE:-} ${LANG:-}\" >>'"
            + folder.resolve("calls") + "'\n", StandardOpenOption.APPEND);
        final Map<String, String> expected = Map.of("||", "C.UTF-8  ", "POSIX||de_DE.UTF-8", "C.UTF-8  de_DE.UTF-8",
            "|C|de_DE.UTF-8", "C.UTF-8 C de_DE.UTF-8", "||C", "C.UTF-8  C",
            "de_DE.UTF-8|C|C", "de_DE.UTF-8 C C", "||de_DE.UTF-8", "  de_DE.UTF-8");
        for (final Map.Entry<String, String> locale : expected.entrySet()) {
            final String[] values = locale.getKey().split("\\|", -1);
            variables.putAll(Map.of("LC_ALL", values[0], "LC_CTYPE", values[1], "LANG", values[2]));
            gmt(java, "config");
            assertEquals(locale.getValue(), calls().get(calls().size() - 1), locale.getKey());
        }
    }

    @Test
    void shouldTrainCachesFromJdk25On() throws Exception {
        final Path java = java("25.0.3");
        Files.writeString(java.resolve("bin/java"),
            "case \"$*\" in *-XX:AOTMode=record*) : >\"$GMT_CDS_RECORD\" ;; esac\n", StandardOpenOption.APPEND);
        assertEquals(new Ended(0, ""), gmt(java, "config"));
        assertEquals(4, calls().size(), calls().toString());           // one run, two caches of it; one runs
        assertTrue(calls().get(0).contains("-XX:AOTMode=record"), calls().toString());
        assertTrue(calls().get(1).contains("launcher.aotconf -XX:AOTCache="), calls().toString());
        assertTrue(calls().get(2).contains("node.aotconf -XX:AOTCache="), calls().toString());
        assertTrue(calls().get(3).matches(".*-XX:AOTCache=.*/launcher.aot -cp .*GmtMain config"), calls().toString());
        assertTrue(calls().stream().noneMatch(call -> call.contains("-Xshare:")), "excludes a cache");
        gmt(java, "config");
        assertEquals(5, calls().size(), calls().toString());
        Files.setLastModifiedTime(tree.resolve("gmt-dist/target/lib/gmt.jar"),
            FileTime.fromMillis(System.currentTimeMillis() + 10_000));
        gmt(java, "config");
        assertEquals(9, calls().size(), "a jar is newer: " + calls());
    }

    @Test
    void shouldLeaveArchivesToFlagsOfTheUser() throws Exception {
        for (final String flag : List.of("-Xshare:off", "-XX:AOTMode=off", "-XX:SharedArchiveFile=/dev/null")) {
            variables.put("GMT_JAVA_OPTS", "-Xint " + flag);
            final int before = calls().size();
            gmt(java("25.0.3"), "config");
            assertEquals(before + 1, calls().size(), calls().toString());
            assertFalse(calls().get(before).contains("-XX:AOTCache="), calls().toString());
        }
    }

    @Test
    void shouldLeaveTheCollectorToTheUser() throws Exception {
        final Path java = java("17.0.1");
        Files.writeString(java.resolve("bin/java"), "echo \"options: ${JAVA_TOOL_OPTIONS:-none}\" >>'"
            + folder.resolve("calls") + "'\n", StandardOpenOption.APPEND);
        variables.put("JAVA_TOOL_OPTIONS", "-XX:+UseZGC");
        gmt(java, "config");
        assertTrue(calls().get(2).contains("-XX:+UseG1GC -Xshare:dump"), calls().toString());
        assertEquals("options: none", calls().get(3), "a JVM refuses two collectors");
        final String last = calls().get(calls().size() - 2);
        assertTrue(last.endsWith("GmtMain config") && !last.contains("GC "), calls().toString());
        assertEquals("options: -XX:+UseZGC", calls().get(calls().size() - 1));
        variables.remove("JAVA_TOOL_OPTIONS");
        for (final String option : List.of("-XX:+UseParallelGC", "-XX:-UseZGC")) {
            variables.put("GMT_JAVA_OPTS", "-Xint " + option);
            gmt(java, "config");
            assertEquals(option.contains("-Use"), calls().get(calls().size() - 2).contains("-XX:+UseSerialGC"),
                calls().toString());
        }
    }

    @Test
    void shouldRunInAFolderOfAnyNameButOneWithAColon() throws Exception {
        final Path java = java("17.0.1");
        final Path star = folder.resolve("star *[a]?");
        Files.move(tree, star);
        tree = star;
        assertEquals(new Ended(0, ""), gmt(java, "config"));
        final String last = calls().get(calls().size() - 1);
        assertTrue(last.contains("-cp " + star + "/gmt-dist/target/lib/gmt.jar org.gmt4j"), last);
        final Path colon = folder.resolve("co:lon");
        Files.move(tree, colon);
        tree = colon;
        final Ended ended = gmt(java, "config");
        assertEquals(4, ended.code(), ended.text());
        assertTrue(ended.text().startsWith("GMT-002 gmt is in ") && ended.text().contains("without ':'"), ended.text());
    }

    @Test
    void shouldRunWithoutArchivesWhereNoneCanBeMade() throws Exception {
        final Path java = java("17.0.1");
        Files.writeString(java.resolve("bin/java"), "#!/bin/sh\necho \"$@\" >>'" + folder.resolve("calls") + "'\n");
        assertEquals(new Ended(0, ""), gmt(java, "config"));
        assertEquals(3, calls().size(), calls().toString());
        assertFalse(calls().get(2).contains("SharedArchiveFile"), calls().toString());
    }

    @Test
    void shouldSilenceTheArchiveAsEachJavaUnderstandsIt() throws Exception {
        gmt(java("17.0.1"), "config");
        assertTrue(calls().stream().allMatch(call -> call.contains("-Xlog:cds=off") && !call.contains("aot")),
            calls().toString());
        gmt(java("25.0.3"), "config");
        assertTrue(calls().get(calls().size() - 1).contains("-Xlog:cds=off -Xlog:cds+dynamic=off"), calls().toString());
        assertTrue(calls().get(calls().size() - 1).contains("-Xlog:aot=off"), calls().toString());
    }

    @Test
    void shouldSayThatItCannotBuildWhereItMayNotWrite() throws Exception {
        Files.delete(tree.resolve("target/gmt-build.stamp"));
        Files.delete(tree.resolve("target"));
        // root may write everywhere, but not below a file
        Files.createFile(tree.resolve("target"));
        final Ended ended = gmt(java("17.0.1"), "config");
        assertEquals(4, ended.code(), ended.text());
        assertTrue(ended.text().startsWith("GMT-002 sources are newer than what was built"), ended.text());
        assertTrue(ended.text().contains("GMT_BUILD=off"), ended.text());
        assertFalse(ended.text().contains("mkdir:"), ended.text());
        variables.put("GMT_SQL", "on");
        final Ended withSql = gmt(java("17.0.1"), "config");
        assertEquals(4, withSql.code(), withSql.text());
        assertTrue(withSql.text().contains("gmt-sql") && withSql.text().contains("unset GMT_SQL"), withSql.text());
    }

    /** A Maven that makes what it is asked for; its arguments are lines of the file {@code builds}. */
    private void maven() throws IOException {
        final Path bin = Files.createDirectories(folder.resolve("bin"));
        final Path maven = bin.resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\necho \"$@\" >>'" + folder.resolve("builds") + "'\n"
            + "mkdir -p gmt-dist/target/lib && : >gmt-dist/target/lib/gmt.jar\n"
            + "case \" $* \" in *' -Psql '*) : >gmt-dist/target/lib/gmt-sql-1.jar ;; esac\n");
        assertTrue(maven.toFile().setExecutable(true));
        variables.put("PATH", bin + ":" + System.getenv("PATH"));
    }

    private long builds(final boolean isWithSql) throws IOException {
        final Path builds = folder.resolve("builds");
        return Files.exists(builds) ? Files.readAllLines(builds).stream()
            .filter(line -> (" " + line + " ").contains(" -Psql ") == isWithSql).count() : 0;
    }

    @Test
    void shouldBuildWithSqlWhenAskedAndKeepIt() throws Exception {
        maven();
        final Path java = java("17.0.1");
        gmt(java, "config");
        assertEquals(0, builds(true) + builds(false), "nothing has changed");
        variables.put("GMT_SQL", "on");
        final Ended ended = gmt(java, "config");
        assertEquals(0, ended.code(), ended.text());
        assertTrue(ended.text().contains("gmt-sql") && ended.text().contains("80 MB"), ended.text());
        assertEquals(1, builds(true));
        gmt(java, "config");
        assertEquals(1, builds(true), "it is there");
        variables.remove("GMT_SQL");
        gmt(java, "config");
        assertEquals(1, builds(true));
        Files.delete(tree.resolve("target/gmt-build.stamp"));        // as in a checkout that Maven alone has built
        gmt(java, "config");
        assertEquals(2, builds(true), "later builds keep it");
        assertEquals(0, builds(false));
        variables.put("GMT_SQL", "off");
        gmt(java, "config");
        gmt(java, "config");
        assertEquals(1, builds(false), "until one without it is asked for");
        variables.remove("GMT_SQL");
        gmt(java, "config");
        assertEquals(3, builds(true) + builds(false));
    }

    @Test
    void shouldNotForgetSqlWhenABuildFails() throws Exception {
        maven();
        final Path java = java("17.0.1");
        final Path works = folder.resolve("bin/mvn");
        final String text = Files.readString(works);
        Files.writeString(works, "#!/bin/sh\nexit 1\n");
        variables.put("GMT_SQL", "on");
        assertEquals(4, gmt(java, "config").code());
        Files.writeString(works, text);
        variables.remove("GMT_SQL");
        assertEquals(0, gmt(java, "config").code());
        assertEquals(1, builds(true));
        assertEquals(0, builds(false));
    }

    @Test
    void shouldBuildWithoutSqlByItself() throws Exception {
        maven();
        Files.delete(tree.resolve("target/gmt-build.stamp"));
        gmt(java("17.0.1"), "config");
        assertEquals(1, builds(false));
        assertEquals(0, builds(true));
    }
}

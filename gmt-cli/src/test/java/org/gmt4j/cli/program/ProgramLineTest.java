package org.gmt4j.cli.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.doctor.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is understood of a program's command line, and what is refused before anything starts. */
@Timeout(120)
class ProgramLineTest {
    private static final String MAIN = "package %s; public class %s { public static void main(String[] args) { } }";

    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private CliContext context() {
        final Map<String, String> properties = Map.of("java.version", "17.0.1", "java.home",
            System.getProperty("java.home"));
        return new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(Map.of(), properties), folder, Machine.ofProcess(), () -> List.of(new ProgramApp()),
            List.of(), new CliContext.Starters(Optional.empty(), Optional.empty(), "none"));
    }

    private List<String> line(final String... typed) {
        return ProgramLine.of(context(), List.of(typed)).arguments();
    }

    private void assertRefused(final String message, final String... arguments) {
        err.reset();
        assertEquals(ExitCode.USAGE, new GmtCli(context()).execute(arguments),
            () -> err.toString(StandardCharsets.UTF_8));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains(message), () -> err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldTurnProgramsIntoAnApplication() {
        assertEquals(List.of("run", "program", "--jar=a.jar", "-n", "3"), line("run", "--jar", "a.jar", "-n", "3"));
        assertEquals(List.of("scale", "program", "--jar=a.jar", "--classes=b", "Main",
            "--strong", "--program-argument=:-n", "--program-argument=:",
            "--program-argument=:--", "--program-argument=:x y"),
            line("scale", "Main", "--jar=a.jar", "--strong", "--classes", "b", "--", "-n", "", "--", "x y"));
        final List<String> canonical = line("run", "--jar", "a.jar", "Main", "--", "x");
        assertEquals(canonical, line(canonical.toArray(String[]::new)));
        assertEquals(List.of("run", "bfs", "--", "--jar", "x"), line("run", "bfs", "--", "--jar", "x"));
        assertEquals(List.of("config", "--jar", "x"), line("config", "--jar", "x"));
        assertEquals(List.of(folder.resolve("a.jar"), folder.resolve("b c.jar"), Path.of("/d")),
            ProgramLine.files(List.of("run", "--jar", "a.jar:b c.jar", "--classes=/d", "--jar", "a.jar"),
                folder).paths());
    }

    @Test
    void shouldReplaceNodesInArgumentsOnly() {
        final ProgramApp app = new ProgramApp();
        new CommandLine(app).parseArgs("--program-argument=:{nodes}", "--program-argument=:-v={1000*nodes}x{nodes}",
            "--program-argument=:{node}", "--program-argument=:{9223372036854775807*nodes}");
        assertThrows(CliException.class, () -> app.arguments(2));
        final ProgramApp other = new ProgramApp();
        new CommandLine(other).parseArgs("--program-argument=:{nodes}", "--program-argument=:-v={1000*nodes}x{nodes}",
            "--program-argument=:{node} $1");
        assertArrayEquals(new String[] {"4", "-v=4000x4", "{node} $1"}, other.arguments(4));
    }

    @Test
    void shouldRefuseFilesThatAreNone() throws IOException {
        Files.writeString(folder.resolve("text.jar"), "no jar");
        Files.createDirectory(folder.resolve("empty"));
        assertRefused("GMT-780 " + folder.resolve("absent.jar") + ": there is no such file or folder",
            "run", "--jar", "absent.jar");
        assertRefused("text.jar: it is no jar", "run", "--jar", "text.jar");
        assertRefused("GMT-782 " + folder.resolve("empty") + ": no class has a main method", "run",
            "--classes", "empty");
        assertRefused("Missing required parameter for option '--jar'", "run", "--jar");
        assertRefused("GMT-780 no program is named.", "run", "program");
    }

    @Test
    void shouldFindTheMainClass() throws IOException {
        final Path classes = UserProgram.compile(folder.resolve("two"),
            Map.of("a.First", MAIN.formatted("a", "First"), "b.Second", MAIN.formatted("b", "Second"),
                "c.Second", MAIN.formatted("c", "Second"), "a.None",
                "package a; public class None { static void main(String[] args) { } }"));
        final Path jar = UserProgram.jar(folder.resolve("two.jar"), classes, "", "");
        final ProgramFiles files = new ProgramFiles(List.of(jar));
        assertEquals("a.First", MainClass.find(files, "First"));
        assertEquals("c.Second", MainClass.find(new ProgramFiles(List.of(classes)), "c.Second"));
        assertRefused("3 classes have a main method, and no manifest says which is meant: a.First, b.Second, "
            + "c.Second. Name one: gmt run --jar FILE a.First",
            "run", "--jar", jar.toString());
        assertRefused("GMT-783", "run", "--jar", jar.toString(), "Second");
        assertRefused("GMT-782 " + jar + ": a.None has no main method", "run", "--jar", jar.toString(), "None");
        assertRefused("there is no class Third (with a main method there is: a.First, b.Second, c.Second)",
            "run", "--jar", jar.toString(), "Third");
        final Path named = UserProgram.jar(folder.resolve("named.jar"), classes, "b.Second", "");
        assertEquals("b.Second", MainClass.find(new ProgramFiles(List.of(named)), ""));
        final Path wrong = UserProgram.jar(folder.resolve("wrong.jar"), classes, "b.Gone", "");
        assertRefused("there is no class b.Gone, which the manifest names as Main-Class", "run",
            "--jar", wrong.toString());
    }

    @Test
    void shouldRefuseClassesOfANewerJava() throws IOException {
        final Path classes = UserProgram.compile(folder.resolve("newer"),
            Map.of("a.First", MAIN.formatted("a", "First")));
        final Path file = classes.resolve("a/First.class");
        final byte[] bytes = Files.readAllBytes(file);
        bytes[7] = (byte) (Runtime.version().feature() + 44 + 1);
        Files.write(file, bytes);
        final int newer = Runtime.version().feature() + 1;
        assertRefused("GMT-784 a.First was compiled for Java " + newer, "run", "--classes", classes.toString());
        assertRefused("GMT-784 a.First was compiled for Java " + newer, "run",
            "--classes", classes.toString(), "First");
    }

    @Test
    void shouldRefuseServicesThatCannotBeMade() throws IOException {
        final Path classes = UserProgram.compile(folder.resolve("s"), Map.of("a.First", MAIN.formatted("a", "First")));
        assertRefused("GMT-781 an application that " + UserProgram.jar(folder.resolve("s.jar"), classes,
            "", "a.Gone\n"), "run", "--jar", "s.jar");
    }
}

package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.instrument.ClassFileStep;
import co.paralleluniverse.fibers.instrument.UninstrumentableException;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every wrong program is refused with the message that it names. Run with {@code -Dwrite.reference=true} to write
 * {@code docs/wrong-programs.md} anew.
 */
@Timeout(240)
class WrongProgramsTest {
    private static final Path PAGE = Path.of("..", "docs", "wrong-programs.md");

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compile() throws IOException {
        final String libraries = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final StringWriter messages = new StringWriter();
        final List<String> arguments = List.of("--release", "17", "-g", "-nowarn", "-proc:none", "-cp", libraries);
        // one manager, which reads the libraries once
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            for (final WrongProgram program : WrongProgram.all()) {
                files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT,
                    List.of(Files.createDirectories(classes.resolve(program.name()))));
                assertTrue(compiler.getTask(messages, files, null, arguments, null,
                    files.getJavaFileObjects(program.file())).call(), messages::toString);
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseWithItsMessage() throws IOException {
        return WrongProgram.all().stream().map(program -> DynamicTest.dynamicTest(program.name(), () -> {
            final String given = messageOf(program);
            assertTrue(program.isMessage(given), () -> program.name() + " gets:\n" + given + "\nexpected:\n"
                + program.message());
        }));
    }

    private static String messageOf(final WrongProgram program) throws Exception {
        final Path folder = classes.resolve(program.name());
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()},
            WrongProgramsTest.class.getClassLoader())) {
            if (!program.step().equals("plain")) {
                try (Stream<Path> files = Files.list(folder)) {
                    new ClassFileStep(false, line -> { }).instrument(loader, files.sorted().toList());
                } catch (final UninstrumentableException e) {
                    return program.step().equals("build") ? e.getMessage()
                        : "refused by the instrumentation step: " + e.getMessage();
                }
            }
            return program.step().equals("build") ? "the instrumentation step has nothing to say"
                : run(loader, program.name());
        }
    }

    private static String run(final ClassLoader loader, final String name) throws Exception {
        return CompletableFuture.supplyAsync(() -> {
            try {
                loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                return "ran to its end";
            } catch (final InvocationTargetException e) {
                return chain(e.getCause());
            } catch (final ReflectiveOperationException e) {
                return e.toString();
            }
        }).get(60, TimeUnit.SECONDS);
    }

    private static String chain(final Throwable failure) {
        final StringBuilder text = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            text.append(cause.getMessage()).append('\n');
        }
        return text.toString();
    }

    @Test
    void shouldHaveTwentyProgramsOrMoreAndShowThemAll() throws IOException {
        final List<WrongProgram> programs = WrongProgram.all();
        assertTrue(programs.size() >= 20, () -> programs.size() + " programs");
        for (final WrongProgram program : programs) {
            assertTrue(program.message().replace("[...]", "").length() >= "node 2 of 2 nodes".length(), program.name());
        }
        final String page = page(programs);
        if (Boolean.getBoolean("write.reference")) {
            Files.writeString(PAGE, page);
        }
        assertEquals(page, Files.exists(PAGE) ? Files.readString(PAGE) : "(missing)",
            PAGE + " is stale: mvn -pl gmt-runtime -am test"
            + " -Dtest=WrongProgramsTest -Dwrite.reference=true -Dsurefire.failIfNoSpecifiedTests=false");
    }

    private static String page(final List<WrongProgram> programs) {
        final StringBuilder text = new StringBuilder("# Wrong programs and their messages\n\n`WrongProgramsTest` "
            + "writes this page. It compiles and runs each program of `gmt-runtime/src/test/wrong` and\ncompares "
            + "its message; `[...]` stands for any text.\n\n* *build*: the instrumentation step refuses the program, "
            + "before anything runs.\n* *run*: the program is refused when it runs.\n* *plain*: "
            + "the program runs without having been instrumented.\n");
        for (final WrongProgram program : programs) {
            text.append("\n## ").append(program.name()).append("\n\n").append(program.title()).append("\n\n```java\n")
                .append(program.code()).append("\n```\n\n*").append(program.step()).append("*: `")
                .append(program.message()).append("`\n");
        }
        return text.toString();
    }
}

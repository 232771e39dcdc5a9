package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.instrument.ClassFileStep;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program in Kotlin, whose lambdas and classes wait without saying so, compiled by Kotlin's own compiler: with
 * lambdas as call sites and as classes, instrumented by the build step and by the agent. Each in a JVM of its own.
 */
@Timeout(240)
class KotlinProgramTest {
    private static final String LIBRARIES = System.getProperty("surefire.test.class.path",
        System.getProperty("java.class.path"));
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final String SITES = "indy";
    private static final String CLASSES = "class";

    @TempDir
    private static Path compiled;
    @TempDir
    private Path folder;

    /** Both ways in one JVM: most of what the compiler does at first is to load and compile itself. */
    @BeforeAll
    static void compile() throws Exception {
        final List<String> command = new ArrayList<>(List.of(JAVA, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
            "-Xmx512m", "-cp", LIBRARIES, Compiler.class.getName(), withoutTests()));
        command.addAll(List.of(compiled.resolve(SITES).toString(), compiled.resolve(CLASSES).toString()));
        execute(compiled, command);
    }

    /** A process that compiles the program into folders, lambdas as the name of each says. */
    static final class Compiler {
        private Compiler() {
        }

        public static void main(final String[] arguments) {
            for (int i = 1; i < arguments.length; i++) {
                final Path folder = Path.of(arguments[i]);
                final ExitCode code = new K2JVMCompiler().exec(System.err, "-no-stdlib", "-no-reflect", "-nowarn",
                    "-jvm-target", "17", "-cp", arguments[0], "-d", folder.toString(),
                    "-Xlambdas=" + folder.getFileName(), "-Xsam-conversions=" + folder.getFileName(),
                    Path.of("src", "test", "kotlin", "Waiting.kt").toString());
                if (code != ExitCode.OK) {
                    System.exit(code.getCode());
                }
            }
            System.exit(0);
        }
    }

    @Test
    void shouldWaitInLambdasInstrumentedByTheBuild() throws Exception {
        final Path classes = compiled.resolve(SITES);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()},
            getClass().getClassLoader());
                Stream<Path> files = Files.list(classes)) {
            new ClassFileStep(false, line -> { }).instrument(loader, files.filter(f -> f.toString().endsWith(".class"))
                .sorted().toList());
        }
        requireRight(run(List.of(), classes));
    }

    @Test
    void shouldWaitInClassesInstrumentedByTheAgent() throws Exception {
        requireRight(run(List.of("-javaagent:" + AgentJar.in(folder)), compiled.resolve(CLASSES)));
    }

    private static void requireRight(final String output) {
        assertTrue(output.contains("RESULT 22 2200 2200 2900 2200"), output);
        assertTrue(output.matches("(?s).*variable: [^\n]*GMT-700 [^\n]*sum[^\n]*Waiting\\.kt.*|.*variable: "
            + "[^\n]*GMT-700 [^\n]*sum[^\n]* in line [0-9]+.*"),
            output);
        assertTrue(output.matches("(?s).*unmarked: [^\n]*GMT-215 WaitingKt\\.unmarked[^\n]*@Suspendable.*"), output);
        assertFalse(output.contains("[quasar]") || output.contains("not refused"), output);
    }

    private String run(final List<String> flags, final Path classes) throws Exception {
        final List<String> command =
            new ArrayList<>(List.of(JAVA, "-XX:TieredStopAtLevel=1", "-Xmx512m",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-Dco.paralleluniverse.fibers.disableAgentWarning=true"));
        command.addAll(flags);
        command.addAll(List.of("-cp", classes + File.pathSeparator + withoutTests(), "WaitingKt"));
        return execute(folder, command);
    }

    private static String execute(final Path folder, final List<String> command)
        throws IOException, InterruptedException {
        final Path log = folder.resolve("log");
        final Process process = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(log.toFile()).start();
        try {
            assertTrue(process.waitFor(200, TimeUnit.SECONDS), () -> "still running: " + command);
        } finally {
            process.destroyForcibly();
        }
        final String output = Files.readString(log);
        assertEquals(0, process.exitValue(), output);
        return output;
    }

    private static String withoutTests() {
        return Arrays.stream(LIBRARIES.split(File.pathSeparator))
            .filter(entry -> !Path.of(entry).endsWith("test-classes")).collect(Collectors.joining(File.pathSeparator));
    }
}

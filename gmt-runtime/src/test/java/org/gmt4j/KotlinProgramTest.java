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

    @TempDir
    private Path folder;

    @Test
    void shouldWaitInLambdasInstrumentedByTheBuild() throws Exception {
        final Path classes = compile("-Xlambdas=indy", "-Xsam-conversions=indy");
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
        requireRight(run(List.of("-javaagent:" + AgentJar.in(folder)),
            compile("-Xlambdas=class", "-Xsam-conversions=class")));
    }

    private static void requireRight(final String output) {
        assertTrue(output.contains("RESULT 22 2200"), output);
        assertTrue(output.matches("(?s).*variable: [^\n]*GMT-700 [^\n]*sum[^\n]*Waiting\\.kt.*|.*variable: "
            + "[^\n]*GMT-700 [^\n]*sum[^\n]* in line [0-9]+.*"),
            output);
        assertTrue(output.matches("(?s).*unmarked: [^\n]*GMT-215 WaitingKt\\.unmarked[^\n]*@Suspendable.*"), output);
        assertFalse(output.contains("[quasar]") || output.contains("not refused"), output);
    }

    private Path compile(final String... flags) throws Exception {
        final Path classes = folder.resolve("classes");
        final List<String> command = new ArrayList<>(List.of(JAVA, "-XX:TieredStopAtLevel=1",
            "-Xmx512m", "-cp", LIBRARIES, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
            "-no-stdlib", "-no-reflect", "-nowarn", "-jvm-target", "17", "-cp", withoutTests(),
            "-d", classes.toString()));
        command.addAll(List.of(flags));
        command.add(Path.of("src", "test", "kotlin", "Waiting.kt").toString());
        execute(command);
        return classes;
    }

    private String run(final List<String> flags, final Path classes) throws Exception {
        final List<String> command =
            new ArrayList<>(List.of(JAVA, "-Xmx512m", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-Dco.paralleluniverse.fibers.disableAgentWarning=true"));
        command.addAll(flags);
        command.addAll(List.of("-cp", classes + File.pathSeparator + withoutTests(), "WaitingKt"));
        return execute(command);
    }

    private String execute(final List<String> command) throws IOException, InterruptedException {
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

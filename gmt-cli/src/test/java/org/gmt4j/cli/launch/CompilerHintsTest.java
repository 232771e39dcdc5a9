package org.gmt4j.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class CompilerHintsTest {
    /** The JVM says nothing of a hint that it does not understand: it is told to be quiet. */
    @Test
    void shouldWriteFactorsAndPackagesAsTheJvmReadsThem() throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString()));
        CompilerHints.flags(false).stream().filter(flag -> !flag.endsWith("quiet")).forEach(command::add);
        command.add("-version");
        final Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, java.waitFor(), output);
        assertFalse(output.toLowerCase(Locale.ROOT).contains("error"), output);
        assertTrue(output.contains("CompileThresholdScaling = "), output);
    }

    /** A flag that a JVM does not know keeps it from starting. */
    @Test
    void shouldTurnOptimisingCompilerOffForShortJobs() throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString()));
        command.addAll(CompilerHints.flags(true));
        command.addAll(List.of("-XX:+PrintFlagsFinal", "-version"));
        final Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, java.waitFor(), output);
        assertTrue(output.lines().anyMatch(line -> line.matches(" *intx TieredStopAtLevel *= 1 .*")), output);
        assertFalse(CompilerHints.flags(false).contains("-XX:TieredStopAtLevel=1"));
    }

    /** A method that was renamed would lose its hint without a word. */
    @Test
    void shouldNameMethodsThatExist() throws ClassNotFoundException {
        for (final String flag : CompilerHints.flags(false)) {
            if (flag.contains("::") && !flag.contains("*")) {
                final String method = flag.substring(flag.indexOf(',') + 1);
                final Class<?> owner = Class.forName(method.substring(0, method.indexOf("::")));
                final String name = method.substring(method.indexOf("::") + 2);
                assertTrue(Arrays.stream(owner.getDeclaredMethods()).anyMatch(m -> m.getName().equals(name)), method);
            }
        }
    }
}

package org.gmt4j.cli.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.program.GmtProcess.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program of the README as it stands there: compiled, instrumented and run in one JVM, and with the one word
 * changed as processes.
 */
@Timeout(300)
class ReadmeProgramTest {
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String LOCAL = "GmtCluster.local(4)";

    @TempDir
    private Path folder;

    private static String program(final String name, final String cluster) throws Exception {
        final Matcher java = JAVA.matcher(Files.readString(Path.of("").toAbsolutePath().getParent()
            .resolve("README.md")));
        assertTrue(java.find(), "no program in the README");
        assertTrue(java.group(1).contains(LOCAL), java.group(1));
        return "import org.gmt4j.GmtCluster;\nimport org.gmt4j.GlobalLongArray;\n\npublic class " + name + " {\n"
            + java.group(1).replace(LOCAL, cluster) + "}\n";
    }

    @Test
    void shouldRunInOneJvmAndAsProcessesAlike() throws Exception {
        final Path local = UserProgram.compile(folder.resolve("local"), Map.of("Local", program("Local", LOCAL)));
        UserProgram.instrument(local);
        UserProgram.compile(folder.resolve("connect"), Map.of("Connect", program("Connect", "GmtCluster.connect()")));
        try (GmtProcess launcher = new GmtProcess(folder)) {
            final Ended inOne = launcher.start(Map.of(),
                List.of("-Xmx512m", "-Dco.paralleluniverse.fibers.disableAgentWarning=true", "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", UserProgram.CLASS_PATH + ":" + local, "Local"), "")
                .await();
            assertEquals(ExitCode.OK, inOne.code(), inOne::toString);
            assertTrue(Long.parseLong(inOne.out().strip()) > 0, inOne::toString);
            final Ended asProcesses =
                launcher.run(List.of("run", "--classes", folder.resolve("connect/classes").toString(), "-n", "2"), "");
            assertEquals(ExitCode.OK, asProcesses.code(), asProcesses::toString);
            assertEquals(inOne.out(), asProcesses.out(), asProcesses::toString);
        }
    }
}

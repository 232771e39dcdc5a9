package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two processes in two network namespaces whose cable loses one packet in twenty: handshake and job end right, only
 * later.
 */
@Timeout(value = 230, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LossyNetworkTest {
    private static final int LOSS_PERCENT = 5;
    private static final int LIMIT_S = 180;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"serial", "overlap", "static"})
    void shouldEndRightThoughPacketsAreLost(final String mode) throws Exception {
        try (LossyNetwork network = LossyNetwork.open(LOSS_PERCENT)) {
            final List<Process> nodes = new ArrayList<>();
            try {
                for (int node = 0; node < 2; node++) {
                    nodes.add(start(network, node, mode));
                }
                for (int node = 0; node < 2; node++) {
                    assertTrue(nodes.get(node).waitFor(LIMIT_S, TimeUnit.SECONDS), "still running:\n" + output());
                    assertEquals(0, nodes.get(node).exitValue(), this::output);
                }
            } finally {
                nodes.forEach(node -> node.descendants().forEach(ProcessHandle::destroyForcibly));
                nodes.forEach(Process::destroyForcibly);
            }
            assertTrue(Files.readString(log(0)).contains(LossyJob.VERIFIED), this::output);
        } catch (final LossyNetwork.NotPermitted e) {
            assumeTrue(false, "skipped: no lossy network can be made on this machine: " + e.getMessage());
        }
    }

    private Process start(final LossyNetwork network, final int node, final String mode) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(network.on(node, List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m", "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            LossyJob.class.getName())));
        builder.environment().keySet().removeIf(name -> name.startsWith("GMT_"));
        builder.environment().putAll(Map.of("GMT_NODE_ID", String.valueOf(node), "GMT_NODES", "2", "GMT_SEED",
            network.address(0) + ":4711", "GMT_JOB_KEY", "only we know", "GMT_CONNECTIONS", mode));
        return builder.redirectErrorStream(true).redirectOutput(log(node).toFile()).start();
    }

    private Path log(final int node) {
        return folder.resolve("node" + node + ".log");
    }

    private String output() {
        try {
            return Files.readString(log(0)) + "\n---\n" + Files.readString(log(1));
        } catch (final IOException e) {
            return e.toString();
        }
    }
}

package org.gmt4j;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Two network namespaces of this machine, joined by a cable that loses packets on both ways. Needs root, {@code ip},
 * and {@code tc} with netem or {@code iptables} with the statistic match; {@link #open} says what is missing.
 * Everything goes with {@link #close}.
 */
final class LossyNetwork implements AutoCloseable {
    private static final int LIMIT_S = 20;

    /** What is missing on this machine. */
    static final class NotPermitted extends Exception {
        private static final long serialVersionUID = 1L;

        NotPermitted(final String message) {
            super(message);
        }
    }

    private final String[] namespaces = new String[2];
    private final String subnet;
    private final Thread atExit = new Thread(this::delete);

    private LossyNetwork() {
        final long pid = ProcessHandle.current().pid();
        for (int side = 0; side < 2; side++) {
            namespaces[side] = "gmt-" + pid + "-" + side;
        }
        subnet = "10.213." + pid % 250 + ".";
    }

    /** @param lossPercent packets lost on each way */
    static LossyNetwork open(final int lossPercent) throws NotPermitted {
        final LossyNetwork network = new LossyNetwork();
        Runtime.getRuntime().addShutdownHook(network.atExit);
        try {
            network.build(lossPercent);
            return network;
        } catch (final NotPermitted | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private void build(final int lossPercent) throws NotPermitted {
        final String cable = "gmt" + ProcessHandle.current().pid();
        for (final String namespace : namespaces) {
            need("ip", "netns", "add", namespace);
        }
        need("ip", "link", "add", cable + "a", "netns", namespaces[0], "mtu", "65535", "type", "veth",
            "peer", "name", cable + "b", "netns", namespaces[1], "mtu", "65535");
        for (int side = 0; side < 2; side++) {
            final String device = cable + (side == 0 ? "a" : "b");
            need("ip", "-n", namespaces[side], "addr", "add", address(side) + "/24", "dev", device);
            need("ip", "-n", namespaces[side], "link", "set", "lo", "up");
            need("ip", "-n", namespaces[side], "link", "set", device, "up");
            lose(namespaces[side], device, lossPercent);
        }
    }

    private static void lose(final String namespace, final String device, final int percent) throws NotPermitted {
        final String first = run("tc", "-n", namespace, "qdisc", "add", "dev", device, "root", "netem",
            "loss", percent + "%");
        if (first != null) {
            final String second = run("ip", "netns", "exec", namespace, "iptables", "-A", "INPUT", "-i", device,
                "-m", "statistic", "--mode", "random", "--probability", String.valueOf(percent / 100.0), "-j", "DROP");
            if (second != null) {
                throw new NotPermitted("neither netem (" + first + ") nor iptables (" + second
                    + ") can lose packets here");
            }
        }
    }

    String address(final int side) {
        return subnet + (side + 1);
    }

    /** A command that runs on one side. */
    List<String> on(final int side, final List<String> command) {
        final List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespaces[side]));
        all.addAll(command);
        return all;
    }

    private static void need(final String... command) throws NotPermitted {
        final String error = run(command);
        if (error != null) {
            throw new NotPermitted("'" + String.join(" ", command) + "' says: " + error);
        }
    }

    /** Null when it went well. */
    private static String run(final String... command) {
        try {
            final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "no answer within " + LIMIT_S + " s";
            }
            return process.exitValue() == 0 ? null : output.lines().findFirst().orElse("exit " + process.exitValue());
        } catch (final IOException e) {
            return e.getMessage();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /** The cable goes with its ends. */
    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (final IllegalStateException isRunning) {
            // deleted twice
        }
    }

    private void delete() {
        for (final String namespace : namespaces) {
            run("ip", "netns", "del", namespace);
        }
    }
}

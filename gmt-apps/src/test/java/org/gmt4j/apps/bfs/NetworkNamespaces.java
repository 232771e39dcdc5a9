package org.gmt4j.apps.bfs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two hosts on one machine: Linux network namespaces joined by a wire, with addresses that only they know. */
final class NetworkNamespaces implements AutoCloseable {

    private static final long LIMIT_S = 60;

    private final List<String> names = new ArrayList<>();

    private NetworkNamespaces() {
    }

    /** @throws IOException if this machine does not permit it; nothing is left then */
    static NetworkNamespaces create() throws IOException, InterruptedException {
        final NetworkNamespaces pair = new NetworkNamespaces();
        try {
            pair.make();
            return pair;
        } catch (final IOException | InterruptedException e) {
            pair.close();
            throw e;
        }
    }

    private void make() throws IOException, InterruptedException {
        final String unique = "gmt-" + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
        for (final String end : List.of("-a", "-b")) {
            ip("netns", "add", unique + end);
            names.add(unique + end);
        }
        ip("-n", names.get(0), "link", "add", "wire", "type", "veth", "peer", "name", "wire", "netns", names.get(1));
        for (int i = 0; i < names.size(); i++) {
            ip("-n", names.get(i), "addr", "add", address(i) + "/24", "dev", "wire");
            ip("-n", names.get(i), "link", "set", "lo", "up");
            ip("-n", names.get(i), "link", "set", "wire", "up");
            ip("netns", "exec", names.get(i), "true");      // forbidden in some containers
        }
    }

    String address(final int host) {
        return "10.77.0." + (host + 1);
    }

    /** @return an address of IPv6 of the host, which it has from now on */
    String addIpv6(final int host) throws IOException, InterruptedException {
        final String address = "fd77::" + (host + 1);
        ip("-n", names.get(host), "addr", "add", address + "/64", "dev", "wire", "nodad");
        return address;
    }

    /** @return what a command there begins with */
    List<String> prefix(final int host) {
        return List.of("ip", "netns", "exec", names.get(host));
    }

    private static void ip(final String... arguments) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(command + " does not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException(command + ": "
                + new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() {
        for (final String name : names) {
            try {
                ip("netns", "del", name);
            } catch (final IOException e) {
                System.err.println("left behind: " + e.getMessage());
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        names.clear();
    }
}

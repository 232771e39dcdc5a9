package org.gmt4j.engine.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A name of a host that is equal on the same host only. Set-up. */
final class HostName {
    /** New at each start of the kernel, and the same for everything that runs on it under any name. */
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    /** Containers of a host have memory and cores of their own, and see their own processes only. */
    static final String CONTAINER = container();

    private static final String MACHINE = machine();

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    /** Processors that this process may use, as Linux lists them; empty elsewhere. */
    static final String PROCESSORS = processors();

    private HostName() {
    }

    static String ofThisMachine() {
        return MACHINE;
    }

    private static String machine() {
        try {
            return Files.readString(BOOT, StandardCharsets.US_ASCII).trim();
        } catch (final IOException e) {
            return byAddress();
        }
    }

    private static String container() {
        try {
            return " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (final IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    private static String processors() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED)).findFirst()
                .map(line -> line.substring(ALLOWED.length()).strip()).orElse("");
        } catch (final IOException | UncheckedIOException e) {
            return "";
        }
    }

    private static String byAddress() {
        try {
            return InetAddress.getLocalHost().toString();
        } catch (final IOException e) {
            return "unknown";
        }
    }
}

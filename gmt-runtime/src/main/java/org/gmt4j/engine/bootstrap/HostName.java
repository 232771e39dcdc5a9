package org.gmt4j.engine.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a machine is called so that two names are equal on the same machine only. Set-up. */
final class HostName {
    /** New at each start of the kernel, the same for everything that runs on it, whatever it calls itself. */
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private HostName() {
    }

    static String ofThisMachine() {
        try {
            return Files.readString(BOOT, StandardCharsets.US_ASCII).trim();
        } catch (final IOException e) {
            return byAddress();
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

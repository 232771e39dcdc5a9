package org.gmt4j.engine.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory of this process as reported by the system. Unreported figures are 0.
 *
 * @param residentBytes resident memory
 * @param peakBytes     greatest resident memory
 */
record ProcessMemory(long residentBytes, long peakBytes) {
    private static final int KB = 1024;

    /** Reads the figures from a file of the system, once. */
    static ProcessMemory now() {
        try {
            final String status = Files.readString(Path.of("/proc/self/status"));
            return new ProcessMemory(bytes(status, "VmRSS:"), bytes(status, "VmHWM:"));
        } catch (final IOException e) {
            return new ProcessMemory(0, 0);
        }
    }

    private static long bytes(final String status, final String figure) {
        final int start = status.indexOf(figure);
        if (start < 0) {
            return 0;
        }
        long kilobytes = 0;
        for (int at = start + figure.length(); at < status.length() && status.charAt(at) != '\n'; at++) {
            final int digit = Character.digit(status.charAt(at), 10);
            kilobytes = digit < 0 ? kilobytes : kilobytes * 10 + digit;
        }
        return kilobytes * KB;
    }
}

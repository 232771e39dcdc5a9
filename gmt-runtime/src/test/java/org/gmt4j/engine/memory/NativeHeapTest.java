package org.gmt4j.engine.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

class NativeHeapTest {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int PIECE = 100 << 10;
    private static final int PIECES = 4000;
    private static final int KEPT = 100;

    /** The C library cannot shorten its heap where something is left at the end. */
    @Test
    void shouldGiveBackWhatLiesBetweenPiecesInUse() throws IOException {
        assumeTrue(Files.exists(STATUS) && NativeHeap.trim(), "Linux with glibc only");
        final long[] pieces = new long[PIECES];
        for (int i = 0; i < PIECES; i++) {
            pieces[i] = UnsafeApi.allocateMemory(PIECE);
            UnsafeApi.setMemory(pieces[i], PIECE, (byte) 1);
        }
        for (int i = 0; i < PIECES; i++) {
            if (i % KEPT < KEPT - 1) {
                UnsafeApi.freeMemory(pieces[i]);
            }
        }
        final long freed = resident();
        NativeHeap.trim();
        final long given = freed - resident();
        for (int i = KEPT - 1; i < PIECES; i += KEPT) {
            UnsafeApi.freeMemory(pieces[i]);
        }
        assertTrue(given > (long) PIECES * PIECE / 2, given + " bytes");
    }

    /** Memory of this process alone. */
    private static long resident() throws IOException {
        return Files.readAllLines(STATUS).stream().filter(line -> line.startsWith("RssAnon:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10).findAny().orElseThrow();
    }
}

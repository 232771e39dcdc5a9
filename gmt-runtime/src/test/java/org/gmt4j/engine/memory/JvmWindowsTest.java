package org.gmt4j.engine.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Windows of nodes that share a JVM, from the owner's and the peers' sides. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JvmWindowsTest {
    private static final long NONCE = 0x123456789ABCDEFL;
    private static final int LENGTH = (1 << 20) + 24;

    private final JvmWindows windows = new JvmWindows();

    @Test
    void shouldShareZeroedMemory() throws IOException {
        try (Window own = windows.create(7, 0, LENGTH, NONCE);
             Window peer = windows.open(7, 0, LENGTH, NONCE)) {
            for (long i = 0; i < LENGTH; i++) {
                assertEquals(0, UnsafeApi.getByte(own.address() + i));
            }
            assertEquals(0, own.address() % 64, "aligned to cache lines");
            assertEquals(LENGTH, peer.lengthInBytes());
            assertEquals(NONCE, own.nonce());
            UnsafeApi.putByte(peer.address() + LENGTH - 1, (byte) 7);
            assertEquals(7, UnsafeApi.getByte(own.address() + LENGTH - 1));
        }
    }

    @Test
    void shouldKeepMemoryUntilTheLastWindowIsClosed() throws IOException {
        final long length = 80 << 20;           // memory that malloc gives back to the system at once
        final Window own = windows.create(7, 0, length, NONCE);
        final Window first = windows.open(7, 0, length, NONCE);
        final Window second = windows.open(7, 0, length, NONCE);
        final long address = own.address();
        own.close();
        own.close();
        first.close();
        first.close();
        assertEquals(length, mappedBytes(address, length), "closing twice counts once");
        second.close();
        assertTrue(mappedBytes(address, length) < length, "the last one frees");
    }

    /** Returns how much of a part of the address space the process has. */
    private static long mappedBytes(final long address, final long length) throws IOException {
        long mapped = 0;
        for (final String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
            final String[] range = line.substring(0, line.indexOf(' ')).split("-");
            mapped += Math.max(0, Math.min(address + length, Long.parseUnsignedLong(range[1], 16))
                - Math.max(address, Long.parseUnsignedLong(range[0], 16)));
        }
        return mapped;
    }

    @Test
    void shouldBeFoundUntilTheOwnerUnlinks() throws IOException {
        try (Window own = windows.create(7, 0, LENGTH, NONCE)) {
            try (Window peer = windows.open(7, 0, LENGTH, NONCE)) {
                peer.unlink();
                windows.open(7, 0, LENGTH, NONCE).close();
            }
            own.unlink();
            assertThrows(IOException.class, () -> windows.open(7, 0, LENGTH, NONCE));
            try (Window next = windows.create(7, 0, LENGTH, NONCE + 1)) {
                own.unlink();
                windows.open(7, 0, next.lengthInBytes(), NONCE + 1).close();
            }
        }
        assertThrows(IOException.class, () -> windows.open(7, 0, LENGTH, NONCE));
    }

    @Test
    void shouldRefuseOtherMemoryThanTheOneMeant() throws IOException {
        try (Window own = windows.create(7, 0, LENGTH, NONCE)) {
            assertThrows(IOException.class, () -> windows.create(7, 0, own.lengthInBytes(), NONCE));
            assertThrows(IOException.class, () -> windows.open(7, 0, LENGTH, NONCE + 1));
            assertThrows(IOException.class, () -> windows.open(7, 0, LENGTH - 1, NONCE));
            assertThrows(IOException.class, () -> windows.open(7, 1, LENGTH, NONCE));
            assertThrows(IOException.class, () -> windows.open(8, 0, LENGTH, NONCE));
        }
        assertThrows(IOException.class, () -> windows.create(7, 0, 0, NONCE));
    }
}

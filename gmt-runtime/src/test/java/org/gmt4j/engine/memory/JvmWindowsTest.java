package org.gmt4j.engine.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
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
        final Window own = windows.create(7, 0, LENGTH, NONCE);
        final Window first = windows.open(7, 0, LENGTH, NONCE);
        final Window second = windows.open(7, 0, LENGTH, NONCE);
        UnsafeApi.putLong(own.address(), 42);
        own.close();
        own.close();
        first.close();
        first.close();
        assertEquals(42, UnsafeApi.getLong(second.address()), "closing twice counts once");
        second.close();
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

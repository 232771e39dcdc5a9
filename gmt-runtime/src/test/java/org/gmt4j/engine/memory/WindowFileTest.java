package org.gmt4j.engine.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The life of a window file, from both sides, and all that can be wrong with it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WindowFileTest {
    private static final long NONCE = 0x123456789ABCDEFL;
    private static final int LENGTH = (1 << 20) + 24;

    @TempDir
    private Path folder;

    private WindowFolder withRoom(final long bytes) {
        return new WindowFolder(folder, 2, () -> bytes);
    }

    private void assertNothingLeft() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void shouldShareZeroedMemory() throws IOException {
        try (WindowFile own = WindowFile.create(folder.resolve("w"), LENGTH, NONCE)) {
            for (long i = 0; i < LENGTH; i++) {
                assertEquals(0, UnsafeApi.getByte(own.address() + i));
            }
            UnsafeApi.putLong(own.address() + 16, 42);
            try (WindowFile peer = WindowFile.open(folder.resolve("w"), LENGTH, NONCE)) {
                assertNotEquals(own.address(), peer.address());
                assertEquals(LENGTH, peer.lengthInBytes());
                assertEquals(42, UnsafeApi.getLong(peer.address() + 16));
                UnsafeApi.putByte(peer.address() + LENGTH - 1, (byte) 7);
                assertEquals(7, UnsafeApi.getByte(own.address() + LENGTH - 1));
            }
        }
        assertNothingLeft();
    }

    @Test
    void shouldBeOfNoUseToOtherUsers() throws IOException {
        try (WindowFile own = WindowFile.create(folder.resolve("w"), LENGTH, NONCE)) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(own.path())));
        }
    }

    @Test
    void shouldKeepMappingsWhenItsNameAndItsOwnerHaveGone() throws IOException {
        final WindowFile own = WindowFile.create(folder.resolve("w"), LENGTH, NONCE);
        final WindowFile peer = WindowFile.open(folder.resolve("w"), LENGTH, NONCE);
        own.unlink();
        assertNothingLeft();
        UnsafeApi.putLong(own.address(), 1);
        own.close();
        assertEquals(1, UnsafeApi.getLong(peer.address()));
        UnsafeApi.putLong(peer.address(), 2);
        peer.close();
        assertThrows(IOException.class, () -> WindowFile.open(folder.resolve("w"), LENGTH, NONCE));
    }

    @Test
    void shouldCloseTwice() throws IOException {
        final WindowFile own = WindowFile.create(folder.resolve("w"), LENGTH, NONCE);
        final WindowFile peer = WindowFile.open(folder.resolve("w"), LENGTH, NONCE);
        peer.close();
        peer.close();
        assertTrue(Files.exists(own.path()), "a peer took the name away");
        own.close();
        Files.writeString(own.path(), "another's");
        own.close();
        own.unlink();
        assertTrue(Files.exists(own.path()), "a file of the same name was taken away");
    }

    @Test
    void shouldRefuseWhatIsNotMeant() throws IOException {
        final Path path = folder.resolve("w");
        try (WindowFile own = WindowFile.create(path, LENGTH, NONCE)) {
            final IOException e = assertThrows(IOException.class, () -> WindowFile.open(path, LENGTH, NONCE + 1));
            assertTrue(e.getMessage().contains("not the memory that was meant"), e::toString);
            assertThrows(IOException.class, () -> WindowFile.open(path, LENGTH - 8, NONCE));
            assertThrows(IOException.class, () -> WindowFile.open(path, LENGTH + 8, NONCE));
            assertThrows(IOException.class, () -> WindowFile.open(path, 0, NONCE));
            assertThrows(IOException.class, () -> WindowFile.create(path, LENGTH, NONCE));
            assertTrue(Files.exists(own.path()), "the file of another was taken away");
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
                final WindowSeal here = WindowSeal.here(NONCE, LENGTH);
                new WindowSeal(NONCE, LENGTH, new java.util.UUID(1, here.host().getLeastSignificantBits())).write(file);
            }
            assertThrows(IOException.class, () -> WindowFile.open(path, LENGTH, NONCE), "of another host");
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
                file.truncate(LENGTH / 2);
            }
            assertThrows(IOException.class, () -> WindowFile.open(path, LENGTH, NONCE));
            assertEquals(LENGTH / 2, Files.size(path), "a refused file was made longer");
        }
    }

    @Test
    void shouldNotFollowLinks() throws IOException {
        try (WindowFile own = WindowFile.create(folder.resolve("w"), LENGTH, NONCE)) {
            Files.createSymbolicLink(folder.resolve("link"), own.path());
            assertThrows(IOException.class, () -> WindowFile.open(folder.resolve("link"), LENGTH, NONCE));
        }
    }

    @Test
    void shouldRefuseWithoutRoom() throws IOException {
        final IOException e = assertThrows(IOException.class, () -> withRoom(4L * LENGTH - 1)
            .create(1, 0, LENGTH, NONCE));
        assertTrue(e.getMessage().contains("too long"), e::toString);
        assertThrows(IOException.class, () -> new WindowFolder(folder, 2, () -> {
            throw new IOException("no such file system");
        }).create(1, 0, LENGTH, NONCE));
        assertThrows(IOException.class, () -> new WindowFolder(folder.resolve("none"), 2, () -> Long.MAX_VALUE)
            .create(1, 0, LENGTH, NONCE));
        assertThrows(IOException.class, () -> withRoom(Long.MAX_VALUE).create(1, 0, WindowFile.LONGEST + 1, NONCE));
        assertNothingLeft();
        withRoom(4L * LENGTH).create(1, 0, LENGTH, NONCE).close();
    }

    @Test
    void shouldTellPartsApart() throws IOException {
        final WindowFolder both = withRoom(Long.MAX_VALUE);
        try (WindowFile zero = both.create(5, 0, LENGTH, NONCE);
             WindowFile one = both.create(5, 1, LENGTH, NONCE + 1)) {
            assertNotEquals(zero.path(), one.path());
            both.open(5, 1, LENGTH, NONCE + 1).close();
            assertThrows(IOException.class, () -> both.open(5, 0, LENGTH, NONCE + 1));
        }
    }

    @Test
    void shouldWantAFileSystemInMemory() {
        assertThrows(IOException.class, () -> WindowFolder.of(Path.of("/proc"), 2));
        assertThrows(IOException.class, () -> WindowFolder.of(folder.resolve("none"), 2));
    }

    @Test
    void shouldGiveBackAdoptedMemoryOnce() {
        final SegmentTable table = new SegmentTable(true, 1000);
        final AtomicInteger released = new AtomicInteger();
        assertEquals(-1, table.tryReserve(600));
        final Segment segment = table.adopt(3, 1, 600, 4096, false, released::incrementAndGet);
        assertEquals(4096, segment.address());
        assertFalse(segment.isForeign());
        assertThrows(IllegalArgumentException.class,
            () -> table.adopt(3, 1, 600, 4096, false, released::incrementAndGet));
        assertTrue(table.free(3));
        assertFalse(table.free(3));
        assertEquals(1, released.get());
        assertEquals(0, table.reservedInBytes());
        table.tryReserve(100);
        table.create(3, 1, 100, true);
        assertEquals(1, table.close(), "another segment with the same id");
        assertEquals(1, released.get());
    }
}

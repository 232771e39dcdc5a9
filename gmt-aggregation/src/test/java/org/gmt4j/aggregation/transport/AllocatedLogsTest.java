package org.gmt4j.aggregation.transport;

import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.gmt4j.aggregation.folder.OwnFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On small file systems in memory, which only root can mount. */
@Timeout(60)
final class AllocatedLogsTest {
    private static final long MB = 1 << 20;
    private static final int TERM = (int) MB;

    @TempDir
    private Path place;
    private boolean isMounted;

    @BeforeEach
    void checkRights() throws IOException {
        assumeTrue(OwnFolder.user() == 0, "only root can mount a small file system");
    }

    private void mount(final int megabytes) throws Exception {
        final Process mount = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m",
            "tmpfs", place.toString())
                .redirectErrorStream(true).start();
        final String said = new String(mount.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(mount.waitFor() == 0, () -> "this machine does not let root mount: " + said);
        isMounted = true;
    }

    @AfterEach
    void unmount() throws Exception {
        if (isMounted) {
            assertEquals(0, new ProcessBuilder("umount", "-l", place.toString()).inheritIO().start().waitFor());
        }
    }

    private AeronConfig settings() {
        return AeronConfig.ipc(place.toString()).withTermLength(TERM);
    }

    private static List<Path> logs(final MediaDriverLauncher driver) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(driver.directory(), "publications"))) {
            return files.toList();
        }
    }

    /** What the file system has given for it. */
    private static long allocatedBytes(final Path file) {
        try {
            final Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
            final long blocks = Long.parseLong(new String(stat.getInputStream().readAllBytes(),
                StandardCharsets.UTF_8).strip());
            return 512 * blocks;
        } catch (final IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static boolean areAllocated(final List<Path> logs) {
        return logs.stream().allMatch(log -> allocatedBytes(log) >= log.toFile().length());
    }

    private static void await(final String what, final BooleanSupplier condition) {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < endNs, what);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    @Test
    void shouldWriteLogsBeforeTheyAreUsedWhereRoomIsShort() throws Exception {
        mount(48);
        try (MediaDriverLauncher driver = MediaDriverLauncher.launch(settings(), 2)) {
            assertTrue(place.toFile().getUsableSpace() < 48 * MB - settings().logBytesWithOwnFor(2),
                "all logs' bytes are reserved");
            try (TransportCluster cluster = new TransportCluster(driver.transports(), 2)) {
                cluster.send(0, 1, REQUEST, 1, 8);
                assertTrue(!logs(driver).isEmpty());
                assertTrue(areAllocated(logs(driver)), "at once");
            }
        }
    }

    @Test
    void shouldFillLogsSoonWhereThereIsPlenty() throws Exception {
        mount(512);
        try (MediaDriverLauncher driver = MediaDriverLauncher.launch(settings(), 2);
                TransportCluster cluster = new TransportCluster(driver.transports(), 2)) {
            cluster.send(0, 1, REQUEST, 1, 8);
            final List<Path> logs = logs(driver);
            assertTrue(!logs.isEmpty());
            await("pages of the logs", () -> areAllocated(logs));
        }
        assertTrue(Thread.getAllStackTraces().keySet().stream()
            .noneMatch(thread -> thread.getName().equals("gmt-log-toucher")));
    }

    @Test
    void shouldGoOnWhenSomebodyElseFillsTheFileSystem() throws Exception {
        mount(48);
        try (MediaDriverLauncher driver = MediaDriverLauncher.launch(settings(), 2)) {
            fill(place.resolve("somebody-elses"));
            try (TransportCluster cluster = new TransportCluster(driver.transports(), 2)) {
                for (int i = 0; i < 4_000; i++) {        // several times round the log
                    cluster.send(0, 1, REQUEST, i, 2048);
                    cluster.runUntil("buffers arrive",
                        () -> cluster.node(1).poll(REQUEST, (address, length) -> true, 1) > 0);
                }
            }
        }
    }

    @Test
    void shouldSayWhereRoomIsMissingWhenALogCannotBeMade() throws Exception {
        mount(48);
        try (MediaDriverLauncher driver = MediaDriverLauncher.launch(settings(), 2)) {
            Files.delete(Path.of(driver.directory()).resolveSibling(AllocatedLogs.RESERVE));
            fill(place.resolve("somebody-elses"));
            try (TransportCluster cluster = new TransportCluster(driver.transports(), 2)) {
                cluster.runUntil("it is refused", () -> TransportCluster.trySend(cluster.node(0), 1,
                    REQUEST, 1, 8) == Transport.FAILED);
                final String why = cluster.node(0).failure().orElseThrow();
                assertTrue(why.startsWith("GMT-501") && why.contains(place.toString()) && why.contains("GMT_AERON_DIR"),
                    why);
            }
        }
    }

    @Test
    void shouldRefuseWhereTheLogsDoNotFit() throws Exception {
        mount(8);
        final TransportException e = assertThrows(TransportException.class,
            () -> MediaDriverLauncher.launch(settings(), 2).close());
        assertEquals(TransportException.Code.NO_SPACE, e.code());
        assertTrue(e.getMessage().contains("GMT_AERON_DIR") && e.getMessage().contains("--aeron-term-length"),
            e.getMessage());
        assertEquals(0, place.toFile().list().length, "nothing is left");
    }

    private static void fill(final Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            final byte[] piece = new byte[1 << 12];
            while (true) {
                out.write(piece);
            }
        } catch (final IOException full) {
            assertTrue(full.getMessage().contains("space"), full.getMessage());
        }
    }
}

package org.gmt4j.engine.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.folder.OwnFolder;
import org.gmt4j.aggregation.settings.Environment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class KeyFileTest {
    private static final int PORT = 4711;

    @TempDir
    private Path folder;

    private Path path() throws Exception {
        return folder.resolve("gmt-key-" + OwnFolder.user() + "-127.0.0.1-" + PORT);
    }

    @Test
    void shouldBeReadByThisUserOnly() throws Exception {
        final KeyFile file = KeyFile.in(folder, "127.0.0.1", PORT);
        assertTrue(file.read().isEmpty());
        final JobKey key = JobKey.random();
        file.publish(key);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path())));
        assertEquals(key.text(), file.read().orElseThrow().text());
        file.publish(JobKey.random());
        assertNotEquals(key.text(), file.read().orElseThrow().text(), "an earlier job's is replaced");
        file.remove();
        assertEquals(0, folder.toFile().list().length);
        file.remove();
    }

    @Test
    void shouldNotBelieveWhatOthersCouldHaveWritten() throws Exception {
        Files.writeString(path(), "known to all");
        Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rw-r--r--"));
        final KeyFile file = KeyFile.in(folder, "127.0.0.1", PORT);
        assertEquals("GMT-740", assertThrows(BootstrapException.class, file::read).code());
        assertEquals("GMT-740", assertThrows(BootstrapException.class, () -> file.publish(JobKey.random())).code());
        file.remove();
        assertTrue(Files.exists(path()), "nor touch it");
    }

    @Test
    void shouldNotFollowALink() throws Exception {
        final Path treasure = Files.writeString(folder.resolve("treasure"), "gold");
        Files.setPosixFilePermissions(treasure, PosixFilePermissions.fromString("rw-------"));
        Files.createSymbolicLink(path(), treasure);
        final KeyFile file = KeyFile.in(folder, "127.0.0.1", PORT);
        assertThrows(BootstrapException.class, file::read);
        assertThrows(BootstrapException.class, () -> file.publish(JobKey.random()));
        file.remove();
        assertEquals("gold", Files.readString(treasure));
        assertEquals(2, folder.toFile().list().length);
    }

    @Test
    void shouldNotMixJobsOfSeveralAddresses() {
        final KeyFile one = KeyFile.in(folder, "127.0.0.1", PORT);
        final JobKey key = JobKey.random();
        one.publish(key);
        for (final String other : new String[] {"127.0.0.2", "::1"}) {
            final KeyFile file = KeyFile.in(folder, other, PORT);
            file.publish(JobKey.random());
            assertEquals(key.text(), one.read().orElseThrow().text(), other);
            file.remove();
            assertEquals(key.text(), one.read().orElseThrow().text(), other);
        }
    }

    /** Node 0 may prefer the other family than this node does. */
    @Test
    void shouldFindTheKeyAtAnyAddressOfAName() throws Exception {
        for (final InetAddress address : InetAddress.getAllByName("localhost")) {
            final KeyFile file = KeyFile.in(folder, address.getHostAddress(), PORT);
            final JobKey key = JobKey.random();
            file.publish(key);
            assertEquals(key.text(), KeyFile.in(folder, "localhost", PORT).read().orElseThrow().text());
            file.remove();
        }
    }

    /** A seed may still be closing when the next one listens. */
    @Test
    void shouldKeepTheKeyOfTheNextJob() {
        final KeyFile earlier = KeyFile.in(folder, "127.0.0.1", PORT);
        earlier.publish(JobKey.random());
        final JobKey key = JobKey.random();
        KeyFile.in(folder, "127.0.0.1", PORT).publish(key);
        earlier.remove();
        assertEquals(key.text(), earlier.read().orElseThrow().text());
    }

    private static SeedAddress address(final int node, final int port) {
        return SeedAddress.of(new Environment(Map.of("GMT_NODE_ID", "" + node, "GMT_NODES", "2", "GMT_SEED",
            "127.0.0.1:" + port), Map.of()))
            .orElseThrow();
    }

    @Test
    void shouldFormAJobOfOneUserWhoSaidNothing() throws Exception {
        final int port = FreePort.next();
        final KeyFile file = KeyFile.of("127.0.0.1", port);
        file.publish(JobKey.random());        // what a killed job has left
        final BootstrapConfig config = BootstrapConfig.defaults();
        final CompletableFuture<Bootstrap> early = CompletableFuture.supplyAsync(() -> address(1, port)
            .join(config));
        try (SeedServer seed = address(0, port).host(config); Bootstrap first = address(0, port).join(config);
             Bootstrap second = early.get(60, TimeUnit.SECONDS)) {
            assertTrue(first.secret("x").length > 0 && second.secret("x").length > 0);
            assertEquals("GMT-106",
                assertThrows(BootstrapException.class, () -> SeedBootstrap.join("127.0.0.1", port, 1, 2, JobKey.of(""),
                config)).code(), "a stranger without the key");
            final CompletableFuture<byte[][]> others = CompletableFuture.supplyAsync(() -> second.allGather(new byte[1],
                Duration.ofSeconds(30)));
            assertEquals(2, first.allGather(new byte[1], Duration.ofSeconds(30)).length);
            assertEquals(2, others.get(30, TimeUnit.SECONDS).length);
            first.leave();
            second.leave();
        }
        assertFalse(file.read().isPresent(), "it goes with the seed");
    }

    @Test
    void shouldSayWhereItHasLookedInVain() {
        final BootstrapException refused = assertThrows(BootstrapException.class,
            () -> address(1, FreePort.next()).join(new BootstrapConfig(200, 50, 60_000)));
        assertEquals("GMT-108", refused.code());
        assertTrue(refused.getMessage().contains("job's key in /") && refused.getMessage().contains("GMT_JOB_KEY"),
            refused.getMessage());
    }
}

package org.gmt4j.engine.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TopFileTest {
    private static final TopIdentity IDENTITY = new TopIdentity(0x1122, 0x334455, 1, 4);

    @TempDir
    private Path folder;

    private static Map<String, String> facts() {
        final Map<String, String> facts = new LinkedHashMap<>();
        facts.put("app", "bfs");
        facts.put("x", "a=b\nc");
        return facts;
    }

    private TopFile create(final String name, final TopIdentity identity) throws IOException {
        return TopFile.create(folder.resolve(name), identity, 250_000_000, facts(), List.of("commands", "chunks"));
    }

    @Test
    void shouldHaveGoldenBytes() {
        final ByteBuffer bytes = TopFile.content(IDENTITY, 250_000_000, facts(), List.of("commands", "chunks"));
        final String expected = ""
            + "474d5420746f700a" // GMT top\n
            + "01000000" + "00000000" // layout, being made
            + "2211000000000000" + "5544330000000000" // process, its start
            + "01000000" + "04000000" // node 1 of 4
            + "80b2e60e00000000" // 250 ms
            + "10000000" + "10000000" // bytes of facts and names
            + "60000000" + "02000000" // values at 96, two of them
            + "6170703d6266730a783d613d6220630a" // app=bfs\nx=a=b c\n
            + "636f6d6d616e64730a6368756e6b730a" // commands\nchunks\n
            + "0000000000000000" + "0000000000000000" + "0000000000000000" // sequence, times
            + "0000000000000000" + "0000000000000000";
        assertEquals(expected, HexFormat.of().formatHex(bytes.array()));
    }

    @Test
    void shouldKeepGoldenBytesOfPublication() throws IOException {
        try (TopFile file = create("a.top", IDENTITY)) {
            file.publish(new long[] {7, -1}, 5, 6);
            final byte[] bytes = Files.readAllBytes(folder.resolve("a.top"));
            assertEquals("0200000000000000" + "0500000000000000" + "0600000000000000" + "0700000000000000"
                + "ffffffffffffffff",
                HexFormat.of().formatHex(bytes, 96, bytes.length));
            assertEquals(TopFile.RUNNING, bytes[TopFile.STATE_OFFSET]);
        }
        assertEquals(TopFile.ENDED, Files.readAllBytes(folder.resolve("a.top"))[TopFile.STATE_OFFSET]);
    }

    /** A command line may be longer than all that a reader believes to be a file of counters. */
    @Test
    void shouldCutLongFactsAndKeepEachInOneLine() throws IOException {
        final String words = "0123456 ".repeat(1 << 18);
        final Map<String, String> facts = new LinkedHashMap<>();
        facts.put("commandLine", words);
        facts.put("app", "a\r\nb\rc");
        try (TopFile file = TopFile.create(folder.resolve("a.top"), IDENTITY, 1, facts, List.of("commands"))) {
            file.publish(new long[] {7}, 5, 6);
            try (TopSource source = TopSource.open(folder.resolve("a.top")).orElseThrow()) {
                final TopReading reading = source.read().orElseThrow();
                assertEquals("a b c", reading.fact("app"));
                assertTrue(words.startsWith(reading.fact("commandLine").replace("...", "").strip()));
                assertTrue(reading.fact("commandLine").endsWith(" ..."));
            }
        }
    }

    @Test
    void shouldReadWhatWasPublished() throws IOException {
        try (TopFile file = create("a.top", IDENTITY)) {
            assertTrue(TopSource.open(folder.resolve("a.top")).isEmpty(), "still being made");
            file.publish(new long[] {1, 2}, 10, 20);
            try (TopSource source = TopSource.open(folder.resolve("a.top")).orElseThrow()) {
                final TopReading first = source.read().orElseThrow();
                assertEquals(IDENTITY, first.identity());
                assertEquals(Map.of("app", "bfs", "x", "a=b c"), first.facts());
                assertEquals(Map.of("commands", 1L, "chunks", 2L), first.values());
                file.publish(new long[] {100, 200}, 30, 40);
                final TopReading second = source.read().orElseThrow();
                assertEquals(100, second.value("commands"));
                assertEquals(first.sequence() + 2, second.sequence());
                assertEquals(30, second.timeNs());
                Files.delete(folder.resolve("a.top"));
                assertEquals(200, source.read().orElseThrow().value("chunks"), "stays mapped");
            }
        }
    }

    @Test
    void shouldNeverMixPublications() throws Exception {
        try (TopFile file = create("a.top", IDENTITY)) {
            file.publish(new long[] {0, 0}, 0, 0);
            final AtomicBoolean isOver = new AtomicBoolean();
            final Thread writer = new Thread(() -> {
                for (long i = 1; !isOver.get(); i++) {
                    file.publish(new long[] {i, -i}, i, i);
                }
            });
            writer.start();
            try (TopSource source = TopSource.open(folder.resolve("a.top")).orElseThrow()) {
                int read = 0;
                while (read < 20_000) {
                    final var reading = source.read();
                    if (reading.isPresent()) {
                        final long value = reading.get().value("commands");
                        assertEquals(-value, reading.get().value("chunks"));
                        assertEquals(value, reading.get().timeNs());
                        read++;
                    }
                }
            } finally {
                isOver.set(true);
                writer.join();
            }
        }
    }

    @Test
    void shouldWaitForFilesThatAreHalfWritten() throws IOException {
        final byte[] whole = TopFile.content(IDENTITY, 1, facts(), List.of("a")).array();
        final Path file = folder.resolve("half.top");
        for (final int length : new int[] {0, 8, 63}) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertTrue(TopSource.open(file).isEmpty(), length + " bytes");
        }
        assertTrue(TopSource.open(folder.resolve("absent.top")).isEmpty());
    }

    private void assertRefused(final String expected, final ByteBuffer bytes) throws IOException {
        final Path file = folder.resolve("bad.top");
        Files.write(file, bytes.array());
        final TopException refused = assertThrows(TopException.class, () -> TopSource.open(file));
        assertTrue(refused.getMessage().matches("(?s)" + expected), refused.getMessage());
    }

    private static ByteBuffer running() {
        return TopFile.content(IDENTITY, 1, facts(), List.of("a")).order(ByteOrder.LITTLE_ENDIAN)
            .putInt(TopFile.STATE_OFFSET, TopFile.RUNNING);
    }

    @Test
    void shouldRefuseOtherVersionsAndDamage() throws IOException {
        assertRefused("GMT-662 .*bad.top was written by another version of gmt \\(layout 2, this one reads 1\\).*",
            running().putInt(TopFile.LAYOUT_OFFSET, 2));
        assertRefused("GMT-663 .* does not begin with \"GMT top\".*", running().put(0, (byte) 'X'));
        assertRefused("GMT-663 .* lengths contradict.*", running().putInt(TopFile.VALUE_COUNT_OFFSET, 1_000_000));
        assertRefused("GMT-663 .* lengths contradict.*", running().putInt(TopFile.FACTS_LENGTH_OFFSET, -5));
        assertRefused("GMT-663 .* lengths contradict.*", running().putInt(TopFile.VALUES_OFFSET_OFFSET, 8));
        assertRefused("GMT-663 .*", running().putInt(TopFile.NAMES_LENGTH_OFFSET, 0));
    }

    @Test
    void shouldSayWhenPermissionIsDenied() throws IOException {
        try (TopFile file = create("a.top", IDENTITY)) {
            file.publish(new long[2], 0, 0);
            Files.setPosixFilePermissions(folder.resolve("a.top"), PosixFilePermissions.fromString("---------"));
            assumeFalse(Files.isReadable(folder.resolve("a.top")), "root may read everything");
            final TopException refused = assertThrows(TopException.class,
                () -> TopSource.open(folder.resolve("a.top")));
            assertTrue(refused.getMessage().startsWith("GMT-664 permission denied"), refused.getMessage());
        }
    }

    @Test
    void shouldKnowProcessesByNumberAndStart() throws IOException {
        final TopIdentity here = TopIdentity.here(0, 1);
        assertTrue(here.isAlive());
        final Path proc = Files.createDirectories(folder.resolve("proc"));
        Files.createDirectories(proc.resolve("42"));
        Files.writeString(proc.resolve("42/stat"),
            "42 (a b) c) S 1 42 42 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 5 0 777 1000 50 18446744073709551615");
        assertEquals(777, TopIdentity.startTicks(proc, 42));
        assertTrue(new TopIdentity(42, 777, 0, 1).isAlive(proc));
        assertFalse(new TopIdentity(42, 776, 0, 1).isAlive(proc), "another process got the number");
        assertFalse(new TopIdentity(43, 777, 0, 1).isAlive(proc));
        assertTrue(new TopIdentity(42, 0, 0, 1).isAlive(proc), "start unknown");
    }

    @Test
    void shouldRefuseWrongNumberOfValues() throws IOException {
        try (TopFile file = create("a.top", IDENTITY)) {
            assertThrows(IllegalArgumentException.class, () -> file.publish(new long[3], 0, 0));
        }
    }
}

package org.gmt4j.graph.real;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.apache.commons.codec.digest.XXHash32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists in LZ4 frames as apt writes them, by hand. */
class PackedListTest {
    private static final String MAGIC = "04224d18";
    /** Version 1, dependent blocks, no checksums, blocks of 64 KB: as apt's. */
    private static final String FRAME = MAGIC + "4040" + "c0";
    private static final String END = "00000000";
    /** Literals "abc", then a match of 3 + 4 bytes at distance 3, then literals "x". */
    private static final String ABC_BLOCK = "08000000" + "33" + "616263" + "0300" + "10" + "78";

    @TempDir
    private Path folder;

    @Test
    void shouldUnpackLiteralsAndOverlappingMatches() throws IOException {
        assertEquals("abcabcabcax", unpack(FRAME + ABC_BLOCK + END));
    }

    @Test
    void shouldFindMatchesInThePreviousBlock() throws IOException {
        final String fromBefore = "05000000" + "00" + "0b00" + "10" + "79";     // a match of 4 at distance 11, then "y"
        assertEquals("abcabcabcaxabcay", unpack(FRAME + ABC_BLOCK + fromBefore + END));
    }

    @Test
    void shouldCopyUnpackedBlocksAndJoinFrames() throws IOException {
        final String plain = "03000080" + "313233";
        assertEquals("123abcabcabcax", unpack(FRAME + plain + END + "502a4d18" + "02000000" + "ffff" + FRAME + ABC_BLOCK
            + END));
    }

    @Test
    void shouldReadLongRunsAndChecksums() throws IOException {
        assertEquals("z".repeat(276) + "!", unpack(runWithChecksums("z".repeat(276) + "!")));
        assertThrows(IOException.class, () -> unpack(runWithChecksums("something else")));
    }

    /** Flags: block and content checksums, content size; one literal, then a match of 15 + 255 + 1 + 4. */
    private static String runWithChecksums(final String summed) {
        final String descriptor = "5c" + "40" + "1501000000000000";
        final String block = "1f" + "7a" + "0100" + "ff01" + "10" + "21";
        return MAGIC + descriptor + checksum(bytes(descriptor)).substring(2, 4) + "08000000" + block
            + checksum(bytes(block)) + END + checksum(summed.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void shouldRefuseForeignDamagedAndTruncatedData() {
        assertRefused("1f8b080000000000");
        assertRefused(MAGIC + "4040" + "c1" + ABC_BLOCK + END);
        assertRefused(FRAME + ABC_BLOCK);
        assertRefused(FRAME + "08000000" + "33" + "6162");
        assertRefused(FRAME + "08000000" + "33" + "616263" + "ff00" + "10" + "78" + END);
        assertRefused(FRAME + "ffffff7f" + END);
    }

    private void assertRefused(final String hex) {
        assertThrows(IOException.class, () -> unpack(hex));
    }

    @Test
    void shouldReadAnEmptyFile() throws IOException {
        assertEquals("", unpack(""));
    }

    private String unpack(final String hex) throws IOException {
        final Path list = Files.write(folder.resolve("host_Packages.lz4"), bytes(hex));
        try (InputStream in = DebianExtractor.unpack(list)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static byte[] bytes(final String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** Little-endian, as frames have it. */
    private static String checksum(final byte[] bytes) {
        final XXHash32 sum = new XXHash32();
        sum.update(bytes, 0, bytes.length);
        return HexFormat.of().formatHex(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN)
            .putInt((int) sum.getValue()).array());
    }
}

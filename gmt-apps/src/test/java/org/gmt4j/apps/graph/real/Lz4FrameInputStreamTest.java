package org.gmt4j.apps.graph.real;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;

class Lz4FrameInputStreamTest {
    /** Version 1, dependent blocks, no checksums, blocks of 64 KB; the header's own checksum is not verified. */
    private static final String FRAME = "04224d18" + "40" + "40" + "00";
    private static final String END = "00000000";
    /** Literals "abc", then a match of 3 + 4 bytes at distance 3, then literals "x". */
    private static final String ABC_BLOCK = "08000000" + "33" + "616263" + "0300" + "10" + "78";

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
        // flags: block and content checksums, content size; one literal, then a match of 15 + 255 + 1 + 4
        final String frame = "04224d18" + "5c" + "40" + "1501000000000000" + "00";
        final String block = "08000000" + "1f" + "7a" + "0100" + "ff01" + "10" + "21" + "aaaaaaaa";
        assertEquals("z".repeat(276) + "!", unpack(frame + block + END + "bbbbbbbb"));
    }

    @Test
    void shouldRefuseForeignDamagedAndTruncatedData() {
        assertThrows(IOException.class, () -> unpack("1f8b080000000000"));
        assertThrows(IOException.class, () -> unpack(FRAME + ABC_BLOCK));
        assertThrows(IOException.class, () -> unpack(FRAME + "08000000" + "33" + "6162"));
        assertThrows(IOException.class, () -> unpack(FRAME + "08000000" + "33" + "616263" + "ff00" + "10" + "78"
            + END));
        assertThrows(IOException.class, () -> unpack(FRAME + "ffffff7f" + END));
    }

    @Test
    void shouldReadAnEmptyFile() throws IOException {
        assertEquals("", unpack(""));
    }

    private static String unpack(final String hex) throws IOException {
        final byte[] bytes = HexFormat.of().parseHex(hex);
        return new String(new Lz4FrameInputStream(new ByteArrayInputStream(bytes)).readAllBytes(),
            StandardCharsets.US_ASCII);
    }
}

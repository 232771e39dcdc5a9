package org.gmt4j.aggregation.wire;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class WireFormatTest {
    @Test
    void shouldRoundUpToEight() {
        for (int length = 0; length < 100; length++) {
            assertEquals((length + 7) / 8 * 8, WireFormat.align(length));
            assertEquals(length % 8 == 0, WireFormat.isAligned(length));
        }
    }

    @Test
    void shouldAcceptThisMachine() {
        assertDoesNotThrow(WireFormat::requireLittleEndian);
    }

    @Test
    void shouldKeepHeadersAligned() {
        assertEquals("32 32 64 32", BufferHeader.LENGTH + " " + BlockHeader.LENGTH + " "
            + SpawnRecord.HEADER_LENGTH + " " + TaskDoneRecord.HEADER_LENGTH);
    }
}

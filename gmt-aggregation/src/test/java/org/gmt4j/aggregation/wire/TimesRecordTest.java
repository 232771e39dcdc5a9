package org.gmt4j.aggregation.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gmt4j.aggregation.testing.NativeBytes;
import org.junit.jupiter.api.Test;

final class TimesRecordTest {
    @Test
    void shouldHaveGoldenBytes() {
        try (NativeBytes memory = new NativeBytes(TimesRecord.LENGTH)) {
            TimesRecord.encode(memory.address(), 0x0102030405060708L, 0x1112131415161718L);
            assertEquals("08070605 04030201 18171615 14131211", memory.hex(TimesRecord.LENGTH));
            assertEquals(0x0102030405060708L, TimesRecord.begunNs(memory.address()));
            assertEquals(0x1112131415161718L, TimesRecord.endedNs(memory.address()));
        }
    }
}

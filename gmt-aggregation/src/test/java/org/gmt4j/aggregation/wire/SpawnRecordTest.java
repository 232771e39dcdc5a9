package org.gmt4j.aggregation.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.junit.jupiter.api.Test;

final class SpawnRecordTest {
    @Test
    void shouldHaveGoldenBytes() {
        try (NativeBytes memory = new NativeBytes(SpawnRecord.HEADER_LENGTH)) {
            UnsafeApi.setMemory(memory.address(), SpawnRecord.HEADER_LENGTH, (byte) -1);
            SpawnRecord.encode(memory.address(), 0x10203, 5, 0);
            SpawnRecord.loop(memory.address(), 1, 0x100, 16, -2);
            SpawnRecord.task(memory.address(), 3, 0x0A0B0C0D0E0F1011L, 7);
            assertEquals("48000000 0003021d 01000000 00000000 00010000 00000000 10000000 00000000 "
                + "11100f0e 0d0c0b0a feffffff ffffffff 03000000 05000000 07000000 00000000",
                memory.hex(SpawnRecord.HEADER_LENGTH));
        }
    }

    @Test
    void shouldGiveBackWhatWasWritten() {
        final Random random = new Random(4);
        try (NativeBytes memory = new NativeBytes(SpawnRecord.HEADER_LENGTH)) {
            final long at = memory.address();
            for (int i = 0; i < 1000; i++) {
                final int function = random.nextInt(CommandWord.MAX_ID + 1);
                final long[] longs = random.longs(5).toArray();
                final int kind = random.nextInt();
                final int job = random.nextInt();
                final int captures = random.nextInt(4000);
                SpawnRecord.encode(at, function, captures, 0);
                SpawnRecord.loop(at, longs[0], longs[1], longs[2], longs[4]);
                SpawnRecord.task(at, kind, longs[3], job);
                assertEquals(CommandType.SPAWN, CommandWord.type(UnsafeApi.getLong(at)));
                assertEquals(function, CommandWord.id(UnsafeApi.getLong(at)));
                assertEquals((64 + captures + 7) / 8 * 8L, CommandWord.offset(UnsafeApi.getLong(at)));
                assertEquals(longs[0], SpawnRecord.low(at));
                assertEquals(longs[1], SpawnRecord.high(at));
                assertEquals(longs[2], SpawnRecord.chunk(at));
                assertEquals(longs[3], SpawnRecord.parent(at));
                assertEquals(longs[4], SpawnRecord.seed(at));
                assertEquals(kind, SpawnRecord.kind(at));
                assertEquals(job, SpawnRecord.job(at));
                assertEquals(captures, SpawnRecord.captureLength(at));
            }
        }
    }

    @Test
    void shouldPadCaptures() {
        assertEquals(64, SpawnRecord.length(0));
        assertEquals(72, SpawnRecord.length(1));
        assertEquals(72, SpawnRecord.length(8));
        assertEquals(80, SpawnRecord.length(9));
    }

    @Test
    void shouldPutThePlacementBehindTheCapturedValues() {
        assertEquals(64 + 8 + 16, SpawnRecord.length(3, 11));
        try (NativeBytes memory = new NativeBytes(SpawnRecord.HEADER_LENGTH)) {
            SpawnRecord.encode(memory.address(), 1, 3, 11);
            SpawnRecord.loop(memory.address(), 2, 3, 4, 6);
            SpawnRecord.task(memory.address(), 7, 5, 8);
            assertTrue(memory.hex(SpawnRecord.HEADER_LENGTH).endsWith("07000000 03000000 08000000 0b000000"));
            assertEquals(11, SpawnRecord.placementLength(memory.address()));
            assertEquals(memory.address() + 72, SpawnRecord.placement(memory.address()));
        }
    }
}

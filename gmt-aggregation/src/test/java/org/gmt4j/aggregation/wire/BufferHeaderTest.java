package org.gmt4j.aggregation.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.junit.jupiter.api.Test;

final class BufferHeaderTest {
    @Test
    void shouldCarryAcknowledgementsBesideTheClass() {
        try (NativeBytes memory = new NativeBytes(BufferHeader.LENGTH)) {
            BufferHeader.encode(memory.address(), 32, 7, 3, 1, 5);
            BufferHeader.acknowledge(memory.address(), 255, 17);
            assertEquals(255, BufferHeader.acknowledgedRequestBuffers(memory.address()));
            assertEquals(17, BufferHeader.acknowledgedReplyBuffers(memory.address()));
            assertEquals(1, BufferHeader.trafficClass(memory.address()));
            assertEquals(5, BufferHeader.sequence(memory.address()));
            BufferHeader.encode(memory.address(), 32, 7, 3, 1, 5);
            assertEquals(0, BufferHeader.acknowledgedRequestBuffers(memory.address()), "encoding clears them");
        }
    }

    @Test
    void shouldHaveGoldenBytes() {
        try (NativeBytes memory = new NativeBytes(BufferHeader.LENGTH)) {
            BufferHeader.encode(memory.address(), 0x01020304, 0x1112131415161718L, 0x21222324, 1, 0x3132333435363738L);
            assertEquals("09544d47 04030201 18171615 14131211 24232221 01000000 38373635 34333231",
                memory.hex(BufferHeader.LENGTH));
        }
    }

    @Test
    void shouldGiveBackWhatWasWritten() {
        final Random random = new Random(1);
        try (NativeBytes memory = new NativeBytes(BufferHeader.LENGTH)) {
            final long at = memory.address();
            for (int i = 0; i < 1000; i++) {
                final int length = random.nextInt();
                final long job = random.nextLong();
                final int hop = random.nextInt();
                final int trafficClass = random.nextInt(1 << 16);
                final long sequence = random.nextLong();
                BufferHeader.encode(at, length, job, hop, trafficClass, sequence);
                assertEquals(BufferHeader.MAGIC, BufferHeader.magic(at));
                assertEquals(length, BufferHeader.length(at));
                assertEquals(job, BufferHeader.job(at));
                assertEquals(hop, BufferHeader.previousHop(at));
                assertEquals(trafficClass, BufferHeader.trafficClass(at));
                assertEquals(sequence, BufferHeader.sequence(at));
            }
        }
    }
}

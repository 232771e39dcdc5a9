package org.gmt4j.aggregation.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.junit.jupiter.api.Test;

final class TaskDoneRecordTest {
    @Test
    void shouldHaveGoldenBytes() {
        try (NativeBytes memory = new NativeBytes(TaskDoneRecord.HEADER_LENGTH)) {
            TaskDoneRecord.encode(memory.address(), 0x0102030405060708L, TaskDoneRecord.FAILED,
                0x1112131415161718L, 13);
            assertEquals("30000000 00000020 08070605 04030201 02000000 0d000000 18171615 14131211",
                memory.hex(TaskDoneRecord.HEADER_LENGTH));
        }
    }

    @Test
    void shouldNotChangeTheStatesOnTheWire() {
        assertEquals("0 1 2", TaskDoneRecord.ENDED + " " + TaskDoneRecord.RESULT + " " + TaskDoneRecord.FAILED);
    }

    @Test
    void shouldGiveBackWhatWasWritten() {
        final Random random = new Random(5);
        try (NativeBytes memory = new NativeBytes(TaskDoneRecord.HEADER_LENGTH)) {
            final long at = memory.address();
            for (int i = 0; i < 1000; i++) {
                final long join = random.nextLong();
                final int status = random.nextInt(4);
                final boolean hasMet = random.nextBoolean();
                final long failures = random.nextLong();
                final int payload = random.nextInt(4000);
                TaskDoneRecord.encode(at, join, hasMet ? status | TaskDoneRecord.MET : status, failures, payload);
                assertEquals(CommandType.TASK_DONE, CommandWord.type(UnsafeApi.getLong(at)));
                assertEquals((32 + payload + 7) / 8 * 8L, CommandWord.offset(UnsafeApi.getLong(at)));
                assertEquals(join, TaskDoneRecord.join(at));
                assertEquals(status, TaskDoneRecord.status(at));
                assertEquals(hasMet, TaskDoneRecord.hasMet(at));
                assertEquals(failures, TaskDoneRecord.failures(at));
                assertEquals(payload, TaskDoneRecord.payloadLength(at));
            }
        }
    }
}

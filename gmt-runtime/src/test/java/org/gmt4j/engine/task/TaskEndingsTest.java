package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.TaskDoneRecord;
import org.gmt4j.engine.mail.HostMail;
import org.gmt4j.engine.memory.WindowFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TaskEndingsTest {
    private static final int VALUE_LENGTH = 20;
    private static final int PIECE_LENGTH = 64;

    @TempDir
    private Path path;

    /** As two parts of a balanced loop that end at one node at the same time. */
    @Test
    void shouldTellLongResultsOfOneNodeApart() {
        final WindowFolder folder = new WindowFolder(path, 2, () -> 1L << 30);
        try (HostMail receiver = HostMail.create(folder, 0, 2); HostMail sender = HostMail.create(folder, 1, 2)) {
            final long[] offers = {receiver.offer(), sender.offer()};
            receiver.connect(offers);
            sender.connect(offers);
            final NoticeQueue notices = new NoticeQueue(1, 2);
            notices.mail(sender);
            final NodeTasks tasks = new NodeTasks(0, 2, 1, 0, TaskConfig.DEFAULT, null, 1000);
            final Join join = new Join(null, false);
            join.add(2);
            final long handle = tasks.joins.register(join);
            final List<byte[]> first = sent(notices, receiver, handle, 1);
            final List<byte[]> second = sent(notices, receiver, handle, 2);
            assertTrue(first.size() > 1);
            for (int i = 0; i < first.size(); i++) {
                deliver(first.get(i), tasks);
                deliver(second.get(i), tasks);
            }
            assertTrue(join.isDone());
            assertEquals(List.of(List.of(1L), List.of(2L)), join.contributions().stream().map(TaskEndingsTest::values)
                .toList());
        }
    }

    /** Returns the notices of one result, all of whose values are equal. */
    private static List<byte[]> sent(final NoticeQueue notices, final HostMail receiver, final long join,
                                     final long value) {
        final long[] packed = new long[1 + 2 + VALUE_LENGTH];
        Arrays.fill(packed, 3, packed.length, value);
        packed[0] = VALUE_LENGTH;
        notices.taskDoneInPieces(0, join, TaskDoneRecord.PIECE, Partials.toBytes(List.of(packed)), PIECE_LENGTH);
        notices.flush(null);
        final List<byte[]> blocks = new ArrayList<>();
        receiver.poll((address, length) -> {
            final byte[] block = new byte[length];
            UnsafeApi.copyMemory(null, address, block, UnsafeApi.arrayBaseOffset(byte[].class), length);
            return blocks.add(block);
        });
        return blocks;
    }

    private static void deliver(final byte[] block, final NodeTasks tasks) {
        final long address = UnsafeApi.allocateMemory(block.length);
        UnsafeApi.copyMemory(block, UnsafeApi.arrayBaseOffset(byte[].class), null, address, block.length);
        tasks.endings.onTaskDone(1, address, block.length);
        UnsafeApi.freeMemory(address);
    }

    private static List<Long> values(final long[] packed) {
        return Arrays.stream(packed).skip(3).distinct().boxed().toList();
    }
}

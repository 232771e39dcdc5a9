package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.SpawnRecord;
import org.gmt4j.aggregation.wire.TaskDoneRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each command as the aggregator writes it: the bytes that another version or another language would have to read. */
final class CommandGoldenBytesTest {
    private static final long OPERAND = 0x1112131415161718L;
    private final AggregatorRig rig = new AggregatorRig(AggregatorRig.config(100, 4, 4, 0), 3);
    private final Aggregator aggregator = rig.aggregator;
    private final CountingCompletion owner = new CountingCompletion();

    @AfterEach
    void close() {
        rig.close();
    }

    private String sentCommand() {
        aggregator.flush(2, FlushReason.FORCED);
        final AggregatorRig.Sent sent = rig.all.get(0);
        try (NativeBytes memory = new NativeBytes(sent.length())) {
            memory.set(sent.bytes());
            return NativeBytes.hex(memory.address() + BlockHeader.LENGTH, sent.length() - BlockHeader.LENGTH);
        }
    }

    private static long word(final int type) {
        return CommandWord.base(type, 0x3) | 0x0102030405L;
    }

    @Test
    void shouldWriteTheHeaderOfARequest() {
        aggregator.fetch(2, word(CommandType.GET), owner, null, RequestBlock.TO_COMPLETION);
        sentCommand();
        try (NativeBytes memory = new NativeBytes(64)) {
            memory.set(rig.all.get(0).bytes());
            assertEquals("28000000 00000000 02000000 02000000 01000300 00000000 08000000 01000000",
                memory.hex(BlockHeader.LENGTH));
        }
    }

    @Test
    void shouldWriteGet() {
        aggregator.fetch(2, word(CommandType.GET), owner, null, RequestBlock.TO_COMPLETION);
        assertEquals("05040302 01030004", sentCommand());
    }

    @Test
    void shouldWritePutValue() {
        aggregator.update(2, word(CommandType.PUT_VALUE), OPERAND, owner);
        assertEquals("05040302 01030008 18171615 14131211", sentCommand());
    }

    @Test
    void shouldWriteUpdate() {
        aggregator.update(2, word(CommandType.UPDATE + CommandType.XOR), OPERAND, owner);
        assertEquals("05040302 01030058 18171615 14131211", sentCommand());
    }

    @Test
    void shouldWriteFetch() {
        aggregator.fetch(2, word(CommandType.FETCH + CommandType.ADD_FLOATING), OPERAND, owner, null,
            RequestBlock.TO_COMPLETION);
        assertEquals("05040302 0103009c 18171615 14131211", sentCommand());
    }

    @Test
    void shouldWriteCompareAndSet() {
        aggregator.fetch(2, word(CommandType.COMPARE_AND_SET), OPERAND, -2, owner, null, RequestBlock.TO_COMPLETION);
        assertEquals("05040302 0103000c 18171615 14131211 feffffff ffffffff", sentCommand());
    }

    @Test
    void shouldWriteCommandsThatDifferInTheirOffsetsAsOneAndTheOffsetsOfTheOthers() {
        for (int i = 0; i < 4; i++) {
            aggregator.update(2, word(CommandType.UPDATE + CommandType.XOR) + i * 16L, OPERAND, owner);
        }
        for (int i = 0; i < 3; i++) {
            aggregator.update(2, word(CommandType.UPDATE + CommandType.XOR) + i * 16L, -1, owner);
        }
        aggregator.update(2, word(CommandType.PUT_VALUE), -1, owner);
        assertEquals("05040302 01030058 18171615 14131211 03000000 00000030 15040302 25040302 35040302 00000000 "
            + "05040302 01030058 ffffffff ffffffff 15040302 01030058 ffffffff ffffffff 25040302 01030058 "
            + "ffffffff ffffffff 05040302 01030008 ffffffff ffffffff", sentCommand());
    }

    @Test
    void shouldWriteLists() {
        final long[] indices = {0, 1000, 1003, 1002, 0};
        final long wide = CommandWord.base(CommandType.COMPARE_AND_SET, 3);
        assertEquals(3, aggregator.lists().of(indices, 1, 3, 998).fetch(2, wide, 7, 8, owner, new long[3],
            RequestBlock.toElement(3, 16, 0)));
        assertEquals("02000000 0003000c 07000000 00000000 08000000 00000000 02000000 00000030 05000000 04000000",
            sentCommand());
        assertEquals("[24]", java.util.Arrays.toString(replyLengths()));
    }

    @Test
    void shouldWriteNarrowCompareAndSet() {
        aggregator.fetch(2, word(CommandType.COMPARE_AND_SET_NARROW), OPERAND, owner, null,
            RequestBlock.narrow(RequestBlock.TO_COMPLETION));
        assertEquals("05040302 0103002c 18171615 14131211", sentCommand());
        assertEquals("[8]", java.util.Arrays.toString(replyLengths()));
    }

    @Test
    void shouldWritePut() {
        final long at = aggregator.claim(2, 16 + WireFormat.align(5), owner);
        UnsafeApi.putLong(at, word(CommandType.PUT));
        UnsafeApi.putLong(at + 8, 5);
        UnsafeApi.putLong(at + 16, 0x0504030201L);
        aggregator.commit(2);
        assertEquals("05040302 01030010 05000000 00000000 01020304 05000000", sentCommand());
    }

    @Test
    void shouldWriteGetBulk() {
        aggregator.fetchBulk(2, word(CommandType.GET_BULK), 13, owner, new byte[13],
            UnsafeApi.arrayBaseOffset(byte[].class));
        assertEquals("05040302 01030014 0d000000 00000000", sentCommand());
        assertEquals("[16]", java.util.Arrays.toString(replyLengths()));
    }

    @Test
    void shouldWriteVisit() {
        aggregator.update(2, word(CommandType.VISIT), OPERAND, owner);
        assertEquals("05040302 01030018 18171615 14131211", sentCommand());
    }

    @Test
    void shouldWriteSpawn() {
        final int length = SpawnRecord.length(3);
        final long at = aggregator.claim(2, length, owner);
        SpawnRecord.encode(at, 9, 3, 0);
        SpawnRecord.loop(at, 1, 2, 3, 5);
        SpawnRecord.task(at, 6, 4, 7);
        UnsafeApi.putLong(at + SpawnRecord.HEADER_LENGTH, 0x030201);
        aggregator.commit(2);
        assertEquals("48000000 0009001c 01000000 00000000 02000000 00000000 03000000 00000000 04000000 00000000 "
            + "05000000 00000000 06000000 03000000 07000000 00000000 01020300 00000000", sentCommand());
    }

    @Test
    void shouldWriteTaskDone() {
        final long at = aggregator.claim(2, TaskDoneRecord.length(0), owner);
        TaskDoneRecord.encode(at, 8, TaskDoneRecord.RESULT, 0, 0);
        aggregator.commit(2);
        assertEquals("20000000 00000020 08000000 00000000 01000000 00000000 00000000 00000000", sentCommand());
    }

    @Test
    void shouldWriteMessage() {
        final long at = aggregator.claim(2, 16, owner);
        UnsafeApi.putLong(at, CommandWord.base(CommandType.MESSAGE, 1) | 16);
        UnsafeApi.putLong(at + 8, OPERAND);
        aggregator.commit(2);
        assertEquals("10000000 00010024 18171615 14131211", sentCommand());
    }

    @Test
    void shouldWriteService() {
        aggregator.fetch(2, word(CommandType.SERVICE), OPERAND, owner, null, RequestBlock.TO_COMPLETION);
        assertEquals("05040302 010300c4 18171615 14131211", sentCommand());
        assertEquals("[8]", java.util.Arrays.toString(replyLengths()));
    }

    @Test
    void shouldWriteServiceNote() {
        aggregator.update(2, word(CommandType.SERVICE_NOTE), OPERAND, owner);
        assertEquals("05040302 010300c8 18171615 14131211", sentCommand());
        assertEquals("[0]", java.util.Arrays.toString(replyLengths()));
    }

    @Test
    void shouldWriteFlag() {
        aggregator.update(2, word(CommandType.FLAG), OPERAND, owner);
        assertEquals("05040302 010300cc 18171615 14131211", sentCommand());
        assertEquals("[0]", java.util.Arrays.toString(replyLengths()));
    }

    private int[] replyLengths() {
        return rig.all.stream().mapToInt(sent -> {
            try (NativeBytes memory = new NativeBytes(sent.length())) {
                memory.set(sent.bytes());
                return BlockHeader.replyLength(memory.address());
            }
        }).toArray();
    }
}

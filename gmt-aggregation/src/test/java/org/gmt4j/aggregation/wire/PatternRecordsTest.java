package org.gmt4j.aggregation.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.aggregation.testing.NativeBytes;
import org.junit.jupiter.api.Test;

/** The bytes of strided and vectored commands, as another version or another language would have to read them. */
class PatternRecordsTest {
    @Test
    void shouldWriteStridedRecords() {
        try (NativeBytes memory = new NativeBytes(StridedRecord.headerLength(2))) {
            final long at = memory.address();
            StridedRecord.encode(at, CommandWord.base(CommandType.STRIDED_STORE, 3) | 0x0102030405L,
                0x1234, AccumulateKind.DOUBLE, 2, 0x50, 0x18);
            StridedRecord.encodeLevel(at, 0, 5, 0x100);
            StridedRecord.encodeLevel(at, 1, 7, 0x2000);
            assertEquals("05040302 010300ac 34120000 04020000 50000000 00000000 18000000 00000000"
                + " 05000000 00000000 00010000 00000000 07000000 00000000 00200000 00000000",
                memory.hex(StridedRecord.headerLength(2)));
            assertEquals(0x1234, StridedRecord.length(at));
            assertEquals(AccumulateKind.DOUBLE, StridedRecord.kind(at));
            assertEquals(2, StridedRecord.levels(at));
            assertEquals(0x50, StridedRecord.start(at));
            assertEquals(0x18, StridedRecord.run(at));
            assertEquals(7, StridedRecord.count(at, 1));
            assertEquals(0x2000, StridedRecord.stride(at, 1));
        }
    }

    @Test
    void shouldWriteAnnouncements() {
        try (NativeBytes memory = new NativeBytes(RendezvousRecord.length(8))) {
            final long at = memory.address();
            memory.clear();
            StridedRecord.encode(at, CommandWord.base(CommandType.RENDEZVOUS_STORE, 3) | 0x0102030405L,
                0x11223344, AccumulateKind.DOUBLE, 1, 0x50, 0x18);
            StridedRecord.encodeLevel(at, 0, 5, 0x100);
            RendezvousRecord.complete(at, 0xfedc, 0x28);
            assertEquals("05040302 010300e0 44332211 0401dcfe 50000000 00000000 18000000 00000000 05000000 "
                + "00000000 00010000 00000000 28000000 00000000" + " 00000000".repeat(10),
                memory.hex(RendezvousRecord.SHORTEST));
            assertEquals(0x11223344, RendezvousRecord.number(at));
            assertEquals(AccumulateKind.DOUBLE, RendezvousRecord.kind(at));
            assertEquals(1, RendezvousRecord.levels(at));
            assertEquals(0xfedc, RendezvousRecord.lane(at));
            assertEquals(0x50, RendezvousRecord.start(at));
            assertEquals(0x28, RendezvousRecord.bytes(at));
            assertEquals(96, RendezvousRecord.length(3));
            assertEquals(104, RendezvousRecord.length(4));
            assertEquals(168, RendezvousRecord.length(8));
        }
    }

    @Test
    void shouldWriteAnnouncementsOfValues() {
        try (NativeBytes memory = new NativeBytes(ValueRecord.LENGTH)) {
            final long at = memory.address();
            ValueRecord.encode(at, 3, 0xfedc, 0x11223344, 0x0102030405L);
            ValueRecord.head(at, 0, 0x50);
            ValueRecord.head(at, 8, -1);
            assertEquals("00000000 000300e8 44332211 0000dcfe 05040302 01000000 50000000 00000000"
                + " 00000000".repeat(14) + " ffffffff ffffffff", memory.hex(ValueRecord.LENGTH));
            assertEquals(0x11223344, ValueRecord.number(at));
            assertEquals(0xfedc, ValueRecord.lane(at));
            assertEquals(0x0102030405L, ValueRecord.bytes(at));
            assertEquals(0x50, ValueRecord.head(at, 0));
            assertEquals(-1, ValueRecord.head(at, 8));
        }
    }

    @Test
    void shouldWriteWhatTheEndsOfATransferSend() {
        try (NativeBytes memory = new NativeBytes(16)) {
            final long at = memory.address();
            TransferRecord.encode(at, TransferRecord.DATA, 0x0102030405060708L, 0x11121314);
            assertEquals("08070605 04030201 14131211 02000000", memory.hex(16));
            assertEquals(TransferRecord.DATA, TransferRecord.what(at));
            assertEquals(0x0102030405060708L, TransferRecord.value(at));
            assertEquals(0x11121314, TransferRecord.length(at));
            assertEquals(1, TransferRecord.GRANT);
            assertEquals(3, TransferRecord.END);
        }
    }

    @Test
    void shouldWriteVectorRecords() {
        try (NativeBytes memory = new NativeBytes(32)) {
            final long at = memory.address();
            VectorRecord.encode(at, CommandType.VECTOR_GET, 3, 2, 0x30, AccumulateKind.PUT);
            VectorRecord.encodeEntry(at, 0, 0x0102030405L, 8);
            VectorRecord.encodeEntry(at, 1, 6, VectorRecord.MAX_ENTRY_BYTES);
            assertEquals("02000000 000300b8 30000000 00000000 05040302 01080000 06000000 00ffffff", memory.hex(32));
            assertEquals(0x30, VectorRecord.length(at));
            assertEquals(AccumulateKind.PUT, VectorRecord.kind(at));
            assertEquals(0x0102030405L, VectorRecord.offset(VectorRecord.entry(at, 0)));
            assertEquals(VectorRecord.MAX_ENTRY_BYTES, VectorRecord.bytes(VectorRecord.entry(at, 1)));
        }
    }

    @Test
    void shouldKeepTheCodesOfKinds() {
        final int[] kinds = {AccumulateKind.PUT, AccumulateKind.INT, AccumulateKind.LONG, AccumulateKind.FLOAT,
            AccumulateKind.DOUBLE, AccumulateKind.INT_XOR, AccumulateKind.LONG_XOR};
        final int[] widths = {1, 4, 8, 4, 8, 4, 8};
        for (int kind = 0; kind < kinds.length; kind++) {
            assertEquals(kind, kinds[kind]);
            assertEquals(widths[kind], AccumulateKind.width(kind));
            assertTrue(AccumulateKind.isValid(kind));
        }
        assertFalse(AccumulateKind.isValid(7));
        assertFalse(AccumulateKind.isValid(-1));
    }
}

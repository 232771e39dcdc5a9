package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Values read and written in place. */
class LocalBufferTest {
    private static final int LENGTH = 40;

    @Test
    void shouldHaveTheBytesOfEachWidth() {
        final byte[] array = new byte[LENGTH];
        final LocalBuffer buffer = LocalBuffer.of(array);
        buffer.putByte(0, (byte) -7);
        buffer.putInt(1, 0x81020304);
        buffer.putLong(5, 0x8102030405060708L);
        buffer.putFloat(13, -1.5f);
        buffer.putDouble(17, Math.PI);
        final ByteBuffer expected = ByteBuffer.allocate(LENGTH).order(ByteOrder.nativeOrder());
        expected.put((byte) -7).putInt(0x81020304).putLong(0x8102030405060708L).putFloat(-1.5f).putDouble(Math.PI);
        assertArrayEquals(expected.array(), array);
        assertEquals(-7, buffer.getByte(0));
        assertEquals(0x81020304, buffer.getInt(1));
        assertEquals(0x8102030405060708L, buffer.getLong(5));
        assertEquals(-1.5f, buffer.getFloat(13));
        assertEquals(Math.PI, buffer.getDouble(17));
        buffer.fill(1, 24, (byte) 0);
        assertArrayEquals(ByteBuffer.allocate(LENGTH).put((byte) -7).array(), array);
    }

    @Test
    void shouldCopyToOthersAndWithin() {
        final byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8};
        final LocalBuffer here = LocalBuffer.of(bytes);
        final int[] ints = new int[3];
        here.copyTo(2, LocalBuffer.of(ints), 4, 4);
        assertArrayEquals(new int[] {0, ByteBuffer.wrap(bytes, 2, 4).order(ByteOrder.nativeOrder()).getInt(), 0}, ints);
        here.copyTo(0, here, 1, 6);
        assertArrayEquals(new byte[] {1, 1, 2, 3, 4, 5, 6, 8}, bytes);
        assertRefused(() -> here.copyTo(5, here, 0, 4));
        assertRefused(() -> here.copyTo(0, here, 5, 4));
        assertRefused(() -> here.copyTo(0, LocalBuffer.of(ints), -4, 4));
        assertRefused(() -> here.copyTo(0, here, 0, -1));
        here.copyTo(8, here, 8, 0);
    }

    @Test
    void shouldRefusePlacesOutside() {
        final LocalBuffer buffer = LocalBuffer.of(new long[5]);
        buffer.putLong(LENGTH - 8, 1);
        assertRefused(() -> buffer.putLong(LENGTH - 7, 1));
        assertRefused(() -> buffer.getDouble(LENGTH - 7));
        assertRefused(() -> buffer.putInt(LENGTH - 3, 1));
        assertRefused(() -> buffer.getFloat(LENGTH - 3));
        assertRefused(() -> buffer.getByte(LENGTH));
        assertRefused(() -> buffer.putByte(-1, (byte) 1));
        assertRefused(() -> buffer.getLong(Long.MAX_VALUE));
        assertRefused(() -> buffer.fill(8, LENGTH - 7, (byte) 1));
        assertEquals(1, buffer.getLong(LENGTH - 8));
    }

    private static void assertRefused(final Runnable access) {
        final String message = assertThrows(IndexOutOfBoundsException.class, access::run).getMessage();
        assertTrue(message.startsWith("GMT-272"), message);
    }

    @Test
    @Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldShowOneSidedMemoryUntilItIsFreed() {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, LocalBufferTest.class)) {
            assertEquals("GMT-270", cluster.call(ctx -> {
                final Armci armci = Armci.of(ctx);
                final ArmciMemory memory = armci.allocate(64);
                final LocalBuffer here = memory.local();
                armci.putLong(memory, 0, 16, 77);
                here.putLong(24, 78);
                if (here.getLong(16) != 77 || armci.getLong(memory, 0, 24) != 78) {
                    return "other values";
                }
                armci.free(memory);
                try {
                    return "read after free: " + here.getLong(16);
                } catch (final GmtException e) {
                    return e.getMessage().substring(0, 7);
                }
            }));
        }
    }
}

package org.gmt4j.aggregation.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays and memory hold the same bytes, and go on doing so when collections move the arrays. */
@Timeout(60)
final class ArrayOrMemoryTest {
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);
    private static final String SECONDS = "2.5";

    private final byte[] array = new byte[64];
    private final long memory = UnsafeApi.allocateMemory(array.length);

    @AfterEach
    void free() {
        UnsafeApi.freeMemory(memory);
    }

    @Test
    void shouldReadValuesAsTheyWereWritten() {
        both(0, (base, at) -> {
            ArrayOrMemory.putByte(base, at, (byte) -3);
            assertEquals(-3, ArrayOrMemory.getByte(base, at));
            ArrayOrMemory.putShort(base, at, (short) -300);
            assertEquals(-300, ArrayOrMemory.getShort(base, at));
            ArrayOrMemory.putInt(base, at, -70_000);
            assertEquals(-70_000, ArrayOrMemory.getInt(base, at));
            ArrayOrMemory.putLong(base, at, Long.MIN_VALUE + 7);
            assertEquals(Long.MIN_VALUE + 7, ArrayOrMemory.getLong(base, at));
            ArrayOrMemory.putFloat(base, at, -0.0f);
            assertEquals(-0.0f, ArrayOrMemory.getFloat(base, at));
            ArrayOrMemory.putDouble(base, at, Math.PI);
            assertEquals(Math.PI, ArrayOrMemory.getDouble(base, at));
        });
    }

    @Test
    void shouldTakeTheLowestByteFirstAtAnyPlace() {
        both(3, (base, at) -> {
            for (int i = 0; i < 8; i++) {
                ArrayOrMemory.putByte(base, at + i, (byte) (0x11 * (i + 1)));
            }
            assertEquals(0x2211, ArrayOrMemory.getShortLittleEndian(base, at));
            assertEquals(0x44332211, ArrayOrMemory.getIntLittleEndian(base, at));
            assertEquals(0x8877665544332211L, ArrayOrMemory.getLongLittleEndian(base, at));
        });
    }

    @Test
    void shouldFillBytesAndNoOthers() {
        both(0, (base, at) -> {
            ArrayOrMemory.fill(base, at, array.length, (byte) 1);
            ArrayOrMemory.fill(base, at + 5, 7, (byte) 2);
            final byte[] expected = new byte[array.length];
            Arrays.fill(expected, (byte) 1);
            Arrays.fill(expected, 5, 12, (byte) 2);
            assertArrayEquals(expected, bytes(base, at));
        });
    }

    @Test
    void shouldCopyBytesFromAndToBoth() {
        both(0, (source, from) -> {
            for (int i = 0; i < array.length; i++) {
                ArrayOrMemory.putByte(source, from + i, (byte) i);
            }
            final byte[] other = new byte[array.length];
            final long room = UnsafeApi.allocateMemory(array.length);
            try {
                ArrayOrMemory.copy(source, from, other, BYTES, array.length);
                ArrayOrMemory.copy(source, from, null, room, array.length);
                ArrayOrMemory.copy(source, from, null, room, 0);
                for (int i = 0; i < array.length; i++) {
                    assertEquals(i, other[i]);
                    assertEquals(i, UnsafeApi.getByte(room + i));
                }
            } finally {
                UnsafeApi.freeMemory(room);
            }
        });
    }

    /** Accesses that ask for null inside of the one call that has both fail here within a second, mostly. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseG1GC"})
    void shouldBearCollectionsThatMoveArrays(final String collector) throws Exception {
        final Process program = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xmn2m", "-Xms16m", "-Xmx64m", collector, "-cp",
            System.getProperty("java.class.path"), MovedArrays.class.getName(), SECONDS).redirectErrorStream(true)
            .start();
        try {
            assertEquals("", new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertTrue(program.waitFor(10, TimeUnit.SECONDS), "the program does not end");
            assertEquals(0, program.exitValue());
        } finally {
            program.destroyForcibly();
        }
    }

    private interface Access {
        void at(Object base, long at);
    }

    /** To an array, and to memory. */
    private void both(final int offset, final Access access) {
        access.at(array, BYTES + offset);
        access.at(null, memory + offset);
    }

    private byte[] bytes(final Object base, final long at) {
        final byte[] bytes = new byte[array.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = ArrayOrMemory.getByte(base, at + i);
        }
        return bytes;
    }
}

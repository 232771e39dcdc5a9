package org.gmt4j.aggregation.testing;

import java.util.HexFormat;
import org.agrona.UnsafeApi;

/** Some zeroed native memory between two guards that close() checks. Owned by one thread. */
public final class NativeBytes implements AutoCloseable {
    private static final int GUARD_LENGTH = 64;
    private static final byte GUARD = 0x5A;

    private final long base;
    private final int length;

    public NativeBytes(final int length) {
        this.length = length;
        base = UnsafeApi.allocateMemory(length + 2L * GUARD_LENGTH);
        UnsafeApi.setMemory(base, length + 2L * GUARD_LENGTH, GUARD);
        clear();
    }

    /** Eight-byte aligned. */
    public long address() {
        return base + GUARD_LENGTH;
    }

    public int length() {
        return length;
    }

    public void clear() {
        UnsafeApi.setMemory(address(), length, (byte) 0);
    }

    public void set(final byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            UnsafeApi.putByte(address() + i, bytes[i]);
        }
    }

    /** The first bytes, four per group. */
    public String hex(final int count) {
        return hex(address(), count);
    }

    /** Bytes of any memory, four per group. */
    public static String hex(final long address, final int count) {
        final StringBuilder groups = new StringBuilder();
        final byte[] bytes = copy(address, count);
        for (int i = 0; i < count; i += 4) {
            groups.append(i == 0 ? "" : " ").append(HexFormat.of().formatHex(bytes, i, Math.min(count, i + 4)));
        }
        return groups.toString();
    }

    public static byte[] copy(final long address, final int count) {
        final byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = UnsafeApi.getByte(address + i);
        }
        return bytes;
    }

    private void checkGuards() {
        for (int i = 0; i < GUARD_LENGTH; i++) {
            if (UnsafeApi.getByte(base + i) != GUARD || UnsafeApi.getByte(address() + length + i) != GUARD) {
                throw new AssertionError("somebody wrote outside of " + length + " bytes");
            }
        }
    }

    @Override
    public void close() {
        try {
            checkGuards();
        } finally {
            UnsafeApi.freeMemory(base);
        }
    }
}

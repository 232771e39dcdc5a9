package org.gmt4j.engine.memory;

import org.agrona.UnsafeApi;

/**
 * Copies of short pieces, as lists have them: those of 4, 8 and 16 bytes are loads and stores, where a call would cost
 * more than they do. Addresses are offsets in an array object, or addresses where that is null. Any thread; per piece.
 */
public final class PieceCopy {
    private PieceCopy() {
    }

    public static void copy(final Object source, final long from, final Object target, final long to,
                            final int bytes) {
        switch (bytes) {
            case 4:
                UnsafeApi.putInt(target, to, UnsafeApi.getInt(source, from));
                break;
            case 8:
                UnsafeApi.putLong(target, to, UnsafeApi.getLong(source, from));
                break;
            case 16:
                final long first = UnsafeApi.getLong(source, from);
                final long second = UnsafeApi.getLong(source, from + 8);
                UnsafeApi.putLong(target, to, first);
                UnsafeApi.putLong(target, to + 8, second);
                break;
            default:
                UnsafeApi.copyMemory(source, from, target, to, bytes);
                break;
        }
    }
}

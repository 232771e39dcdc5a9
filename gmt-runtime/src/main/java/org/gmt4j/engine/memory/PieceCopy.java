package org.gmt4j.engine.memory;

import org.gmt4j.aggregation.memory.ArrayOrMemory;

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
                ArrayOrMemory.putInt(target, to, ArrayOrMemory.getInt(source, from));
                break;
            case 8:
                ArrayOrMemory.putLong(target, to, ArrayOrMemory.getLong(source, from));
                break;
            case 16:
                final long first = ArrayOrMemory.getLong(source, from);
                final long second = ArrayOrMemory.getLong(source, from + 8);
                ArrayOrMemory.putLong(target, to, first);
                ArrayOrMemory.putLong(target, to + 8, second);
                break;
            default:
                ArrayOrMemory.copy(source, from, target, to, bytes);
                break;
        }
    }
}

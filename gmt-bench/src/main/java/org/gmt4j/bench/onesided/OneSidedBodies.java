package org.gmt4j.bench.onesided;

import org.gmt4j.TaskBody;
import org.gmt4j.TaskFunction;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.LocalBuffer;

/**
 * Preparation and proof at either node. Bytes follow a pattern that no gap has; doubles are small whole
 * numbers, so sums are exact.
 */
final class OneSidedBodies {
    private OneSidedBodies() {
    }

    static byte patternByte(final int offset) {
        return (byte) (offset * 31 + (offset >> 8) * 7 | 1);
    }

    static double patternDouble(final int index) {
        return 1 + index % 7;
    }

    /** Fills this node's part: bytes of the pattern, or zeros. */
    static TaskBody fillBytes(final ArmciMemory memory, final long at, final int length, final boolean isPattern) {
        return ctx -> {
            final LocalBuffer part = memory.local();
            for (int i = 0; i < length; i++) {
                part.putByte(at + i, isPattern ? patternByte(i) : 0);
            }
        };
    }

    /** Fills this node's part with doubles of the pattern. */
    static TaskBody fillDoubles(final ArmciMemory memory, final long at, final int length) {
        return ctx -> {
            final LocalBuffer part = memory.local();
            for (int i = 0; i < length / Double.BYTES; i++) {
                part.putDouble(at + (long) i * Double.BYTES, patternDouble(i));
            }
        };
    }

    /** Whether this node's part has the pattern in the patch and zeros in the gaps. */
    static TaskFunction<Boolean> hasBytes(final ArmciMemory memory, final long at, final int rowBytes,
                                          final int rows, final int stride) {
        return ctx -> {
            final Rows patch = new Rows(rowBytes, rows, stride);
            final LocalBuffer part = memory.local();
            for (int i = 0; i < patch.extent(); i++) {
                if (part.getByte(at + i) != (patch.covers(i) ? patternByte(i) : 0)) {
                    return false;
                }
            }
            return true;
        };
    }

    /** Whether this node's part has so many times the pattern's doubles in the patch and zeros in the gaps. */
    static TaskFunction<Boolean> hasSums(final ArmciMemory memory, final long at, final int rowBytes,
                                         final int rows, final int stride, final long times) {
        return ctx -> {
            final Rows patch = new Rows(rowBytes, rows, stride);
            final LocalBuffer part = memory.local();
            for (int i = 0; i < patch.extent() / Double.BYTES; i++) {
                final double expected = patch.covers(i * Double.BYTES) ? times * patternDouble(i) : 0;
                if (part.getDouble(at + (long) i * Double.BYTES) != expected) {
                    return false;
                }
            }
            return true;
        };
    }
}

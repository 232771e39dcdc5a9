package org.gmt4j.aggregation.wire;

import java.nio.ByteOrder;

/**
 * Version and alignment of everything that travels, and the overview of one buffer:
 *
 * <pre>
 * buffer   | header 32 | block | block | ...
 * request  | header 32 | command | command | ...          one lane of one origin, one destination
 * command  | word0 8   | operands 0..n x 8 | data, padded to 8
 * reply    | header 32 | value 8 or 4 | bulk data, padded | ... | padding   answers exactly one request block
 *            ... | failures n x 8 | times 16, when the request asks for them
 * </pre>
 */
public final class WireFormat {
    /** Changes whenever any record changes; nodes of different versions refuse each other when they join. */
    public static final int VERSION = 9;
    public static final int ALIGNMENT = 8;

    private WireFormat() {
    }

    /** Rounds up to the alignment of the wire. */
    public static int align(final int length) {
        return (length + (ALIGNMENT - 1)) & -ALIGNMENT;
    }

    public static boolean isAligned(final int length) {
        return (length & (ALIGNMENT - 1)) == 0;
    }

    /** The records are read and written with native stores, so the machine must be little-endian. */
    public static void requireLittleEndian() {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalStateException("GMT's wire format needs a little-endian machine");
        }
    }
}

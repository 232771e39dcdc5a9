package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * A message between the two ends of a rendezvous: one record is all of a block of the reply class with the flag
 * {@link BlockHeader#TRANSFER}. The header's lane and slot name lane and transfer at the receiver; neither credit nor
 * answer is needed.
 *
 * <pre>
 *  0  i64 DATA: position among the packed bytes    GRANT: number of the transfer at the sender
 *         END: 0 or why it failed (CommandFailure)
 *  8  i32 DATA: bytes, without padding             GRANT: lane of the sender    END: 0
 * 12  i32 what: 1 GRANT, 2 DATA, 3 END
 * 16  DATA: the bytes, padded
 * </pre>
 */
public final class TransferRecord {
    public static final int HEADER_LENGTH = 16;
    /** The target of a store is ready: send. */
    public static final int GRANT = 1;
    public static final int DATA = 2;
    /** Nothing more will come. */
    public static final int END = 3;

    private TransferRecord() {
    }

    public static void encode(final long address, final int what, final long value, final int length) {
        UnsafeApi.putLong(address, value);
        UnsafeApi.putInt(address + 8, length);
        UnsafeApi.putInt(address + 12, what);
    }

    public static long value(final long address) {
        return UnsafeApi.getLong(address);
    }

    public static int length(final long address) {
        return UnsafeApi.getInt(address + 8);
    }

    public static int what(final long address) {
        return UnsafeApi.getInt(address + 12);
    }
}

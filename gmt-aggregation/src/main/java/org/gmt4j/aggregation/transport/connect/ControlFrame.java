package org.gmt4j.aggregation.transport.connect;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A message of the handshake. Mutable, reused; owned by the thread of the transport.
 *
 * <pre>
 *  0  i32 magic "GMTC"                      4  u8 version   5  u8 type
 *  6  u16 number of the closing (CLOSE, CLOSED, STAY), 0 in others
 *  8  i32 source node                      12  i32 destination node
 * 16  i64 epoch: grows with each try of a pair of nodes
 * 24  i64 nonce of the asker               32  i64 nonce of the answerer, 0 in REQUEST
 * 40  i64 request stream: ticket (ANSWER, CONFIRM) or position written (CLOSE, CLOSED)
 * 48  i64 reply stream: the same
 * 56  32 bytes HMAC-SHA-256 over the addresses of source and destination and the bytes above
 * </pre>
 */
final class ControlFrame {
    static final int SIGNED_LENGTH = 56;
    static final int LENGTH = SIGNED_LENGTH + ConnectKey.MAC_LENGTH;
    static final byte VERSION = 3;
    private static final int MAGIC = 0x43544D47;          // "GMTC" in memory

    /** Kinds of messages, see {@link Connection}. */
    enum Type {
        REQUEST, ANSWER, CONFIRM, ACK, CLOSE, CLOSED, DONE, STAY, BROKEN;

        private static final Type[] ALL = values();
    }

    Type type;
    int closing;
    int source;
    int destination;
    long epoch;
    long askerNonce;
    long answererNonce;
    long request;
    long reply;

    private static ByteBuffer over(final byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes all but the code. */
    void encode(final byte[] bytes) {
        over(bytes).putInt(MAGIC).put(VERSION).put((byte) type.ordinal()).putShort((short) closing)
            .putInt(source).putInt(destination).putLong(epoch).putLong(askerNonce).putLong(answererNonce)
            .putLong(request).putLong(reply);
    }

    /** Reads all but the code. Returns false when it is no frame of ours, whoever signed it. */
    boolean decode(final byte[] bytes, final int length) {
        if (length != LENGTH) {
            return false;
        }
        final ByteBuffer in = over(bytes);
        final boolean isOurs = in.getInt() == MAGIC && in.get() == VERSION;
        final int kind = in.get() & 0xff;
        if (!isOurs || kind >= Type.ALL.length) {
            return false;
        }
        type = Type.ALL[kind];
        closing = in.getShort() & 0xffff;
        source = in.getInt();
        destination = in.getInt();
        epoch = in.getLong();
        askerNonce = in.getLong();
        answererNonce = in.getLong();
        request = in.getLong();
        reply = in.getLong();
        return true;
    }

    @Override
    public String toString() {
        return type + " " + source + ">" + destination + " epoch " + epoch;
    }
}

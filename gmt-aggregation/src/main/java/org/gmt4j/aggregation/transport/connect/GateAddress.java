package org.gmt4j.aggregation.transport.connect;

import java.nio.ByteBuffer;
import org.gmt4j.aggregation.transport.TransportException;

/**
 * The address of a node behind a gate. Immutable; set-up.
 *
 * <pre>
 *   | i32 length of the next | address of the transport below | u8 1: buffers carry a seal |
 *   | 16 bytes: the node's life | address of the control channel |
 * </pre>
 *
 * <p>The life is drawn at random when a node starts. Every code of the handshake and every key of a stream goes over
 * the addresses of both nodes; so nothing that was signed in one life of a node means anything in another, under the
 * same key or not.
 */
record GateAddress(byte[] data, boolean isSealed, byte[] life, byte[] control) {
    static final int LIFE_LENGTH = 16;

    byte[] encode() {
        return ByteBuffer.allocate(Integer.BYTES + data.length + 1 + LIFE_LENGTH + control.length)
            .putInt(data.length).put(data).put((byte) (isSealed ? 1 : 0)).put(life).put(control).array();
    }

    /** Reads the address of a node. */
    static GateAddress decode(final int node, final byte[] bytes) {
        final ByteBuffer in = ByteBuffer.wrap(bytes);
        final int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        if (length < 0 || length >= in.remaining() - LIFE_LENGTH - 1) {
            throw new TransportException(TransportException.Code.BAD_ADDRESS, "the address of node " + node
                + " has no control channel: use the same connections and the same version on all nodes");
        }
        final byte[] data = new byte[length];
        in.get(data);
        final boolean isSealed = in.get() != 0;
        final byte[] life = new byte[LIFE_LENGTH];
        in.get(life);
        final byte[] control = new byte[in.remaining()];
        in.get(control);
        return new GateAddress(data, isSealed, life, control);
    }
}

package org.gmt4j.engine.bootstrap;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Frames between a node and the seed: {@code int length | byte type | payload}, big-endian, length counts type and
 * payload.
 *
 * <pre>
 *   node                                        seed
 *     |  ◄── HELLO   magic, version, challenge    |   first, to anyone who connects
 *     |  JOIN   magic, version, node id, count,   |
 *     |         challenge, proof of the key ──►   |
 *     |  ◄── WELCOME proof of the key, job id     |   or REFUSED message, and the connection is closed
 *     |  GATHER round, limit, bytes ──►           |
 *     |  ◄── GATHERED round, bytes of all nodes   |   or ABORTED message
 *     |  BEAT ──►            ◄── BEAT             |   signs of life
 *     |  ◄── FAILED  node id, reason              |
 *     |  REPORT reason ──►   LEAVE ──►            |
 * </pre>
 */
final class SeedProtocol {

    static final long MAGIC = 0x474D_5453_4545_4421L;   // "GMTSEED!"
    static final int VERSION = 1;

    static final byte HELLO = 1;
    static final byte JOIN = 2;
    static final byte WELCOME = 3;
    static final byte REFUSED = 4;
    static final byte GATHER = 5;
    static final byte GATHERED = 6;
    static final byte ABORTED = 7;
    static final byte BEAT = 8;
    static final byte FAILED = 9;
    static final byte REPORT = 10;
    static final byte LEAVE = 11;

    static final int HEADER_LENGTH = Integer.BYTES + 1;
    /** Longest frame of a peer that has not shown the key yet. */
    static final int MAX_STRANGER_FRAME = 256;
    /** Longest frame of a member: one contribution. */
    static final int MAX_MEMBER_FRAME = 8 << 20;
    /** Longest frame of the seed: the contributions of all. */
    static final int MAX_SEED_FRAME = 1 << 30;

    static final String NODE_ROLE = "node";
    static final String SEED_ROLE = "seed";

    private SeedProtocol() {
    }

    static String claim(final int version, final int nodeId, final int nodeCount) {
        return "v" + version + " node " + nodeId + " of " + nodeCount;
    }

    static ByteBuffer frame(final byte type, final int payloadLength) {
        return ByteBuffer.allocate(HEADER_LENGTH + payloadLength).putInt(1 + payloadLength).put(type);
    }

    static ByteBuffer frame(final byte type) {
        return frame(type, 0).flip();
    }

    static ByteBuffer textFrame(final byte type, final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return frame(type, bytes.length).put(bytes).flip();
    }

    static ByteBuffer hello(final byte[] serverNonce) {
        return frame(HELLO, Long.BYTES + Integer.BYTES + JobKey.NONCE_LENGTH)
            .putLong(MAGIC).putInt(VERSION).put(serverNonce).flip();
    }

    static ByteBuffer join(final int nodeId, final int nodeCount, final byte[] clientNonce, final byte[] proof) {
        return frame(JOIN, Long.BYTES + 3 * Integer.BYTES + JobKey.NONCE_LENGTH + JobKey.MAC_LENGTH)
            .putLong(MAGIC).putInt(VERSION).putInt(nodeId).putInt(nodeCount).put(clientNonce).put(proof).flip();
    }

    static ByteBuffer welcome(final byte[] proof, final String jobId) {
        final byte[] id = jobId.getBytes(StandardCharsets.UTF_8);
        return frame(WELCOME, JobKey.MAC_LENGTH + id.length).put(proof).put(id).flip();
    }

    static ByteBuffer gather(final int round, final long limitNs, final byte[] value) {
        return frame(GATHER, Integer.BYTES + Long.BYTES + value.length).putInt(round).putLong(limitNs).put(value)
            .flip();
    }

    static ByteBuffer gathered(final int round, final byte[][] values) {
        int length = Integer.BYTES;
        for (final byte[] value : values) {
            length = Math.addExact(length, Integer.BYTES + value.length);
        }
        final ByteBuffer frame = frame(GATHERED, length).putInt(round);
        for (final byte[] value : values) {
            frame.putInt(value.length).put(value);
        }
        return frame.flip();
    }

    static byte[][] gatheredValues(final ByteBuffer payload, final int nodeCount) {
        final byte[][] values = new byte[nodeCount][];
        for (int id = 0; id < nodeCount; id++) {
            values[id] = bytes(payload, payload.getInt());
        }
        return values;
    }

    static ByteBuffer failed(final NodeFailure failure) {
        final byte[] reason = failure.reason().getBytes(StandardCharsets.UTF_8);
        return frame(FAILED, Integer.BYTES + reason.length).putInt(failure.nodeId()).put(reason).flip();
    }

    static byte[] bytes(final ByteBuffer payload, final int length) {
        final byte[] bytes = new byte[length];
        payload.get(bytes);
        return bytes;
    }

    static String text(final ByteBuffer payload) {
        return new String(bytes(payload, payload.remaining()), StandardCharsets.UTF_8);
    }
}

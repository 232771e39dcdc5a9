package org.gmt4j.engine.bootstrap;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A node's request to join, as the seed sees it.
 *
 * @param version   seed protocol of the node
 * @param nodeId    id that the node claims
 * @param nodeCount number of nodes that it expects
 * @param isProven  whether it knows the job's key
 * @param answer    the seed's own proof, for the node
 */
record SeedAdmission(int version, int nodeId, int nodeCount, boolean isProven, byte[] answer) {

    private static final int LENGTH_IN_ANY_VERSION = Long.BYTES + Integer.BYTES;

    /** Reads a JOIN frame behind its type; throws when no node of any version can have sent it. */
    static SeedAdmission of(final ByteBuffer frame, final byte[] challenge, final JobKey key) throws IOException {
        if (frame.remaining() < LENGTH_IN_ANY_VERSION || frame.getLong() != SeedProtocol.MAGIC) {
            throw new IOException("not a node of GMT");
        }
        final int version = frame.getInt();
        if (version != SeedProtocol.VERSION) {
            return new SeedAdmission(version, 0, 0, false, new byte[0]);
        }
        final int nodeId = frame.getInt();
        final int nodeCount = frame.getInt();
        final byte[] clientNonce = SeedProtocol.bytes(frame, JobKey.NONCE_LENGTH);
        final byte[] proof = SeedProtocol.bytes(frame, JobKey.MAC_LENGTH);
        final String claim = SeedProtocol.claim(version, nodeId, nodeCount);
        final boolean isProven =
            JobKey.sameProof(proof, key.proof(SeedProtocol.NODE_ROLE, challenge, clientNonce, claim));
        return new SeedAdmission(version, nodeId, nodeCount, isProven,
            key.proof(SeedProtocol.SEED_ROLE, challenge, clientNonce, claim));
    }

    /**
     * @param count  number of nodes of the job
     * @param joined nodes that have joined
     * @param remote address of the request
     * @param ended  reason for the end of the job, or null
     * @return reason for a refusal, with code; null to admit the node
     */
    String objection(final int count, final boolean[] joined, final String remote, final String ended) {
        if (version != SeedProtocol.VERSION) {
            return BootstrapException.WRONG_PROTOCOL + " the node speaks seed protocol " + version + ", the seed "
                + SeedProtocol.VERSION + ". Install the same version of GMT on all hosts.";
        }
        if (!isProven) {
            return BootstrapException.WRONG_KEY + " the node's job key is not the seed's. Set the same GMT_JOB_KEY on "
                + "all nodes.";
        }
        if (nodeCount != count) {
            return BootstrapException.REFUSED + " node " + nodeId + " (from " + remote + ") believes in " + nodeCount
                + " nodes, the job has " + count + ". Set the same GMT_NODES on all nodes.";
        }
        if (nodeId < 0 || nodeId >= count) {
            return BootstrapException.REFUSED + " node id " + nodeId + " is not in 0.." + (count - 1)
                + ". Check GMT_NODE_ID.";
        }
        if (joined[nodeId]) {
            return BootstrapException.REFUSED + " node " + nodeId + " has joined already; a second one (from " + remote
                + ") is refused. Give each node its own GMT_NODE_ID.";
        }
        return ended;
    }
}

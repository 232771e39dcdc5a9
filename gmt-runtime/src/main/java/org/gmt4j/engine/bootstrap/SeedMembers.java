package org.gmt4j.engine.bootstrap;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The nodes of a job as its seed sees them: members, nodes that are gone, and the end of the job. Owned by the
 * {@link SeedServer}'s thread.
 *
 * <pre> absent ──join──► member ──leave or fail──► gone </pre>
 */
final class SeedMembers {
    private final int nodeCount;
    private final SeedConnection[] connections;
    private final boolean[] joined;
    private int joinedCount;
    private final boolean[] gone;
    private String ended;

    SeedMembers(final int nodeCount) {
        this.nodeCount = nodeCount;
        connections = new SeedConnection[nodeCount];
        joined = new boolean[nodeCount];
        gone = new boolean[nodeCount];
    }

    /** @return reason for refusing this node, with code; null to admit it */
    String objection(final SeedAdmission admission, final String remote) {
        return admission.objection(nodeCount, joined, remote, ended);
    }

    /** @return true when all nodes have joined with this one */
    boolean join(final int nodeId, final SeedConnection connection) {
        connections[nodeId] = connection;
        joined[nodeId] = true;
        return ++joinedCount == nodeCount;
    }

    boolean isGone(final int nodeId) {
        return gone[nodeId];
    }

    /** Notes that a node has left or failed. Returns false when it was gone before. */
    boolean goes(final int nodeId) {
        final boolean wasThere = !gone[nodeId];
        gone[nodeId] = true;
        return wasThere;
    }

    boolean isEnded() {
        return ended != null;
    }

    /** Ends the job; the first reason counts. */
    void end(final String why) {
        if (ended == null) {
            ended = why;
        }
    }

    /** Sends a frame to all current members. */
    void broadcast(final ByteBuffer frame) {
        for (int id = 0; id < nodeCount; id++) {
            if (joined[id] && !gone[id]) {
                connections[id].send(frame);
            }
        }
    }

    /** Describes the nodes that are missing at the end of the time to join; empty when all have joined. */
    Optional<String> describeAbsent(final long timeoutNs) {
        final List<Integer> absent = new ArrayList<>();
        final List<Integer> present = new ArrayList<>();
        for (int id = 0; id < nodeCount; id++) {
            (joined[id] ? present : absent).add(id);
        }
        return absent.isEmpty() ? Optional.empty()
            : Optional.of(JoinMessages.notJoined(absent, present, nodeCount, timeoutNs));
    }
}

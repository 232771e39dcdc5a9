package org.gmt4j.aggregation.queue;

/** The state of a rendezvous at one of its sides. Owned by a lane. */
final class Transfer {
    enum Role {
        /** A store, at its origin: waits for a grant, sends, waits for the end. */
        STORE_FROM,
        /** A get, at its origin: takes data until all are there. */
        GET_INTO,
        /** A store, at its target: waits for its turn, grants, takes data, says that it is over. */
        STORE_INTO,
        /** A get, at its target: waits for its turn, sends. */
        GET_FROM,
        /** Nothing but the message that a transfer of the other side is over. */
        REFUSAL
    }

    final Role role;
    final int node;
    final long length;
    /** Null for a refusal. */
    final TransferEnd end;
    /** Of the origin; null at the target. */
    final Completion owner;
    /** Here; 0 where the other side never names it. */
    int number;
    int peerLane;
    int peerNumber;
    /** Of the announcement, at the origin. */
    int generation;
    /** Bytes sent or taken so far. */
    long moved;
    /** A grant, at the target of a store, has been asked for; the end is to be said. */
    boolean mustGrant;
    boolean mustEnd;
    /** CommandFailure code, 0: none. */
    int failure;

    Transfer(final Role role, final int node, final long length, final TransferEnd end, final Completion owner) {
        this.role = role;
        this.node = node;
        this.length = length;
        this.end = end;
        this.owner = owner;
    }

    boolean isOrigin() {
        return owner != null;
    }

    boolean isMoved() {
        return moved == length;
    }

    /** Lays out a piece, or packs one, here; why that cannot be done is noted as {@link #failure}. */
    void move(final long packed, final int bytes) {
        final CommandFailure why = end.move(packed, bytes, moved);
        if (why != null) {
            failure = why.code();
        }
    }
}

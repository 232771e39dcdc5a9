package org.gmt4j.engine.onesided;

import java.util.concurrent.atomic.AtomicLongArray;
import org.gmt4j.engine.memory.Segment;

/**
 * The parts of an array that other processes of the host own and this one has mapped. Any thread; per access.
 *
 * <p>The part of a failed node stays mapped until the array is freed, so that whoever has just asked for it may finish;
 * it is out of reach for the next, whose command then reports the failure.
 */
final class PeerParts {
    /** By node, null for those that are not mapped. */
    private final Segment[] mapped;
    /** The same without failed nodes; replaced, never changed. Plain: who still reads the old one does no harm. */
    private Segment[] inReach;

    /** @param addresses by node, 0 for those that are not mapped */
    PeerParts(final int id, final int elementLength, final long[] lengths, final AtomicLongArray addresses) {
        mapped = new Segment[lengths.length];
        for (int node = 0; node < lengths.length; node++) {
            if (addresses.get(node) != 0) {
                mapped[node] = Segment.ofPeer(id, elementLength, lengths[node] / elementLength, addresses.get(node));
            }
        }
        inReach = mapped;
    }

    Segment inReach(final int node) {
        return inReach[node];
    }

    Segment mapped(final int node) {
        return mapped[node];
    }

    synchronized void lost(final int node) {
        final Segment[] others = inReach.clone();
        others[node] = null;
        inReach = others;
    }

    /** Before they are unmapped: views that outlive the array find no address. */
    void forget() {
        for (final Segment part : mapped) {
            if (part != null) {
                part.forget();
            }
        }
    }
}

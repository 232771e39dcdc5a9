package org.gmt4j.engine.onesided;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.engine.memory.ProtocolConfig;

/**
 * The one-sided core as one task has it: its transfers, which share the description of both sides, the receivers of
 * gets, and the choice of a protocol. Beneath the verbs of programs and the ranges of arrays. Belongs to one context;
 * made once, set-up.
 */
public final class OneSided {
    private final WindowTransfer windows;
    private final RangeTransfer ranges;
    private final ContiguousTransfer contiguous;
    private final StridedTransfer strided;
    private final VectorTransfer vectors;
    private final PatchListTransfer patches;

    /**
     * @param regions    of the node
     * @param task       asked before a copy overtakes commands
     * @param operations of the task, for what it waits for before a copy
     * @param aggregator through which its commands go
     */
    public OneSided(final RegionTable regions, final IssuingTask task, final Completion operations,
                    final Aggregator aggregator) {
        final PackedTargets targets = new PackedTargets();
        final ProtocolConfig protocols = regions.protocols();
        final RendezvousTransfer rendezvous = new RendezvousTransfer(aggregator, regions.nodeId(), protocols);
        windows = new WindowTransfer(task, operations, aggregator, regions.windows());
        strided = new StridedTransfer(aggregator, regions.nodeId(), targets, rendezvous, windows);
        ranges = new RangeTransfer(aggregator, strided, targets, rendezvous, windows);
        contiguous = new ContiguousTransfer(aggregator, ranges, strided, rendezvous, windows);
        vectors = new VectorTransfer(aggregator, strided, targets, ranges, contiguous);
        patches = new PatchListTransfer(strided);
    }

    /** Copies through memory that processes share. */
    public WindowTransfer windows() {
        return windows;
    }

    /** Ranges of bytes, and parts of patches. */
    public RangeTransfer ranges() {
        return ranges;
    }

    /** Accumulates of ranges, and single values. */
    public ContiguousTransfer contiguous() {
        return contiguous;
    }

    /** Patches. */
    public StridedTransfer strided() {
        return strided;
    }

    /** A place of a node's part, for the one call that it is handed to. @param offset in bytes */
    public RemoteSide place(final Region region, final int node, final long offset) {
        final RemoteSide there = strided.there();
        there.of(region, node, offset);
        return there;
    }

    /** Lists of patches. */
    public PatchListTransfer patches() {
        return patches;
    }

    /** Lists of pieces. */
    public VectorTransfer vectors() {
        return vectors;
    }
}

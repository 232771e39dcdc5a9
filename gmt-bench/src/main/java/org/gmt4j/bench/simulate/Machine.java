package org.gmt4j.bench.simulate;

import java.util.Locale;

/**
 * Named sets of costs. Where each number comes from is in docs/experiments/contention.md; numbers chosen for want of a
 * source, is said there as well.
 */
public enum Machine {
    /** The machine of docs/performance.md and a network that was chosen. */
    HERE(CostModel.DEFAULT),
    /**
     * A Cray XT5 with SeaStar2+ and Portals: one event queue for all senders, so that looking costs nothing for each of
     * them.
     */
    XT5(CostModel.DEFAULT.with(Cost.LATENCY, 5_500).with(Cost.DISTANCE, 57).with(Cost.WIRE, 0.5).with(Cost.EDGE, 0)
        .with(Cost.PASS, 100).with(Cost.BUFFER, 2_000).with(Cost.SEND, 1_000).with(Cost.ACK, 1_000)
        .with(Cost.FORWARD, 500).with(Cost.COMMAND, 100).with(Cost.BLOCK, 0).with(Cost.COPY, 0.4).with(Cost.WAKE, 5_000)
        .with(Cost.STREAMS, 256));

    private final CostModel costs;

    Machine(final CostModel costs) {
        this.costs = costs;
    }

    public CostModel costs() {
        return costs;
    }

    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}

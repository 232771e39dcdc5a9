package org.gmt4j.engine.profile;

/** Blocks of commands that one executor executes. Owned by its thread. Per block. */
public final class HelperProfile {
    private final NodeProfile node;
    private final int lane;
    private final long longNs;
    private final Sampler batches;
    private final RoleTimes times;

    HelperProfile(final NodeProfile node, final int lane, final RoleTimes times, final ProfileConfig config) {
        this.node = node;
        this.lane = lane;
        this.times = times;
        longNs = config.longNs();
        batches = new Sampler(config.blocks());
    }

    /** A block is about to be executed. @return to be given to {@link #ended} */
    public int begins() {
        return times.enter(Role.HELPER);
    }

    /**
     * It has been, or it was refused.
     *
     * @param before  what {@link #begins} returned
     * @param sinceNs when it began
     */
    public void ended(final int before, final long sinceNs, final int origin, final long commands) {
        times.goBack(before);
        final long ns = times.sinceNs() - sinceNs;
        if (batches.isDue() || ns >= longNs) {
            final ProfileEvents.HelperBatch event = new ProfileEvents.HelperBatch();
            event.node = node.nodeId();
            event.lane = lane;
            event.origin = origin;
            event.commands = commands;
            event.took = ns;
            event.commit();
        }
    }

    /** When the thread last changed its role: after {@link #begins}, the begin of the block. */
    public long sinceNs() {
        return times.sinceNs();
    }
}

package org.gmt4j.engine.profile;

/** Measures the blocks of commands that one executor executes. Owned by its thread. Per block. */
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

    /** Notes the start of a block. The result must be passed to {@link #ended}. */
    public int begins() {
        return times.enter(Role.HELPER);
    }

    /**
     * Notes that a block has been executed, or was refused.
     *
     * @param before  result of {@link #begins}
     * @param sinceNs start of the block
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

    /** Returns the time of the thread's last change of role: after {@link #begins}, the start of the block. */
    public long sinceNs() {
        return times.sinceNs();
    }
}

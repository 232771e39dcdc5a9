package org.gmt4j.engine.profile;

import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.LaneProbe;

/**
 * Measures blocks, their stages, and stalls of one lane. Owned by its thread, {@link #nowNs} by any; figures any
 * thread. Per block: mostly a countdown.
 *
 * <p>Between nodes of one host all stages are distinguished. Between hosts, whose clocks are unrelated, the time
 * outside of the execution is halved: one half is called wire, the other reply.
 */
public final class LaneProfile implements LaneProbe {
    private final NodeProfile node;
    private final int lane;
    private final long longNs;
    private final Sampler blocks;
    private final StageTimes[] stages = new StageTimes[Stage.values().length];
    private final long[] creditStallNs;
    private final long[] poolStallNs;
    private WakeSource wakes;                  // null when no tasks wait for this lane
    private int readyBefore;
    private long appliedNs;

    LaneProfile(final NodeProfile node, final int lane, final ProfileConfig config) {
        this.node = node;
        this.lane = lane;
        longNs = config.longNs();
        blocks = new Sampler(config.blocks());
        creditStallNs = new long[node.nodeCount()];
        poolStallNs = new long[node.nodeCount()];
        for (int i = 0; i < stages.length; i++) {
            stages[i] = new StageTimes();
        }
    }

    /** Sets the worker whose tasks are woken by replies. Before start. */
    public void wakes(final WakeSource source) {
        wakes = source;
    }

    @Override
    public boolean blockClosed(final int destination, final int length, final int commands, final FlushReason reason) {
        if (!blocks.isDue()) {
            return false;
        }
        final ProfileEvents.BlockClosed event = new ProfileEvents.BlockClosed();
        event.node = node.nodeId();
        event.lane = lane;
        event.destination = destination;
        event.length = length;
        event.commands = commands;
        event.reason = reason.name();
        event.commit();
        return true;
    }

    @Override
    public long nowNs() {
        return System.nanoTime();
    }

    @Override
    public void answered(final int destination, final long openedNs, final long closedNs, final long departedNs,
                         final long begunNs, final long endedNs) {
        final long nowNs = System.nanoTime();
        appliedNs = nowNs;
        readyBefore = wakes == null ? 0 : wakes.readyCount();
        final ProfileEvents.BlockTimes event = new ProfileEvents.BlockTimes();
        event.node = node.nodeId();
        event.lane = lane;
        event.destination = destination;
        event.issueToBlock = closedNs - openedNs;
        event.blockToBuffer = departedNs - closedNs;
        event.execution = endedNs - begunNs;
        event.halved = !node.hasClockOf(destination) || begunNs < departedNs || nowNs < endedNs;
        if (event.halved) {
            event.wire = Math.max(0, nowNs - departedNs - event.execution) / 2;
            event.reply = event.wire;
        } else {
            event.wire = begunNs - departedNs;
            event.reply = nowNs - endedNs;
        }
        event.commit();
        record(Stage.ISSUE_TO_BLOCK, event.issueToBlock);
        record(Stage.BLOCK_TO_BUFFER, event.blockToBuffer);
        record(Stage.WIRE, event.wire);
        record(Stage.EXECUTION, event.execution);
        record(Stage.REPLY, event.reply);
        record(Stage.WHOLE, nowNs - openedNs);
    }

    private void record(final Stage stage, final long ns) {
        stages[stage.ordinal()].record(ns);
    }

    @Override
    public void applied() {
        if (wakes != null && wakes.readyCount() > readyBefore) {
            wakes.newestWasWoken(appliedNs);
        }
    }

    @Override
    public void stalled(final int destination, final boolean isForCredit, final long sinceNs) {
        final long ns = System.nanoTime() - sinceNs;
        (isForCredit ? creditStallNs : poolStallNs)[destination] += ns;
        if (ns >= longNs || blocks.isDue()) {
            final ProfileEvents.Stall event = new ProfileEvents.Stall();
            event.node = node.nodeId();
            event.lane = lane;
            event.destination = destination;
            event.kind = isForCredit ? "credit" : "block";
            event.took = ns;
            event.commit();
        }
    }

    StageTimes stage(final Stage stage) {
        return stages[stage.ordinal()];
    }

    void addStalls(final long[] credit, final long[] pool) {
        for (int i = 0; i < credit.length; i++) {
            credit[i] += creditStallNs[i];
            pool[i] += poolStallNs[i];
        }
    }
}

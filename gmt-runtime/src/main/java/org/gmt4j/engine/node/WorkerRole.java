package org.gmt4j.engine.node;

import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.engine.task.Worker;
import org.gmt4j.engine.waiting.Expecting;

/** Runs tasks, and closes old blocks that they have filled. Owned by its thread. Per turn. */
final class WorkerRole implements NodeRole {
    private final AggregationConfig config;
    private final LaneDesk desk;
    private final Worker worker;

    WorkerRole(final NodeParts parts, final int index, final LaneDesk desk) {
        this.desk = desk;
        config = parts.aggregation();
        worker = parts.tasks().newWorker(index, desk.lane(), desk);
        worker.onWakeUp(desk.thread()::wake);
        if (desk.profile() != null) {
            desk.profile().wakes(worker);
            worker.profile(parts.profile().worker(index));
        }
    }

    Worker worker() {
        return worker;
    }

    LaneDesk desk() {
        return desk;
    }

    @Override
    public void begin() {
        worker.begin();
    }

    /** Runs on a thread of its own. */
    @Override
    public int turn(final long nowNs) {
        int work = desk.takeReplies() + worker.run(nowNs);
        closeBlocks(nowNs);
        work += desk.sendReplies();
        return worker.hasWork() ? work + 1 : work;
    }

    /** Closes old blocks, or all of them when nothing can run, since no command would be added. */
    void closeBlocks(final long nowNs) {
        if (worker.hasWork()) {
            desk.closeExpired(nowNs, runnableNs(config.blockTimeoutNs()));
        } else {
            desk.closeAll(nowNs);
        }
    }

    /** Returns the time that the runnable tasks will take, as estimated by GMT, up to the limit. */
    long runnableNs(final long limitNs) {
        return Math.min(worker.runnableCount() * config.nsPerTask(), limitNs);
    }

    @Override
    public Expecting expecting() {
        final Expecting expecting = desk.expecting();
        return expecting != Expecting.NOTHING ? expecting
            : worker.hasDeadlines() ? Expecting.DEADLINE
            : worker.waitingCount() > 0 ? Expecting.PARTNERS : Expecting.NOTHING;
    }

    @Override
    public boolean hasArrived() {
        return desk.hasReplies() || worker.hasWork();
    }

    @Override
    public void tidyUp() {
        desk.aggregator().forgetCompleted();
    }
}

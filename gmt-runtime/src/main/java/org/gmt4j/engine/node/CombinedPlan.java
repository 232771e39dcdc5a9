package org.gmt4j.engine.node;

import java.util.EnumSet;
import java.util.List;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.engine.profile.Role;
import org.gmt4j.engine.profile.RoleTimes;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.waiting.Expecting;

/**
 * Plan combined: one thread is worker, helper and communication server in turn. Blocks never change hands inside the
 * node, memory needs no atomic operations, and no thread spins for another thread of the same node.
 *
 * <pre>
 * poll replies - poll and execute requests - run fibers - close old blocks (all, when nothing can run) - send - idle
 * </pre>
 *
 * <p>Long chunks do not starve the other roles: the thread communicates briefly each time a block fills, and between
 * chunks. The roles are fields and not a list, so that the compiler sees which turn it calls.
 */
final class CombinedPlan implements NodeRole, LaneDesk.Communication {
    private final AggregationConfig config;
    private final TaskRuntime tasks;
    private final RoleTimes times;                   // null without a profile
    private final ServerRole server;
    private final LaneDesk desk;
    private final HelperRole helper;
    private final WorkerRole worker;

    private CombinedPlan(final NodeParts parts) {
        config = parts.aggregation();
        tasks = parts.tasks();
        server = new ServerRole(parts, 1);
        final NodeThread thread = new NodeThread("combined", parts, EnumSet.allOf(Role.class), Role.SERVER,
            server.isWokenByTransport());
        times = thread.times();
        server.runsOn(thread);
        desk = new LaneDesk(parts, thread, 0, server.server(), Role.SERVER, this, false);
        final DirectDoor door = new DirectDoor(server.server(), thread::cannotGoOn);
        desk.aggregator().transfers().sendDirectly(door);
        desk.lane().replies().sendDirectly(door);
        helper = new HelperRole(parts, desk, true);
        worker = new WorkerRole(parts, 0, desk);
        server.serves(List.of(worker), List.of(helper), desk);
        tasks.onWakeWorkers(thread::wake);
        thread.runs(this);
    }

    /** Returns the node's thread, not started. */
    static NodeThreads of(final NodeParts parts) {
        final CombinedPlan plan = new CombinedPlan(parts);
        return new NodeThreads(plan.server, List.of(plan.worker), List.of(plan.helper), List.of());
    }

    @Override
    public void begin() {
        worker.begin();
    }

    @Override
    public int turn(final long nowNs) {
        int work = server.poll();
        helper.publishActivity();
        enter(Role.WORKER);
        work += worker.worker().run(nowNs);
        enter(Role.SERVER);
        worker.closeBlocks(nowNs);
        work += send(nowNs, worker.worker().hasWork() ? worker.runnableNs(config.bufferTimeoutNs()) : 0);
        desk.communicated(nowNs);
        return worker.worker().hasWork() ? work + 1 : work;
    }

    private void enter(final Role role) {
        if (times != null) {
            times.enter(role);
        }
    }

    /** The task may continue for long, so requests for chunks are answered here. */
    @Override
    public int communicate(final long nowNs, final long ageNs) {
        return server.poll() + send(nowNs, tasks.takeHasAnswered() ? 0 : ageNs);
    }

    @Override
    public void publish() {
        helper.publishActivity();
    }

    private int send(final long nowNs, final long ageNs) {
        helper.sendNotices();
        return desk.sendReplies() + server.send(nowNs, ageNs);
    }

    @Override
    public Expecting expecting() {
        final Expecting replies = desk.expectingReplies();
        return replies != Expecting.NOTHING ? replies
            : server.server().hasUnsent() ? Expecting.ROOM : worker.expecting();
    }

    @Override
    public boolean hasArrived() {
        return worker.hasArrived() || helper.hasArrived() || server.hasTraffic();
    }

    @Override
    public void tidyUp() {
        worker.tidyUp();
    }
}

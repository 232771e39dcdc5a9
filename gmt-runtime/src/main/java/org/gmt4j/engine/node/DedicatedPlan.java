package org.gmt4j.engine.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gmt4j.engine.profile.Role;
import org.gmt4j.engine.task.TaskRuntime;

/**
 * Plan dedicated: workers, helpers and the communication server have threads of their own, as in GMT.
 *
 * <pre>
 * worker i  --blocks-->  aggregation queues  --> server --> network
 * network --> server --request blocks--> ring of helper (source mod helpers) --replies--> server
 *                    --reply blocks----> ring of the lane that issued the request
 * </pre>
 *
 * <p>Whole blocks change hands, through rings with one producer and one consumer. When a ring is full, the server
 * leaves the buffer in the transport, which presses back on the sender. The lane that issued requests also applies
 * their replies, so completions need no atomic operations in this plan either.
 */
final class DedicatedPlan {
    private final NodeParts parts;
    private final ServerRole server;
    private final List<WorkerRole> workers = new ArrayList<>();
    private final List<HelperRole> helpers = new ArrayList<>();
    private final List<LaneDesk> desks = new ArrayList<>();

    private DedicatedPlan(final NodeParts parts, final int workerCount, final int helperCount) {
        this.parts = parts;
        server = new ServerRole(parts, workerCount + helperCount);
        final NodeThread thread = new NodeThread("server", parts, Set.of(Role.SERVER), Role.SERVER,
            server.isWokenByTransport());
        thread.runs(server);
        server.runsOn(thread);
        server.server().onWakeUp(thread::wake);
        for (int i = 0; i < workerCount; i++) {
            final WorkerRole worker = new WorkerRole(parts, i, newDesk("worker-" + i, Role.WORKER));
            worker.desk().thread().runs(worker);
            workers.add(worker);
        }
        for (int i = 0; i < helperCount; i++) {
            final HelperRole helper = new HelperRole(parts, newDesk("helper-" + i, Role.HELPER), i == 0);
            helper.desk().thread().runs(helper);
            helpers.add(helper);
        }
        server.serves(workers, helpers, desks.toArray(LaneDesk[]::new));
        parts.tasks().onWakeWorkers(this::wakeWorkers);
    }

    /** Returns the node's threads, not started. */
    static NodeThreads of(final NodeParts parts, final int workers, final int helpers) {
        final DedicatedPlan plan = new DedicatedPlan(parts, workers, helpers);
        final Stream<BlockRing> rings = Stream.concat(plan.desks.stream().map(LaneDesk::inbox),
            plan.helpers.stream().map(HelperRole::requests));
        return new NodeThreads(plan.server, plan.workers, plan.helpers, rings.toList());
    }

    private LaneDesk newDesk(final String name, final Role role) {
        final NodeThread thread = new NodeThread(name, parts, Set.of(role), role, true);
        final LaneDesk desk = new LaneDesk(parts, thread, desks.size(), server.server(), role, null, true);
        desks.add(desk);
        return desk;
    }

    private void wakeWorkers() {
        for (final WorkerRole worker : workers) {
            worker.desk().thread().wake();
        }
        final TaskRuntime tasks = parts.tasks();
        if (tasks.hasNotices()) {
            helpers.get(0).desk().thread().wake();
        }
    }
}

package org.gmt4j.engine.node;

import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.server.CommunicationServer;
import org.gmt4j.engine.combining.LaneCombining;
import org.gmt4j.engine.helper.CommandExecutor;
import org.gmt4j.engine.task.Worker;

/** The roles of one node and the threads that run them, as composed by a plan. Any thread; set-up. */
final class NodeThreads {
    private static final long STOP_LIMIT_MS = 5_000;

    private final ServerRole server;
    private final List<WorkerRole> workers;
    private final List<HelperRole> helpers;
    private final List<BlockRing> rings;
    private final List<LaneDesk> desks;
    private final List<NodeThread> threads;          // the server's is the last, and may be the only one

    /** @param rings rings between the threads */
    NodeThreads(final ServerRole server, final List<WorkerRole> workers, final List<HelperRole> helpers,
                final List<BlockRing> rings) {
        this.server = server;
        this.workers = workers;
        this.helpers = helpers;
        this.rings = rings;
        desks = Stream.concat(workers.stream().map(WorkerRole::desk), helpers.stream().map(HelperRole::desk))
            .distinct().toList();
        threads = Stream.concat(desks.stream().map(LaneDesk::thread), Stream.of(server.thread())).distinct().toList();
    }

    void start() {
        threads.forEach(NodeThread::start);
    }

    /**
     * Ends the threads, the server's after all others, and waits a bounded time. Returns false when one did not end.
     */
    boolean stop() {
        final boolean haveLanesEnded = stop(desks.stream().map(LaneDesk::thread).toList());
        return stop(List.of(server.thread())) && haveLanesEnded;
    }

    private static boolean stop(final List<NodeThread> ending) {
        ending.forEach(NodeThread::requestStop);
        boolean haveEnded = true;
        for (final NodeThread thread : ending) {
            haveEnded &= NodeThread.join(thread.thread(), STOP_LIMIT_MS);
        }
        return haveEnded;
    }

    /** Frees memory outside of the heap, once, after all threads have ended and no caller uses it. */
    void free() {
        rings.forEach(BlockRing::free);
    }

    CommunicationServer server() {
        return server.server();
    }

    List<LaneCombining> combinings() {
        return desks.stream().map(LaneDesk::combining).toList();
    }

    List<Lane> lanes() {
        return desks.stream().map(LaneDesk::lane).toList();
    }

    List<Worker> workers() {
        return workers.stream().map(WorkerRole::worker).toList();
    }

    /** Returns the executors of requests. */
    List<CommandExecutor> executors() {
        return helpers.stream().map(HelperRole::executor).toList();
    }

    /** Returns the threads that run bodies. */
    List<Carrier> carriers() {
        final Stream<Carrier> ofWorkers = workers.stream().map(role -> carrier(role.desk(), role.worker()));
        final Stream<LaneDesk> others = desks.stream().skip(workers.size());
        return Stream.concat(ofWorkers, others.map(desk -> carrier(desk, null))).toList();
    }

    private static Carrier carrier(final LaneDesk desk, final Worker worker) {
        return new Carrier(desk.thread().thread(), desk.thread().waiting(), worker, desk);
    }

    /** Returns all threads, for stack traces in the report of a hang. */
    List<Thread> threads() {
        return threads.stream().map(NodeThread::thread).toList();
    }
}

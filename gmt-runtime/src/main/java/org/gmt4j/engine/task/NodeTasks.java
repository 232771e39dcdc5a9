package org.gmt4j.engine.task;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.gmt4j.ParForException;
import org.gmt4j.TaskFunction;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.engine.onesided.ValueTransfer;
import org.gmt4j.engine.signal.SignalTable;
import org.gmt4j.engine.travel.BodyCodec;

/**
 * The tasks of one node as data: tasks with chunks left, joins known to other nodes, tasks outstanding elsewhere, and
 * outgoing notices. Knows neither fibers nor collective work; the parts above ({@link TaskParts}) and
 * {@link TaskRuntime} are built on it. Any lane unless stated otherwise. Per task.
 */
final class NodeTasks {
    final int nodeId;
    final int nodeCount;
    final int workerCount;
    final long seed;
    final TaskConfig config;
    final BodyCodec codec;
    /** Length of the longest command, including its first word. */
    final int commandLimit;
    final LoopQueue loops = new LoopQueue();
    final JoinTable joins = new JoinTable();
    /** Signals of this node that other nodes may raise. */
    final SignalTable signals = new SignalTable();
    final ChunkThief thief;
    final NoticeQueue notices;
    final TaskEndings endings;
    /** How long bytes go to other nodes; null: as messages. Set before the node starts. */
    ValueTransfer values;
    /** Numbers of joins in reports. */
    final AtomicLong joinMarks = new AtomicLong();
    private final OutstandingTasks outstanding;
    private volatile Runnable wakeWorkers = () -> { };
    private volatile Consumer<Throwable> onFailure = cause -> { };

    /**
     * @param workerCount  number of workers that share the queue; 1 when one thread has all roles
     * @param commandLimit length of the longest command
     */
    NodeTasks(final int nodeId, final int nodeCount, final int workerCount, final long seed, final TaskConfig config,
              final BodyCodec codec, final int commandLimit) {
        this.nodeId = nodeId;
        this.nodeCount = nodeCount;
        this.workerCount = workerCount;
        this.seed = seed;
        this.config = config;
        this.codec = codec;
        this.commandLimit = commandLimit;
        thief = new ChunkThief(nodeId, nodeCount, loops, this::wakeWorkers);
        notices = new NoticeQueue(nodeId, nodeCount);
        outstanding = new OutstandingTasks(nodeId, nodeCount, config);
        endings = new TaskEndings(nodeId, codec, joins, outstanding, notices, commandLimit);
    }

    /** Returns whether one thread runs all tasks, so that claims and counts need not be atomic. */
    boolean isExclusive() {
        return workerCount == 1;
    }

    long nowNs() {
        return System.nanoTime();
    }

    /** True when so many bytes go by rendezvous through a lane now; otherwise as messages. */
    boolean isAnnounced(final Aggregator aggregator, final int bytes) {
        return values != null && values.takes(aggregator, bytes);
    }

    // --- listeners ---

    void onWakeWorkers(final Runnable action) {
        wakeWorkers = action;
        notices.onWakeSender(action);
    }

    void wakeWorkers() {
        wakeWorkers.run();
    }

    /** Sets the listener for failures of the node. */
    void onFailure(final Consumer<Throwable> listener) {
        onFailure = listener;
    }

    void fail(final Throwable cause) {
        onFailure.accept(cause);
    }

    /** See {@link TaskRuntime#signal}. */
    void signal(final int node, final long id, final long value) {
        if (node == nodeId) {
            signals.raise(id, value);
        } else {
            notices.signal(node, id, value);
        }
    }

    // --- tasks begin and end ---

    /** Adds work for this node's workers. */
    void submit(final LoopTask task) {
        loops.push(task);
        if (task.chunks != null) {
            thief.loopHeardOf(ChunkThief.NOBODY);
        }
        wakeWorkers.run();
    }

    /** Runs a body here from outside any task, and passes the result or the failure to {@code listener}. */
    <R> void start(final int kind, final int job, final TaskFunction<R> body,
                   final BiConsumer<R, RuntimeException> listener) {
        final Join join = new Join(null, false);
        final LoopTask task = new LoopTask(kind, body, 0, 1, 1, TaskSeed.mix(seed), job, join, nodeId,
            0, 0, isExclusive());
        join.results = new Object[1];
        join.add(1);
        join.atZero(() -> tell(join, listener));
        submit(task);
    }

    @SuppressWarnings("unchecked")
    private static <R> void tell(final Join join, final BiConsumer<R, RuntimeException> listener) {
        try {
            join.throwIfFailed();
        } catch (final ParForException failure) {
            listener.accept(null, failure);
            return;
        }
        listener.accept((R) join.results[0], null);
    }

    /** Notes the end of the last chunk, and notifies the parent once everything of the task's tree has ended. */
    void taskEnded(final LoopTask task, final Lane lane) {
        endings.taskEnded(task, lane);
    }

    // --- tasks at other nodes ---

    void spawned(final int node) {
        outstanding.spawned(node);
    }

    /** As {@link #spawned}; returns false, and counts nothing, where that would throw. */
    boolean trySpawned(final int node) {
        return outstanding.trySpawned(node);
    }

    void ended(final int node) {
        outstanding.ended(node);
    }

    /** Returns whether a node has as many tasks of this node as it should. */
    boolean isSaturated(final int node) {
        return node == nodeId ? loops.size() >= config.taskCredits() : outstanding.isAtCredits(node);
    }

    /** Returns whether {@code more} tasks exceed the limit of outstanding tasks at a node. */
    boolean isBeyondLimit(final int node, final int more) {
        return node != nodeId && outstanding.isBeyondLimit(node, more);
    }

    /** Describes the waiting tasks, for the report of a hang. */
    @Override
    public String toString() {
        return "tasks of node " + nodeId + ": queued loops=" + loops.size() + " joins=" + joins.size()
            + " outstanding=" + outstanding;
    }
}

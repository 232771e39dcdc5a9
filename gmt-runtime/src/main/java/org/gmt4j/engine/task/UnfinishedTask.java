package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.Coroutine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.Issuer;
import org.gmt4j.LocalBody;
import org.gmt4j.LocalFunction;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskHandle;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.engine.travel.FailureCodec;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The chunk that a context runs, as its worker sees it, with what it has begun and has not awaited: operations,
 * handles, tasks, trees, and what layers above want to let go. The chunk is over when all of that is. A part of
 * {@link TaskContext}. Belongs to one fiber; per handle and per chunk, where a chunk that left nothing costs one
 * branch.
 */
abstract class UnfinishedTask extends TaskWait {
    private static final EngineOperation[] NO_HANDLES = new EngineOperation[0];

    LoopTask task;
    long low;
    long high;
    private long iteration;
    private long randomState;
    private boolean isSeeded;
    private long spawnCount;
    /** A collective whose wait has expired: the next call of the same goes on with it. */
    Round openRound;
    /** Handles made by this chunk whose operations may be on their way. */
    private EngineOperation[] handles = NO_HANDLES;
    private int handleCount;
    /** Handles that were complete are no longer known here, and may be in use again. */
    private boolean hasForgotten;
    /** Of the loops and tasks spawned with the {@code Nb} forms since the last wait for them; null: none. */
    Join children;
    /** Trees made by this chunk that have not been awaited. */
    private List<TaskTree> trees;
    /** What layers above let go at the end of this chunk. */
    private List<ChunkEnding> endings;

    UnfinishedTask(final TaskParts parts, final Worker worker, final Aggregator aggregator) {
        super(parts, worker, aggregator);
    }

    /** The engine's side of the context that a body was given, as far as workers know it. */
    static UnfinishedTask behind(final Issuer ctx) {
        return (UnfinishedTask) ctx;
    }

    // --- the chunk ---

    final void enter(final LoopTask newTask, final long newLow, final long newHigh) {
        task = newTask;
        low = newLow;
        high = newHigh;
        begin(newLow);
    }

    /** Before the body is called for an iteration or a run of them. The task is inside no operation there. */
    final void enterIteration(final long index) {
        begin(index);
        if (worker.isToGiveWay()) {
            worker.giveWay();
        }
    }

    /** Random numbers begin anew: with each chunk of a range body, with each iteration of an index body. */
    private void begin(final long index) {
        iteration = index;
        isSeeded = false;
        spawnCount = 0;
    }

    /** For reports. */
    final long iteration() {
        return iteration;
    }

    final void leave() {
        task = null;
        openRound = null;
        shields = 0;
    }

    /** Runs a body that is not preemptable inside this task or helper; its failure goes to its own task. */
    final void runLocal(final LoopTask local) {
        final LoopTask outer = task;
        final long outerIteration = iteration;
        final long outerState = randomState;
        final boolean wasSeeded = isSeeded;
        final long outerSpawns = spawnCount;
        task = local;
        begin(0);
        localDepth++;
        try {
            if (local.kind == BodyKind.LOCAL_BODY) {
                ((LocalBody) local.body).run(this);
            } else {
                local.result = ((LocalFunction<?>) local.body).call(this);
            }
        } catch (final Throwable cause) {
            local.fail(FailureCodec.of(nodeId(), cause));
        }
        localDepth--;
        task = outer;
        iteration = outerIteration;
        randomState = outerState;
        isSeeded = wasSeeded;
        spawnCount = outerSpawns;
    }

    /** The job that this task, and what it spawns, belongs to. */
    final int job() {
        return task == null || shields > 0 ? JobTable.NONE : task.job;
    }

    /** What a body has failed with, as its task tells it: of a failed visit, what the visit has thrown. */
    abstract Throwable causeOf(Throwable thrown) throws SuspendExecution;

    // --- random numbers that do not depend on placement ---

    @Override
    public final long taskSeed() {
        return task == null ? parts.tasks().seed : TaskSeed.mix(task.seed + iteration * TaskSeed.GOLDEN);
    }

    @Override
    public final long nextRandom() {
        if (!isSeeded) {
            isSeeded = true;
            randomState = taskSeed();
        }
        randomState += TaskSeed.GOLDEN;
        return TaskSeed.mix(randomState);
    }

    @Override
    public final long nextRandom(final long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound is " + bound + ", expected at least 1");
        }
        final long bits = nextRandom();
        // The high half of the unsigned product bits x bound: multiplyHigh is signed, so add what the sign took away.
        return Math.multiplyHigh(bits, bound) + (bits < 0 ? bound : 0);
    }

    /** Seed for the next loop or task that this chunk spawns. */
    final long nextSpawnSeed() {
        return TaskSeed.mix(taskSeed() ^ TaskSeed.mix(++spawnCount));
    }

    /** How many seeds have been drawn: a spawn that is refused puts its own back. */
    final long spawnCount() {
        return spawnCount;
    }

    final void spawnCount(final long count) {
        spawnCount = count;
    }

    // --- what is begun ---

    @Override
    public final OperationHandle newOperation() {
        final EngineOperation handle = new EngineOperation(self());
        if (handleCount == handles.length) {
            final int known = handleCount;
            handleCount = forgetComplete(handles, known);
            hasForgotten |= handleCount < known;
            if (handleCount >= handles.length / 2) {
                handles = Arrays.copyOf(handles, Math.max(8, handles.length * 2));
            }
        }
        handles[handleCount++] = handle;
        return handle;
    }

    private static int forgetComplete(final EngineOperation[] handles, final int count) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            final EngineOperation handle = handles[i];
            handles[i] = null;
            if (!handle.isComplete() || handle.hasFailed()) {
                handles[left++] = handle;
            }
        }
        return left;
    }

    /**
     * True when nothing that this task has issued is on its way, under its handles or not: what it does next to memory
     * of another node, without a command, overtakes nothing of its own. May be false where it could be true. Per
     * command.
     */
    public final boolean isQuiet() {
        if (pendingCount() != 0 || hasForgotten) {
            return false;
        }
        for (int i = 0; i < handleCount; i++) {
            if (!handles[i].isComplete()) {
                return false;
            }
        }
        return true;
    }

    /** The join of the non-blocking forms. */
    final Join children() {
        if (children == null) {
            children = new Join(task, true);
        }
        return children;
    }

    @Override
    public final TaskHandle newHandle() {
        return keep(new TaskTree(self()));
    }

    final TaskTree keep(final TaskTree handle) {
        if (worker != null) {
            if (trees == null) {
                trees = new ArrayList<>();
            }
            trees.removeIf(tree -> tree.isAwaited);
            trees.add(handle);
        }
        return handle;
    }

    /** For the layers above: what is to be let go when this chunk ends. Belongs to this fiber. */
    public final void atEnd(final ChunkEnding ending) {
        if (endings == null) {
            endings = new ArrayList<>();
        }
        endings.add(ending);
    }

    /** It has been let go. */
    public final void notAtEnd(final ChunkEnding ending) {
        if (endings != null && endings.remove(ending) && endings.isEmpty()) {
            endings = null;
        }
    }

    // --- for reports: the worker's thread, or another one while that is stuck; races do no harm ---

    /** The handle that this task is suspended for; null when it cannot be told. */
    final EngineOperation awaitedHandle() {
        final EngineOperation[] all = handles;
        for (int i = 0; i < Math.min(handleCount, all.length); i++) {
            if (all[i] != null && all[i].isAwaited && !all[i].isComplete()) {
                return all[i];
            }
        }
        return null;
    }

    /** What is to be let go at the end of this chunk. */
    final List<ChunkEnding> endings() {
        final List<ChunkEnding> all = endings;
        return all == null ? List.of() : List.copyOf(all);
    }

    /** Tasks begun by this chunk may still speak for it. */
    final boolean mayHaveTasks() {
        return children != null || trees != null;
    }

    // --- the end of a chunk ---

    /**
     * End of a chunk: true when nothing is on its way and nothing has failed, as after most; without the frame of a
     * method that may wait.
     */
    final boolean hasNothingLeft() {
        aggregator.settleOwn();
        return pendingCount() == 0 && !hasFailed() && !hasMore();
    }

    /** End of a chunk: waits for everything that the body left on its way. Its own frames only, so nothing to check. */
    final void awaitAll() throws SuspendExecution {
        aggregator.settleOwn();
        while (pendingCount() != 0) {
            waiting = DATA;
            Coroutine.suspend();
        }
        if (hasFailed()) {
            throw takeFailure();
        }
        if (hasMore()) {
            awaitMore(true);
        }
    }

    /** End of a chunk that has failed. */
    final void awaitQuietly() throws SuspendExecution {
        aggregator.settleOwn();
        while (pendingCount() != 0) {
            waiting = DATA;
            Coroutine.suspend();
        }
        takeFailure();
        if (hasMore()) {
            awaitMore(false);
        }
    }

    private boolean hasMore() {
        return handleCount > 0 || children != null || trees != null || endings != null;
    }

    private void awaitMore(final boolean mayThrow) throws SuspendExecution {
        awaitHandles(mayThrow);
        final RuntimeException unfinished = endAll(!mayThrow);
        awaitTrees(mayThrow);
        final Join join = children;
        if (join != null) {
            children = null;
            awaitJoin(join);
            if (mayThrow) {
                join.throwIfFailed();
            }
        }
        // The end of a team is told to the other nodes.
        aggregator.settleOwn();
        while (pendingCount() != 0) {
            waiting = DATA;
            Coroutine.suspend();
        }
        if (mayThrow && unfinished != null) {
            throw unfinished;
        }
    }

    private void awaitHandles(final boolean mayThrow) throws SuspendExecution {
        while (handleCount > 0) {
            final EngineOperation handle = handles[handleCount - 1];
            while (!handle.isComplete()) {
                waiting = HANDLE;
                handle.isAwaited = true;
                Coroutine.suspend();
            }
            handles[--handleCount] = null;
            if (mayThrow && handle.hasFailed()) {
                throw handle.takeFailure();
            }
        }
        hasForgotten = false;
    }

    private void awaitTrees(final boolean mayThrow) throws SuspendExecution {
        while (trees != null) {
            final TaskTree handle = trees.remove(trees.size() - 1);
            if (trees.isEmpty()) {
                trees = null;
            }
            if (!handle.isAwaited) {
                handle.isAwaited = true;
                awaitJoin(handle.join);
                if (mayThrow) {
                    handle.join.throwIfFailed();
                }
            }
        }
    }

    private RuntimeException endAll(final boolean hasFailed) {
        RuntimeException first = null;
        while (endings != null) {
            final ChunkEnding ending = endings.remove(endings.size() - 1);
            if (endings.isEmpty()) {
                endings = null;
            }
            final RuntimeException cause = ending.chunkEnds(self(), hasFailed);
            first = first == null ? cause : first;
        }
        return first;
    }
}

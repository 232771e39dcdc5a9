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
 * The chunk that a context runs, as its worker sees it, with everything that it has begun and not awaited: operations,
 * handles, tasks, trees, and resources of layers above. The chunk ends when all of these have ended. A part of
 * {@link TaskContext}. Belongs to one fiber; per handle and per chunk, where a chunk that left nothing costs one
 * branch.
 */
abstract class UnfinishedTask extends TaskWait implements ScratchOwner {
    private static final EngineOperation[] NO_HANDLES = new EngineOperation[0];

    LoopTask task;
    long low;
    long high;
    private long iteration;
    private long randomState;
    private boolean isSeeded;
    private long spawnCount;
    /** A collective whose wait has expired: the next call of the same collective continues it. */
    Round openRound;
    /** Handles made by this chunk whose operations may be outstanding. */
    private EngineOperation[] handles = NO_HANDLES;
    private int handleCount;
    /** Number of the first handles, which belong to visits and local bodies that have ended; 0 in fibers. */
    private int endedHandles;
    /** Join of the loops and tasks spawned with the {@code Nb} forms since the last wait for them, or null. */
    Join children;
    /** Trees made by this chunk that have not been awaited. */
    private List<TaskTree> trees;
    /** Whether a visit or a local body has made or used a tree. Helpers keep no trees, since nothing awaits them. */
    private boolean hasTreesOfArrival;
    /** Resources of layers above to release at the end of this chunk. */
    private List<ChunkEnding> endings;
    /** Null until requested. */
    TaskScratch scratch;
    /** What bodies have begun that have no task; null in fibers, which wait themselves. */
    final UnawaitedWork unawaited;

    UnfinishedTask(final TaskParts parts, final Worker worker, final Aggregator aggregator) {
        super(parts, worker, aggregator);
        unawaited = worker == null ? new UnawaitedWork(parts.tasks().joins) : null;
    }

    /** Returns the engine's side of the context of a body, as far as workers know it. */
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

    /**
     * Prepares an iteration or a run of iterations, before the body is called. The task is inside no operation there.
     */
    final void enterIteration(final long index) {
        begin(index);
        if (scratch != null) {
            scratch.endAll(0);
        }
        if (worker.isToGiveWay()) {
            worker.giveWay();
        }
    }

    /** Starts the random numbers anew: with each chunk of a range body, with each iteration of an index body. */
    private void begin(final long index) {
        iteration = index;
        isSeeded = false;
        spawnCount = 0;
    }

    /** Returns the current iteration. For reports. */
    final long iteration() {
        return iteration;
    }

    final void leave() {
        task = null;
        openRound = null;
        shields = 0;
        if (scratch != null) {
            scratch.chunkEnded();
        }
    }

    /** Runs a local body inside this task or helper; its failure is reported by its own task. */
    final void runLocal(final LoopTask local) {
        final LoopTask outer = task;
        final long outerIteration = iteration;
        final long outerState = randomState;
        final boolean wasSeeded = isSeeded;
        final long outerSpawns = spawnCount;
        final int outerScratches = scratch == null ? 0 : scratch.depth();
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
        if (scratch != null) {
            scratch.endAll(outerScratches);
        }
        task = outer;
        iteration = outerIteration;
        randomState = outerState;
        isSeeded = wasSeeded;
        spawnCount = outerSpawns;
    }

    /**
     * Ends a visit or a local body that another node has sent: it closes the scratches that the body has not, as the
     * end of a chunk does in fibers, and its handles are not used again. Helper. Per visit.
     */
    public final void arrivalEnded() {
        if (scratch != null || handleCount != endedHandles) {
            endArrival();
        }
    }

    private void endArrival() {
        if (scratch != null) {
            scratch.endAll(0);
        }
        hasTreesOfArrival = false;      // only now: until the close its tasks may have its arrays
        endedHandles = handleCount;
    }

    /** Returns the job of this task and of its spawns. */
    final int job() {
        return task == null || shields > 0 ? JobTable.NONE : task.job;
    }

    /** Returns whether {@code awaitVisits} would wait for this task, or one that waits for it. */
    final boolean isOfVisit() {
        return task != null && task.isOfVisit;
    }

    /** Passes on the result of a call that this chunk has not awaited, though the layer above must have it. */
    abstract void notAwaited(TaskTree call);

    /** Returns the failure of a body to report: for a failed visit, the exception of the visit. */
    abstract Throwable causeOf(Throwable thrown) throws SuspendExecution;

    // --- random numbers that do not depend on placement ---

    @Override
    public final long taskSeed() {
        return task == null ? parts.tasks().seed : TaskSeed.mix(task.seed + iteration * TaskSeed.GOLDEN);
    }

    @Override
    public final long nextRandom() {
        requireOwnThread();
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
        // Corrects the signed multiplyHigh to the high half of the unsigned product bits x bound.
        return Math.multiplyHigh(bits, bound) + (bits < 0 ? bound : 0);
    }

    /** Returns the seed of the next loop or task that this chunk spawns. */
    final long nextSpawnSeed() {
        return TaskSeed.mix(taskSeed() ^ TaskSeed.mix(++spawnCount));
    }

    /** Returns the number of seeds drawn: a refused spawn returns its own. */
    final long spawnCount() {
        return spawnCount;
    }

    final void spawnCount(final long count) {
        spawnCount = count;
    }

    // --- handles, operations and tasks ---

    @Override
    public final OperationHandle newOperation() {
        final EngineOperation handle = new EngineOperation(self());
        keep(handle);
        return handle;
    }

    /** Has the end of the chunk await a handle. */
    final void keep(final EngineOperation handle) {
        if (handleCount == handles.length) {
            forgetComplete();
            if (handleCount >= handles.length / 2) {
                handles = Arrays.copyOf(handles, Math.max(8, handles.length * 2));
            }
        }
        handles[handleCount++] = handle;
    }

    /**
     * A fiber's handles that are used again come back by themselves. A helper's are kept until the visit or local body
     * ends.
     */
    private void forgetComplete() {
        final int known = handleCount;
        int ended = 0;
        int left = 0;
        for (int i = 0; i < known; i++) {
            final EngineOperation handle = handles[i];
            final boolean isOver = i < endedHandles;
            handles[i] = null;
            if (isOver && handle.isComplete()) {
                reportLost(handle);
            }
            if (!handle.isComplete() || !isOver && (worker == null || handle.hasFailed())) {
                handles[left++] = handle;
                ended += isOver ? 1 : 0;
            } else {
                handle.forgotten();
            }
        }
        handleCount = left;
        endedHandles = ended;
    }

    /** Returns the number of outstanding operations with handles, and reports failures of lost ones. Helper. */
    final int pendingOfHandles() {
        int pending = 0;
        for (int i = 0; i < handleCount; i++) {
            final EngineOperation handle = handles[i];
            handle.joinHeld();
            pending += handle.pendingCount();
            if (i < endedHandles) {
                reportLost(handle);
            }
        }
        return pending;
    }

    /** Reports the failure of operations whose visit or local body has ended: it has not waited for them. */
    private void reportLost(final EngineOperation handle) {
        if (unawaited != null && handle.hasFailed()) {
            unawaited.failed(handle.takeFailure(), 1);
        }
    }

    /**
     * Returns whether no operation of this task is outstanding, with or without a handle. A direct access of the task
     * to memory of another node, without a command, then overtakes none of its operations; none are held back for
     * memory that is accessed so. May be false where it could be true. Per command.
     */
    public final boolean isQuiet() {
        return isAnswered() && areHandlesAnswered();
    }

    @Override
    public final boolean areHandlesAnswered() {
        for (int i = 0; i < handleCount; i++) {
            if (!handles[i].isAnswered()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final boolean mayShareArrays() {
        return hasTreesOfArrival || openRound != null || children != null && !children.isDone()
            || trees != null && !areTreesOver();
    }

    /** Asks the youngest trees first, which are the likeliest to be under way. */
    private boolean areTreesOver() {
        for (int i = trees.size() - 1; i >= 0; i--) {
            if (!trees.get(i).join.isDone()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the join of the non-blocking forms. */
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
        requireOwnThread();
        if (worker != null) {
            if (trees == null) {
                trees = new ArrayList<>();
            }
            trees.removeIf(tree -> tree.isAwaited);
            trees.add(handle);
        }
        treeUsed();
        return handle;
    }

    /** Notes a tree that may get tasks now. The handle may come from another visit to this helper. */
    final void treeUsed() {
        hasTreesOfArrival |= worker == null;
    }

    /** Registers a resource to release when this chunk ends. For the layers above; belongs to this fiber. */
    public final void atEnd(final ChunkEnding ending) {
        if (endings == null) {
            endings = new ArrayList<>();
        }
        endings.add(ending);
    }

    /** Removes a resource that has been released. */
    public final void notAtEnd(final ChunkEnding ending) {
        if (endings != null && endings.remove(ending) && endings.isEmpty()) {
            endings = null;
        }
    }

    // --- for reports: the worker's thread, or another one while that is stuck; races are harmless ---

    /** Returns the handle for which this task is suspended; null when it is unknown. */
    final EngineOperation awaitedHandle() {
        final EngineOperation[] all = handles;
        for (int i = 0; i < Math.min(handleCount, all.length); i++) {
            if (all[i] != null && all[i].isAwaited && !all[i].isComplete()) {
                return all[i];
            }
        }
        return null;
    }

    /** Returns the resources to release at the end of this chunk. */
    final List<ChunkEnding> endings() {
        final List<ChunkEnding> all = endings;
        return all == null ? List.of() : List.copyOf(all);
    }

    /** Returns whether tasks begun by this chunk may still act for it. */
    final boolean mayHaveTasks() {
        return children != null || trees != null;
    }

    // --- the end of a chunk ---

    /**
     * Returns true at the end of a chunk when nothing is outstanding and nothing has failed, as after most chunks;
     * without the frame of a method that may wait.
     */
    final boolean hasNothingLeft() {
        aggregator.settleOwn();
        return pendingCount() == 0 && !hasFailed() && !hasMore();
    }

    /**
     * Waits at the end of a chunk for everything that the body left outstanding. Only the runtime's own frames are on
     * the stack, so nothing needs a check.
     */
    final void awaitAll() throws SuspendExecution {
        joinHeld();
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

    /** Waits at the end of a chunk that has failed. */
    final void awaitQuietly() throws SuspendExecution {
        joinHeld();
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
        // The other nodes are notified of the end of a team.
        joinHeld();
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
            handle.joinHeld();
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
                if (handle.ifNotAwaited != null) {
                    notAwaited(handle);
                }
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

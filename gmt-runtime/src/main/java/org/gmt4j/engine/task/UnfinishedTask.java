package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.Coroutine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskHandle;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.fibers.SuspendExecution;

/**
 * What a chunk has begun and has not awaited: operations, handles, tasks, trees, and what layers above want to let go.
 * The chunk is over when all of that is. A part of {@link TaskContext}. Belongs to one fiber; per handle and per chunk,
 * where a chunk that left nothing costs one branch.
 */
abstract class UnfinishedTask extends TaskWait {
    private static final EngineOperation[] NO_HANDLES = new EngineOperation[0];

    LoopTask task;
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

    UnfinishedTask(final TaskRuntime runtime, final Worker worker, final Aggregator aggregator) {
        super(runtime, worker, aggregator);
    }

    // --- what is begun ---

    @Override
    public final EngineOperation newOperation() {
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

package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.SuspendExecution;
import java.util.List;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.RemoteCommandException;

/**
 * What a body is handed: who and where it is, how it waits, how it spawns. Belongs to one fiber at a time; valid only inside
 * the body that was given it. Array operations take it as their first argument.
 *
 * <p><b>Waiting.</b> Non-blocking operations are plain methods; {@link #await()} suspends the fiber until all operations of
 * this task have completed. A chunk or task that returns with operations on their way is not over before they are: when a
 * {@code parFor} returns, everything its bodies issued has been executed.
 *
 * <p><b>Order.</b> Operations of one task to one node execute in the order they were issued, except across a wait with a
 * deadline that expired; operations to different nodes in any order.
 *
 * <p><b>Sources.</b> The source of a put may be reused as soon as the call returns; the destination of a non-blocking get
 * must be left alone until the wait.
 */
public final class TaskContext extends Completion {
    private static final int NOT = 0;
    private static final int DATA = 1;
    private static final int HANDLE = 2;
    private static final OperationHandle[] NO_HANDLES = new OperationHandle[0];
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final TaskRuntime runtime;
    private final Worker worker;
    private final Aggregator aggregator;
    private final int nodeId;
    TaskFiber fiber;
    LoopTask task;
    long low;
    long high;
    private long iteration;
    /** Handles made by this chunk whose operations may be on their way. */
    private OperationHandle[] handles = NO_HANDLES;
    private int handleCount;
    private int waiting;
    private long deadlineNs;
    private boolean timedOut;
    private Join children;
    private long randomState;
    private boolean isSeeded;
    private long spawnCount;

    TaskContext(final TaskRuntime runtime, final Worker worker) {
        this.runtime = runtime;
        this.worker = worker;
        this.aggregator = worker.aggregator();
        nodeId = runtime.nodeId();
    }

    /** The context that visits and local bodies are given: it issues commands through the helper's aggregator. */
    public TaskContext(final TaskRuntime runtime, final Aggregator aggregator) {
        this.runtime = runtime;
        this.worker = null;
        this.aggregator = aggregator;
        nodeId = runtime.nodeId();
    }

    void bind(final TaskFiber owner) {
        fiber = owner;
    }

    void enter(final LoopTask newTask, final long newLow, final long newHigh) {
        task = newTask;
        low = newLow;
        high = newHigh;
        enterIteration(newLow);
    }

    /** Random numbers begin anew: with each chunk of a range body, with each iteration of an index body. */
    void enterIteration(final long index) {
        iteration = index;
        isSeeded = false;
        spawnCount = 0;
    }

    void leave() {
        task = null;
        children = null;
    }

    // --- who and where ---

    public int nodeId() {
        return nodeId;
    }

    public int nodeCount() {
        return runtime.nodeCount();
    }

    /** Index of the worker that runs this task; -1 in visits and local bodies. */
    public int workerId() {
        return worker == null ? -1 : worker.index();
    }

    public int workerCount() {
        return runtime.workerCount();
    }

    /**
     * Index of the thread that runs this body among the node's threads that run user code: workers first, then helpers, below
     * {@link TaskRuntime#laneCount()}. State kept per lane needs no lock, in tasks and in visits.
     */
    public int laneId() {
        return aggregator.lane();
    }

    /** False inside visits and local bodies: they run in the helper and cannot wait. */
    public boolean isPreemptable() {
        return worker != null;
    }

    /** For the layers above: the aggregator that commands of this task go through. */
    public Aggregator aggregator() {
        return aggregator;
    }

    /** For the layers above: the node's services. */
    public TaskRuntime runtime() {
        return runtime;
    }

    // --- random numbers that do not depend on placement ---

    /**
     * Seed of this task: a function of the job's seed, the tree of spawns and an iteration alone: the chunk's first for a range
     * body, its own for an index body.
     */
    public long taskSeed() {
        return task == null ? runtime.seed() : mix(task.seed + iteration * GOLDEN);
    }

    /**
     * Next of a sequence that begins anew with each chunk of a range body and each iteration of an index body, the same wherever
     * it runs (SplitMix64). Chunks themselves are the same for any count of nodes, except in loops that follow the owners of an
     * array: a range body cannot draw the same numbers there.
     */
    public long nextRandom() {
        if (!isSeeded) {
            isSeeded = true;
            randomState = taskSeed();
        }
        randomState += GOLDEN;
        return mix(randomState);
    }

    /** Uniform in [0, bound); the bias is below bound / 2^64. */
    public long nextRandom(final long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound is " + bound + ", expected at least 1");
        }
        final long bits = nextRandom();
        // The high half of the unsigned product bits x bound: multiplyHigh is signed, so add what the sign took away.
        return Math.multiplyHigh(bits, bound) + (bits < 0 ? bound : 0);
    }

    static long mix(final long state) {
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    // --- waiting ---

    /**
     * Suspends until all data operations of this task have completed.
     *
     * @throws RemoteCommandException when a node has refused one of them
     */
    public void await() throws SuspendExecution {
        while (mustWait()) {
            Coroutine.suspend();
        }
        if (hasFailed()) {
            throw takeFailure();
        }
    }

    /** Before anything is set up for a wait: in a body that cannot be suspended, nothing must remain behind. */
    void checkMayWait() {
        if (worker == null) {
            throw Worker.mayNotWait();
        }
        worker.checkMayWait(this);
    }

    /**
     * For the layers above, which suspend in their own frame because each frame above a suspension costs: true when operations are
     * on their way, then the caller suspends and asks again.
     */
    public boolean mustWait() {
        if (pendingCount() == 0) {
            return false;
        }
        aggregator.settleOwn();
        if (pendingCount() == 0) {
            return false;
        }
        checkMayWait();
        waiting = DATA;
        return true;
    }

    /** For the layers above: the value that a single operation brought back, or what it failed with. */
    public long result() {
        if (hasFailed()) {
            throw takeFailure();
        }
        return value();
    }

    /**
     * As {@link #await()}, but not longer than the time given. When it expires the operations go on; their results still
     * arrive, and a later wait sees them.
     */
    public void await(final long timeoutNs) throws SuspendExecution {
        if (pendingCount() != 0) {
            checkMayWait();
            deadlineNs = runtime.nowNs() + timeoutNs;
            timedOut = false;
            worker.addTimed(this);
            aggregator.settleOwn();
            while (pendingCount() != 0 && !timedOut) {
                waiting = DATA;
                Coroutine.suspend();
            }
            worker.removeTimed(this);
            if (pendingCount() != 0) {
                throw new GmtTimeoutException(pendingCount(), timeoutNs);
            }
        }
        if (hasFailed()) {
            throw takeFailure();
        }
    }

    /** A handle for operations that are to be waited for apart from the others. */
    public OperationHandle newOperation() {
        final OperationHandle handle = new OperationHandle(this);
        if (handleCount == handles.length) {
            handleCount = forgetComplete(handles, handleCount);
            if (handleCount >= handles.length / 2) {
                handles = java.util.Arrays.copyOf(handles, Math.max(8, handles.length * 2));
            }
        }
        handles[handleCount++] = handle;
        return handle;
    }

    private static int forgetComplete(final OperationHandle[] handles, final int count) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            final OperationHandle handle = handles[i];
            handles[i] = null;
            if (!handle.isComplete()) {
                handles[left++] = handle;
            }
        }
        return left;
    }

    /** Suspends until the operations of one handle have completed. */
    public void await(final OperationHandle handle) throws SuspendExecution {
        if (handle.owner() != this) {
            throw new IllegalArgumentException("the operation handle belongs to another task");
        }
        aggregator.settleOwn();
        while (!handle.isComplete()) {
            checkMayWait();
            waiting = HANDLE;
            handle.isAwaited = true;
            Coroutine.suspend();
        }
        if (handle.hasFailed()) {
            throw handle.takeFailure();
        }
    }

    /** Suspends until all loops and tasks spawned with the {@code Nb} forms have ended. */
    public void awaitTasks() throws SuspendExecution {
        final Join join = children;
        if (join != null) {
            checkMayWait();
            children = null;
            awaitJoin(join);
            join.throwIfFailed();
        }
    }

    /** Suspends until the whole tree of tasks has ended. The handle is then spent. */
    public void await(final TaskHandle handle) throws SuspendExecution {
        if (handle.owner != this || handle.isAwaited) {
            throw new IllegalStateException("a task handle is awaited once, by the task that made it");
        }
        checkMayWait();
        handle.isAwaited = true;
        awaitJoin(handle.join);
        handle.join.throwIfFailed();
    }

    /** Lets other ready fibers of this worker run. */
    public void yield() throws SuspendExecution {
        checkMayWait();
        worker.pauseForYield();
        Coroutine.suspend();
    }

    /** End of a chunk: waits for everything that the body left on its way. Its own frames only, so nothing to check. */
    void awaitAll() throws SuspendExecution {
        aggregator.settleOwn();
        while (pendingCount() != 0) {
            waiting = DATA;
            Coroutine.suspend();
        }
        if (hasFailed()) {
            throw takeFailure();
        }
        if (handleCount > 0) {
            awaitHandles(true);
        }
        final Join join = children;
        if (join != null) {
            children = null;
            awaitJoin(join);
            join.throwIfFailed();
        }
    }

    private void awaitHandles(final boolean mayThrow) throws SuspendExecution {
        while (handleCount > 0) {
            final OperationHandle handle = handles[handleCount - 1];
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

    /** End of a chunk that has failed. */
    void awaitQuietly() throws SuspendExecution {
        aggregator.settleOwn();
        while (pendingCount() != 0) {
            waiting = DATA;
            Coroutine.suspend();
        }
        takeFailure();
        if (handleCount > 0) {
            awaitHandles(false);
        }
        final Join join = children;
        if (join != null) {
            children = null;
            awaitJoin(join);
        }
    }

    /** Whoever can be in a body has called {@link #checkMayWait} before the join got its first task. */
    void awaitJoin(final Join join) throws SuspendExecution {
        final TaskFiber self = fiber;
        final Worker home = worker;
        join.atZero(() -> home.wake(self));
        if (!releaseGuard(join)) {
            home.joinBlocked(1);
            Coroutine.suspend();
            home.joinBlocked(-1);
        }
        runtime.joins().remove(join);
    }

    /** True: nothing to wait for. The action is taken back first, so that it does not wake a fiber that runs. */
    private static boolean releaseGuard(final Join join) {
        if (join.pendingCount() == 1) {
            join.atZero(null);
            join.complete(1);
            return true;
        }
        join.complete(1);
        return false;
    }

    Worker home() {
        return worker;
    }

    /** Waits until a message wakes this fiber; the caller looks whether it was the right one. */
    void parkForMessage() throws SuspendExecution {
        worker.joinBlocked(1);
        Coroutine.suspend();
        worker.joinBlocked(-1);
    }

    void wakeFromHandle() {
        if (waiting == HANDLE) {
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    @Override
    protected void onComplete() {
        if (waiting == DATA) {
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    void expire(final long nowNs) {
        if (waiting == DATA && nowNs - deadlineNs >= 0) {
            timedOut = true;
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    // --- loops ---

    /**
     * Runs {@code iterations} iterations in chunks; returns when all have ended and all that they issued has been executed.
     *
     * @param chunk iterations of one task, at least 1
     * @throws ParForException with the first failure and the count of the others
     */
    public void parFor(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.loop(this, join, iterations, chunk, policy, BodyKind.RANGE, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    /** As above with {@link SpawnPolicy#PARTITION}. */
    public void parFor(final long iterations, final long chunk, final RangeBody body) throws SuspendExecution {
        parFor(iterations, chunk, SpawnPolicy.PARTITION, body);
    }

    /** As above, the body called for each iteration: convenient, about 15-25 ns an iteration dearer than a range body. */
    public void parFor(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.loop(this, join, iterations, chunk, policy, BodyKind.INDEX, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    public void parFor(final long iterations, final long chunk, final IndexBody body) throws SuspendExecution {
        parFor(iterations, chunk, SpawnPolicy.PARTITION, body);
    }

    /** Starts a loop; {@link #awaitTasks()} waits for it. */
    public void parForNb(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        Spawner.loop(this, children(), iterations, chunk, policy, BodyKind.RANGE, body);
    }

    public void parForNb(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        Spawner.loop(this, children(), iterations, chunk, policy, BodyKind.INDEX, body);
    }

    /** Starts a loop whose tasks belong to the handle's tree. */
    public void parFor(final TaskHandle handle, final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        Spawner.loop(this, treeOf(handle), iterations, chunk, policy, BodyKind.RANGE | BodyKind.TREE, body);
    }

    public void parFor(final TaskHandle handle, final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        Spawner.loop(this, treeOf(handle), iterations, chunk, policy, BodyKind.INDEX | BodyKind.TREE, body);
    }

    // --- single tasks ---

    /** Runs a task on a node and waits for its end. */
    public void execute(final int node, final TaskBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.task(this, join, node, BodyKind.TASK, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
    }

    /** Runs a task on a node and waits for its result. */
    public <R> R call(final int node, final TaskFunction<R> body) throws SuspendExecution {
        final Join join = withResults(1);
        Spawner.task(this, join, node, BodyKind.FUNCTION, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>result(join, 0);
    }

    /** Runs a task at the owner of an element. */
    public void executeAt(final Placement array, final long index, final TaskBody body) throws SuspendExecution {
        execute(array.owner(index), body);
    }

    /** Runs a task at the owner of an element and waits for its result. */
    public <R> R callAt(final Placement array, final long index, final TaskFunction<R> body) throws SuspendExecution {
        return call(array.owner(index), body);
    }

    /** Starts a task on a node; {@link #awaitTasks()} waits for it. */
    public void executeNb(final int node, final TaskBody body) {
        Spawner.task(this, children(), node, BodyKind.TASK, body, 0);
    }

    /** As {@link #executeNb}, unless the node has as many of our tasks as it should: then false and nothing happens. */
    public boolean tryExecute(final int node, final TaskBody body) {
        Spawner.checkNode(this, node);
        if (runtime.isSaturated(node)) {
            return false;
        }
        executeNb(node, body);
        return true;
    }

    /** Starts a task of the handle's tree on a node. */
    public void execute(final TaskHandle handle, final int node, final TaskBody body) {
        Spawner.task(this, treeOf(handle), node, BodyKind.TASK | BodyKind.TREE, body, 0);
    }

    /** Runs a task on every node, this one included, and waits for all. */
    public void executeOnAll(final TaskBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.taskOnAll(this, join, BodyKind.TASK, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    /** Runs a task on every node and returns the results by node id. */
    public <R> List<R> callOnAll(final TaskFunction<R> body) throws SuspendExecution {
        final Join join = withResults(nodeCount());
        Spawner.taskOnAll(this, join, BodyKind.FUNCTION, body);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>results(join);
    }

    /** Runs a body inside the helper of a node: not preemptable, local data and non-blocking commands only. Waits for its end. */
    public void executeLocal(final int node, final LocalBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.task(this, join, node, BodyKind.LOCAL_BODY, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
    }

    /** As {@link #executeLocal}, waits for the result. */
    public <R> R callLocal(final int node, final LocalFunction<R> body) throws SuspendExecution {
        final Join join = withResults(1);
        Spawner.task(this, join, node, BodyKind.LOCAL_FUNCTION, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>result(join, 0);
    }

    /** Starts a local body on a node; {@link #awaitTasks()} waits for it. */
    public void executeLocalNb(final int node, final LocalBody body) {
        Spawner.task(this, children(), node, BodyKind.LOCAL_BODY, body, 0);
    }

    /** A handle for an unstructured tree of tasks. */
    public TaskHandle newHandle() {
        return new TaskHandle(this);
    }

    /** Inside a task that was spawned with a handle: starts another of the same tree. */
    public void spawnMore(final int node, final TaskBody body) {
        Spawner.task(this, myTree(), node, BodyKind.TASK | BodyKind.TREE, body, 0);
    }

    /** Inside a task that was spawned with a handle: starts a loop whose tasks belong to the same tree. */
    public void spawnMore(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        Spawner.loop(this, myTree(), iterations, chunk, policy, BodyKind.RANGE | BodyKind.TREE, body);
    }

    public void spawnMore(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        Spawner.loop(this, myTree(), iterations, chunk, policy, BodyKind.INDEX | BodyKind.TREE, body);
    }

    private Join myTree() {
        if (task == null || task.tree == null) {
            throw new IllegalStateException("this task was not spawned with a handle");
        }
        return task.tree;
    }

    // --- collectives ---

    /** The collective operations: one task of each node calls them, in the same order on all nodes. */
    public Collectives collectives() {
        return runtime.collectives();
    }

    /** Waits until a task of every node has called it. */
    public void barrier() throws SuspendExecution {
        runtime.collectives().barrier(this);
    }

    private Join children() {
        if (children == null) {
            children = new Join();
        }
        return children;
    }

    private Join treeOf(final TaskHandle handle) {
        if (handle.owner != this || handle.isAwaited) {
            throw new IllegalStateException("a task handle serves the task that made it, until it is awaited; other tasks of the"
                + " tree use spawnMore");
        }
        return handle.join;
    }

    /** A join that the caller is going to wait for. */
    private Join newJoin() {
        checkMayWait();
        return new Join();
    }

    private Join withResults(final int count) {
        final Join join = newJoin();
        join.results = new Object[count];
        join.encodedResults = new byte[count][];
        return join;
    }

    @SuppressWarnings("unchecked")
    private <R> R result(final Join join, final int index) {
        return (R) (join.encodedResults[index] != null ? runtime.decodeValue(join.encodedResults[index]) : join.results[index]);
    }

    private <R> List<R> results(final Join join) {
        final List<R> list = new java.util.ArrayList<>(join.results.length);
        for (int i = 0; i < join.results.length; i++) {
            list.add(this.<R>result(join, i));
        }
        return list;
    }

    /** Seed for the next loop or task that this chunk spawns. */
    long nextSpawnSeed() {
        return mix(taskSeed() ^ mix(++spawnCount));
    }

    int depth() {
        return task == null ? 0 : task.depth;
    }
}

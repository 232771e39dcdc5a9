package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.SuspendExecution;
import java.util.List;
import org.gmt4j.aggregation.queue.Aggregator;

/**
 * How a task spawns others: loops, single tasks, bodies that are not preemptable; blocking, non-blocking ({@code Nb}), with a handle,
 * or only where there is room ({@code try}). A part of {@link TaskContext}, apart only so that both can be read. Belongs to one fiber.
 *
 * <p><b>Deadlines.</b> Blocking forms have none: use the {@code Nb} form and {@link #awaitTasks(long)}.
 *
 * <p><b>Saturation.</b> A node is saturated for this task when as many of its node's tasks are outstanding there as
 * {@code gmt.task.credits} says, or when the command would have to wait for answers of that node before it can be sent. The
 * {@code try} forms then return false: nothing has been spawned, sent or counted, and the random numbers of later spawns are
 * what they would have been. They never wait; {@link #awaitTasks()} waits for what they have started.
 */
public abstract class SpawningTask extends WaitingTask {
    SpawningTask(final TaskRuntime runtime, final Worker worker, final Aggregator aggregator) {
        super(runtime, worker, aggregator);
    }

    // --- loops ---

    /**
     * Runs {@code iterations} iterations in chunks; returns when all have ended and all that they issued has been executed.
     *
     * @param chunk iterations of one task, at least 1
     * @throws ParForException with the first failure and the count of the others
     */
    public final void parFor(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.loop(self(), join, iterations, chunk, policy, BodyKind.RANGE, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    /** As above with {@link SpawnPolicy#PARTITION}. */
    public final void parFor(final long iterations, final long chunk, final RangeBody body) throws SuspendExecution {
        parFor(iterations, chunk, SpawnPolicy.PARTITION, body);
    }

    /** As above, the body called for each iteration: convenient, about 15-25 ns an iteration dearer than a range body. */
    public final void parFor(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.loop(self(), join, iterations, chunk, policy, BodyKind.INDEX, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    public final void parFor(final long iterations, final long chunk, final IndexBody body) throws SuspendExecution {
        parFor(iterations, chunk, SpawnPolicy.PARTITION, body);
    }

    /** Starts a loop; {@link #awaitTasks()} waits for it. */
    public final void parForNb(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        Spawner.loop(self(), children(), iterations, chunk, policy, BodyKind.RANGE, body);
    }

    public final void parForNb(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        Spawner.loop(self(), children(), iterations, chunk, policy, BodyKind.INDEX, body);
    }

    /** As {@link #parForNb}, unless one of the nodes that would get a part is saturated: then false, and no part has been spawned. */
    public final boolean tryParFor(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        return Spawner.tryLoop(self(), iterations, chunk, policy, BodyKind.RANGE, body);
    }

    public final boolean tryParFor(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        return Spawner.tryLoop(self(), iterations, chunk, policy, BodyKind.INDEX, body);
    }

    /** Starts a loop whose tasks belong to the handle's tree. */
    public final void parFor(final TaskHandle handle, final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        Spawner.loop(self(), treeOf(handle), iterations, chunk, policy, BodyKind.RANGE | BodyKind.TREE, body);
    }

    public final void parFor(final TaskHandle handle, final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        Spawner.loop(self(), treeOf(handle), iterations, chunk, policy, BodyKind.INDEX | BodyKind.TREE, body);
    }

    // --- loops with a result ---

    /**
     * A loop whose iterations return values that are combined to one: {@code ctx.loop(n, 4096).max((i, c) -> a.get(c, i))}.
     *
     * @param chunk iterations of one task, at least 1
     */
    public final LoopReduction loop(final long iterations, final long chunk) {
        return new LoopReduction(this, iterations, chunk, SpawnPolicy.PARTITION, false);
    }

    /** Sum of what all iterations return. See {@link LoopReduction} for policies, and for what is the same in each run. */
    public final long sum(final long iterations, final long chunk, final LongIndexFunction function) throws SuspendExecution {
        return loop(iterations, chunk).sum(function);
    }

    /** Sum of what all chunks return. */
    public final long sum(final long iterations, final long chunk, final LongRangeFunction function) throws SuspendExecution {
        return loop(iterations, chunk).sum(function);
    }

    /** Sum of what all iterations return. */
    public final double sumDouble(final long iterations, final long chunk, final DoubleIndexFunction function) throws SuspendExecution {
        return loop(iterations, chunk).sumDouble(function);
    }

    /** Sum of what all chunks return. */
    public final double sumDouble(final long iterations, final long chunk, final DoubleRangeFunction function) throws SuspendExecution {
        return loop(iterations, chunk).sumDouble(function);
    }

    /** What all iterations return, combined by an operator. @param identity the result of no iterations, and where each chunk begins */
    public final long reduce(final long iterations, final long chunk, final long identity, final LongOperator operator,
                             final LongIndexFunction function) throws SuspendExecution {
        return loop(iterations, chunk).reduce(identity, operator, function);
    }

    /** What all iterations return, combined by an operator. @param identity the result of no iterations, and where each chunk begins */
    public final double reduceDouble(final long iterations, final long chunk, final double identity, final DoubleOperator operator,
                                     final DoubleIndexFunction function) throws SuspendExecution {
        return loop(iterations, chunk).reduceDouble(identity, operator, function);
    }

    final long[] reduce(final long iterations, final long chunk, final SpawnPolicy policy, final ReducingBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.loop(self(), join, iterations, chunk, policy, BodyKind.RANGE, body);
        awaitJoin(join);
        join.throwIfFailed();
        final Partials all = new Partials(body.operator());
        join.contributions().forEach(all::addPacked);
        return all.result();
    }

    // --- single tasks ---

    /** Runs a task on a node and waits for its end. */
    public final void execute(final int node, final TaskBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.task(self(), join, node, BodyKind.TASK, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
    }

    /** Runs a task on a node and waits for its result. */
    public final <R> R call(final int node, final TaskFunction<R> body) throws SuspendExecution {
        final Join join = withResults(1);
        Spawner.task(self(), join, node, BodyKind.FUNCTION, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>result(join, 0);
    }

    /** Runs a task at the owner of an element. */
    public final void executeAt(final Placement array, final long index, final TaskBody body) throws SuspendExecution {
        execute(array.owner(index), body);
    }

    /** Runs a task at the owner of an element and waits for its result. */
    public final <R> R callAt(final Placement array, final long index, final TaskFunction<R> body) throws SuspendExecution {
        return call(array.owner(index), body);
    }

    /** Starts a task on a node; {@link #awaitTasks()} waits for it. */
    public final void executeNb(final int node, final TaskBody body) {
        Spawner.task(self(), children(), node, BodyKind.TASK, body, 0);
    }

    /** As {@link #executeNb}, unless the node is saturated: then false. */
    public final boolean tryExecute(final int node, final TaskBody body) {
        return Spawner.tryTask(self(), node, BodyKind.TASK, body);
    }

    /** As {@link #tryExecute} at the owner of an element. */
    public final boolean tryExecuteAt(final Placement array, final long index, final TaskBody body) {
        return tryExecute(array.owner(index), body);
    }

    /** Starts a task of the handle's tree on a node. */
    public final void execute(final TaskHandle handle, final int node, final TaskBody body) {
        Spawner.task(self(), treeOf(handle), node, BodyKind.TASK | BodyKind.TREE, body, 0);
    }

    /** Runs a task on every node, this one included, and waits for all. */
    public final void executeOnAll(final TaskBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.taskOnAll(self(), join, BodyKind.TASK, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    /** Runs a task on every node and returns the results by node id. */
    public final <R> List<R> callOnAll(final TaskFunction<R> body) throws SuspendExecution {
        final Join join = withResults(runtime.nodeCount());
        Spawner.taskOnAll(self(), join, BodyKind.FUNCTION, body);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>results(join);
    }

    /**
     * Runs a body inside the helper of a node, or at once when that is this one: not preemptable, local data and non-blocking commands
     * only. Waits for its end; what it has issued elsewhere is waited for by {@link TaskContext#awaitVisits()}.
     */
    public final void executeLocal(final int node, final LocalBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.task(self(), join, node, BodyKind.LOCAL_BODY, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
    }

    /** As {@link #executeLocal}, waits for the result. */
    public final <R> R callLocal(final int node, final LocalFunction<R> body) throws SuspendExecution {
        final Join join = withResults(1);
        Spawner.task(self(), join, node, BodyKind.LOCAL_FUNCTION, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>result(join, 0);
    }

    /** Starts a local body on a node; {@link #awaitTasks()} waits for it. */
    public final void executeLocalNb(final int node, final LocalBody body) {
        Spawner.task(self(), children(), node, BodyKind.LOCAL_BODY, body, 0);
    }

    /** As {@link #executeLocalNb}, unless the node is saturated: then false. At this node it runs at once and is never refused. */
    public final boolean tryExecuteLocal(final int node, final LocalBody body) {
        return Spawner.tryTask(self(), node, BodyKind.LOCAL_BODY, body);
    }

    /** Starts a task on a node; its result is waited for with {@link #await(PendingResult)}. */
    public final <R> PendingResult<R> callNb(final int node, final TaskFunction<R> body) {
        return startCall(node, BodyKind.FUNCTION, body);
    }

    /** As {@link #callLocal}; its result is waited for with {@link #await(PendingResult)}. */
    public final <R> PendingResult<R> callLocalNb(final int node, final LocalFunction<R> body) {
        return startCall(node, BodyKind.LOCAL_FUNCTION, body);
    }

    private <R> PendingResult<R> startCall(final int node, final int kind, final Object body) {
        final Join join = new Join(task, false);
        join.results = new Object[1];
        join.encodedResults = new byte[1][];
        Spawner.task(self(), join, node, kind, body, 0);
        return new PendingResult<>(keep(new TaskHandle(self(), join)));
    }

    /** Suspends until the task has ended; returns its result. */
    public final <R> R await(final PendingResult<R> pending) throws SuspendExecution {
        await(pending.handle);
        return this.<R>result(pending.handle.join, 0);
    }

    /**
     * As above, but not longer than the time given; it may be awaited again.
     *
     * @throws GmtTimeoutException when the task has not ended
     */
    public final <R> R await(final PendingResult<R> pending, final long timeoutNs) throws SuspendExecution {
        await(pending.handle, timeoutNs);
        return this.<R>result(pending.handle.join, 0);
    }

    /** Inside a task that was spawned with a handle: starts another of the same tree. */
    public final void spawnMore(final int node, final TaskBody body) {
        Spawner.task(self(), myTree(), node, BodyKind.TASK | BodyKind.TREE, body, 0);
    }

    /** Inside a task that was spawned with a handle: starts a loop whose tasks belong to the same tree. */
    public final void spawnMore(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        Spawner.loop(self(), myTree(), iterations, chunk, policy, BodyKind.RANGE | BodyKind.TREE, body);
    }

    public final void spawnMore(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        Spawner.loop(self(), myTree(), iterations, chunk, policy, BodyKind.INDEX | BodyKind.TREE, body);
    }

    private Join myTree() {
        if (task == null || !task.isOfTree) {
            throw new IllegalStateException("this task was not spawned with a handle");
        }
        return task.tree;
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
        return new Join(task, false);
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
}

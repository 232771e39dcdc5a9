package org.gmt4j;

import java.util.List;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The argument of every body: who and where it is, how it waits, how it spawns. Belongs to one fiber at a time; valid
 * only inside the body that was given it. Array operations take it as their first argument. Implemented by the runtime
 * alone.
 *
 * <p><b>Waiting.</b> Non-blocking operations are plain methods; {@link #await()} suspends the fiber until all
 * operations of this task have completed. A chunk or task that returns with operations on their way is not over before
 * they are: when a {@code parFor} returns, everything its bodies issued has been executed.
 *
 * <p><b>Order.</b> Operations of one task to one node execute in the order they were issued, except across a wait with
 * a deadline that expired; operations to different nodes in any order.
 *
 * <p><b>Sources.</b> The source of a put may be reused as soon as the call returns; the destination of a non-blocking
 * get must be left alone until the wait.
 *
 * <p><b>Spawning.</b> Loops, single tasks, bodies that are not preemptable: blocking, non-blocking ({@code Nb}), with a
 * handle, or only where there is room ({@code try}). A node is saturated for this task when as many of its node's tasks
 * are outstanding there as {@code gmt.task.credits} says, or when the command would have to wait for answers of that
 * node before it can be sent. The {@code try} forms then return false: nothing has been spawned, sent or counted, and
 * the random numbers of later spawns are what they would have been. They never wait; {@link #awaitTasks()} waits for
 * what they have started.
 *
 * <p><b>Deadlines.</b> A wait that expires throws {@link GmtTimeoutException} and changes nothing else: the operations
 * and tasks go on, their results still arrive, a later wait sees them, and the chunk does not end before they have
 * ended. Times are nanoseconds from the call, 0 or more; the worker looks at them between fibers, so a wait may take
 * longer than its deadline by as long as other tasks run without waiting. Blocking forms of spawning have no deadline:
 * use the {@code Nb} form and {@link #awaitTasks(long)}.
 */
public interface TaskContext extends Issuer {
    // --- who and where ---

    /** This node, from 0 on. */
    int nodeId();

    /** Nodes of the job. */
    int nodeCount();

    /** Index of the worker that runs this task; -1 in visits and local bodies. */
    int workerId();

    /** Workers of this node. */
    int workerCount();

    /**
     * Index of the thread that runs this body among the node's threads that run user code: workers first, then helpers,
     * below {@link #laneCount()}. State kept per lane needs no lock, in tasks and in visits.
     */
    int laneId();

    /** Threads of this node that run user code: workers and helpers; 1 when one thread has all roles. */
    int laneCount();

    /** False inside visits and local bodies, on whatever node: they run to their end and cannot wait. */
    boolean isPreemptable();

    /**
     * Counts what a program wants to see per node, such as edges looked at: results show its sum, and with several
     * nodes how uneven it was. No atomic operation, no lock: the count belongs to the thread that runs this body. It
     * looks the name up among the few used so far, so count once per chunk or vertex rather than once per element. Also
     * in visits and local bodies.
     *
     * @param name lower-case letters, digits and dots; a literal is found fastest. At most 32 names
     * @throws IllegalArgumentException GMT-682
     */
    void count(String name, long count);

    // --- waiting ---

    /**
     * Suspends until all data operations of this task have completed.
     *
     * @throws RuntimeException GMT-210 when a node has refused one of them
     * @throws ParForException  when a visit has failed; its cause is what the visit has thrown
     */
    void await() throws SuspendExecution;

    /**
     * As {@link #await()}, but not longer than the time given. When it expires the operations go on; their results
     * still arrive, and a later wait sees them.
     *
     * @throws GmtTimeoutException when operations are on their way after {@code timeoutNs}
     */
    void await(long timeoutNs) throws SuspendExecution;

    /** Suspends until the operations of one handle have completed. */
    void await(OperationHandle handle) throws SuspendExecution;

    /**
     * As {@link #await(OperationHandle)}, but not longer than the time given; the handle may be awaited again.
     *
     * @throws GmtTimeoutException when operations of the handle are on their way after {@code timeoutNs}
     */
    void await(OperationHandle handle, long timeoutNs) throws SuspendExecution;

    /** Suspends until all loops and tasks spawned with the {@code Nb} and {@code try} forms have ended. */
    void awaitTasks() throws SuspendExecution;

    /**
     * As {@link #awaitTasks()}, but not longer than the time given. This is also how loops and single tasks are given a
     * deadline: spawn with the {@code Nb} form, then wait here. Tasks that are late run on; failures among them come
     * out at a later wait or at the end of the chunk.
     *
     * @throws GmtTimeoutException saying how many have not ended, and where
     */
    void awaitTasks(long timeoutNs) throws SuspendExecution;

    /** Suspends until the whole tree of tasks has ended. The handle is then spent. */
    void await(TaskHandle handle) throws SuspendExecution;

    /**
     * As {@link #await(TaskHandle)}, but not longer than the time given. When it expires the tree grows on, the handle
     * can still spawn, and be awaited again.
     *
     * @throws GmtTimeoutException saying how many tasks directly below this one have not ended, and where
     */
    void await(TaskHandle handle, long timeoutNs) throws SuspendExecution;

    /** Lets other ready fibers of this worker run. */
    void yield() throws SuspendExecution;

    // --- handles ---

    /**
     * A handle for operations that are to be waited for apart from the others. The chunk does not end before they have
     * completed.
     */
    OperationHandle newOperation();

    /** A handle for an unstructured tree of tasks. The chunk that makes it does not end before the tree. */
    TaskHandle newHandle();

    // --- loops ---

    /**
     * Runs {@code iterations} iterations in chunks; returns when all have ended and all that they issued has been
     * executed.
     *
     * @param chunk iterations of one task, at least 1
     * @throws ParForException with the first failure and the count of the others
     */
    void parFor(long iterations, long chunk, SpawnPolicy policy, RangeBody body) throws SuspendExecution;

    /** As above with {@link SpawnPolicy#PARTITION}. */
    default void parFor(final long iterations, final long chunk, final RangeBody body) throws SuspendExecution {
        parFor(iterations, chunk, SpawnPolicy.PARTITION, body);
    }

    /**
     * As above, the body called for each iteration: convenient, about 15-25 ns an iteration dearer than a range body.
     */
    void parFor(long iterations, long chunk, SpawnPolicy policy, IndexBody body) throws SuspendExecution;

    /** As above with {@link SpawnPolicy#PARTITION}. */
    default void parFor(final long iterations, final long chunk, final IndexBody body) throws SuspendExecution {
        parFor(iterations, chunk, SpawnPolicy.PARTITION, body);
    }

    /** Starts a loop; {@link #awaitTasks()} waits for it. */
    void parForNb(long iterations, long chunk, SpawnPolicy policy, RangeBody body);

    /** As above, the body called for each iteration. */
    void parForNb(long iterations, long chunk, SpawnPolicy policy, IndexBody body);

    /**
     * As {@link #parForNb}, unless one of the nodes that would get a part is saturated: then false, and no part has
     * been spawned.
     */
    boolean tryParFor(long iterations, long chunk, SpawnPolicy policy, RangeBody body);

    /** As above, the body called for each iteration. */
    boolean tryParFor(long iterations, long chunk, SpawnPolicy policy, IndexBody body);

    /** Starts a loop whose tasks belong to the handle's tree. */
    void parFor(TaskHandle handle, long iterations, long chunk, SpawnPolicy policy, RangeBody body);

    /** As above, the body called for each iteration. */
    void parFor(TaskHandle handle, long iterations, long chunk, SpawnPolicy policy, IndexBody body);

    // --- loops with a result ---

    /**
     * A loop whose iterations return values that are combined to one:
     * {@code ctx.loop(n, 4096).max((i, c) -> a.get(c, i))}.
     *
     * @param chunk iterations of one task, at least 1
     */
    LoopReduction loop(long iterations, long chunk);

    /**
     * Sum of what all iterations return. See {@link LoopReduction} for policies, and for what is the same in each run.
     */
    default long sum(final long iterations, final long chunk, final LongIndexFunction function)
        throws SuspendExecution {
        return loop(iterations, chunk).sum(function);
    }

    /** Sum of what all chunks return. */
    default long sum(final long iterations, final long chunk, final LongRangeFunction function)
        throws SuspendExecution {
        return loop(iterations, chunk).sum(function);
    }

    /** Sum of what all iterations return. */
    default double sumDouble(final long iterations, final long chunk, final DoubleIndexFunction function)
        throws SuspendExecution {
        return loop(iterations, chunk).sumDouble(function);
    }

    /** Sum of what all chunks return. */
    default double sumDouble(final long iterations, final long chunk, final DoubleRangeFunction function)
        throws SuspendExecution {
        return loop(iterations, chunk).sumDouble(function);
    }

    /**
     * What all iterations return, combined by an operator.
     *
     * @param identity the result of no iterations, and where each chunk begins
     */
    default long reduce(final long iterations, final long chunk, final long identity, final LongOperator operator,
        final LongIndexFunction function) throws SuspendExecution {
        return loop(iterations, chunk).reduce(identity, operator, function);
    }

    /**
     * What all iterations return, combined by an operator.
     *
     * @param identity the result of no iterations, and where each chunk begins
     */
    default double reduceDouble(final long iterations, final long chunk, final double identity,
        final DoubleOperator operator, final DoubleIndexFunction function) throws SuspendExecution {
        return loop(iterations, chunk).reduceDouble(identity, operator, function);
    }

    // --- single tasks ---

    /** Runs a task on a node and waits for its end. */
    void execute(int node, TaskBody body) throws SuspendExecution;

    /** Runs a task on a node and waits for its result. */
    <R> R call(int node, TaskFunction<R> body) throws SuspendExecution;

    /** Runs a task at the owner of an element. */
    default void executeAt(final Placement array, final long index, final TaskBody body) throws SuspendExecution {
        execute(array.owner(index), body);
    }

    /** Runs a task at the owner of an element and waits for its result. */
    default <R> R callAt(final Placement array, final long index, final TaskFunction<R> body) throws SuspendExecution {
        return call(array.owner(index), body);
    }

    /** Starts a task on a node; {@link #awaitTasks()} waits for it. */
    void executeNb(int node, TaskBody body);

    /** As {@link #executeNb}, unless the node is saturated: then false. */
    boolean tryExecute(int node, TaskBody body);

    /** As {@link #tryExecute} at the owner of an element. */
    default boolean tryExecuteAt(final Placement array, final long index, final TaskBody body) {
        return tryExecute(array.owner(index), body);
    }

    /** Starts a task of the handle's tree on a node. */
    void execute(TaskHandle handle, int node, TaskBody body);

    /** Runs a task on every node, this one included, and waits for all. */
    void executeOnAll(TaskBody body) throws SuspendExecution;

    /** Runs a task on every node and returns the results by node id. */
    <R> List<R> callOnAll(TaskFunction<R> body) throws SuspendExecution;

    /**
     * Runs a body inside the helper of a node, or at once when that is this one: not preemptable, local data and
     * non-blocking commands only. Waits for its end; what it has issued elsewhere is waited for by
     * {@link TaskContext#awaitVisits()}.
     */
    void executeLocal(int node, LocalBody body) throws SuspendExecution;

    /** As {@link #executeLocal}, waits for the result. */
    <R> R callLocal(int node, LocalFunction<R> body) throws SuspendExecution;

    /** Starts a local body on a node; {@link #awaitTasks()} waits for it. */
    void executeLocalNb(int node, LocalBody body);

    /**
     * As {@link #executeLocalNb}, unless the node is saturated: then false. At this node it runs at once and is never
     * refused.
     */
    boolean tryExecuteLocal(int node, LocalBody body);

    /** Starts a task on a node; its result is waited for with {@link #await(PendingResult)}. */
    <R> PendingResult<R> callNb(int node, TaskFunction<R> body);

    /** As {@link #callLocal}; its result is waited for with {@link #await(PendingResult)}. */
    <R> PendingResult<R> callLocalNb(int node, LocalFunction<R> body);

    /** Suspends until the task has ended; returns its result. */
    <R> R await(PendingResult<R> pending) throws SuspendExecution;

    /**
     * As above, but not longer than the time given; it may be awaited again.
     *
     * @throws GmtTimeoutException when the task has not ended
     */
    <R> R await(PendingResult<R> pending, long timeoutNs) throws SuspendExecution;

    /** Inside a task that was spawned with a handle: starts another of the same tree. */
    void spawnMore(int node, TaskBody body);

    /** Inside a task that was spawned with a handle: starts a loop whose tasks belong to the same tree. */
    void spawnMore(long iterations, long chunk, SpawnPolicy policy, RangeBody body);

    /** As above, the body called for each iteration. */
    void spawnMore(long iterations, long chunk, SpawnPolicy policy, IndexBody body);

    // --- random numbers that do not depend on placement ---

    /**
     * Seed of this task: a function of the job's seed, the tree of spawns and an iteration alone: the chunk's first for
     * a range body, its own for an index body.
     */
    long taskSeed();

    /**
     * Next of a sequence that begins anew with each chunk of a range body and each iteration of an index body, the same
     * wherever it runs (SplitMix64). Chunks themselves are the same for any count of nodes, except in loops that follow
     * the owners of an array: a range body cannot draw the same numbers there. Nor can visits: those of a helper share
     * one sequence.
     */
    long nextRandom();

    /** Uniform in [0, bound); the bias is below bound / 2^64. */
    long nextRandom(long bound);

    // --- its job ---

    /**
     * Whether the job of this task was cancelled, or is late: then a body that computes for long without waiting should
     * return.
     */
    boolean isCancelled();

    /**
     * Ends a body whose job has ended: for bodies that compute for long without waiting.
     *
     * @throws JobCancelledException when the job of this task was cancelled, or is late
     */
    void checkCancelled();

    /**
     * Says how far the job is, for whoever has started it; what was said last counts. From other nodes than that where
     * the job was started two short messages, so say it once per chunk at most.
     *
     * @param done  in units of the program's choice
     * @param total of the same units
     */
    void progress(long done, long total);

    /** Says that so much more has been done: chunks on all nodes may add up what {@link #progress} has begun at 0. */
    void progressed(long more);

    // --- together with all nodes ---

    /** The collective operations: one task of each node calls them, in the same order on all nodes. */
    Collectives collectives();

    /**
     * Waits until a task of every node has called it. See {@link Collectives} for who meets whom, and for failing
     * members.
     */
    void barrier() throws SuspendExecution;

    /**
     * As {@link #barrier()}, but not longer than the time given. This node's arrival stays counted; {@code barrier}
     * called again by this task waits for the same round.
     *
     * @throws GmtTimeoutException naming nodes that have not arrived
     */
    void barrier(long timeoutNs) throws SuspendExecution;

    /**
     * Waits until everything that visits and local bodies have issued on any node has been executed, and what the
     * visits among it have issued, and so on. Called by one task that has awaited its own visits and local bodies;
     * those that other tasks send meanwhile may be waited for as well. Costs at least two rounds to all nodes.
     */
    void awaitVisits() throws SuspendExecution;

    /**
     * As {@link #awaitVisits()}, but begins no further round after {@code timeoutNs}.
     *
     * @throws GmtTimeoutException when commands were still on their way
     */
    void awaitVisits(long timeoutNs) throws SuspendExecution;
}

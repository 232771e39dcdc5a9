package org.gmt4j;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The context of a running body: its node and thread, its waits, its spawns. Belongs to one fiber at a time, and is
 * valid only inside the body that received it. Array operations take it as their first argument. Only the runtime
 * implements this interface.
 *
 * <p><b>Waiting.</b> Non-blocking operations are plain methods. {@link #await()} suspends the fiber until all
 * operations of this task have completed. A chunk or task whose body returns earlier ends only when they have
 * completed: when a {@code parFor} returns, everything issued by its bodies has been executed.
 *
 * <p><b>Order.</b> Operations of one task on one node execute in the order of issue, except across a wait whose
 * deadline expired. Operations on different nodes execute in any order. Updates without a result of an array that was
 * declared {@link Combining} keep their order with operations on the same element or on ranges of the same array only.
 *
 * <p><b>Buffers.</b> The source of a put may be reused as soon as the call returns. The destination of a non-blocking
 * get must not be touched until the wait has returned.
 *
 * <p><b>Spawning.</b> Loops, single tasks and bodies that cannot be preempted have blocking forms, non-blocking forms
 * ({@code Nb}), forms with a handle, and forms that start nothing on a saturated node ({@code try}). A node is
 * saturated for this task when {@code gmt.task.credits} tasks of this node are outstanding there, or when the command
 * would have to wait for replies of that node before it is sent. The {@code try} forms then return false: nothing has
 * been spawned, sent or counted, and the random numbers of later spawns do not change. They never wait;
 * {@link #awaitTasks()} waits for the tasks that they have started.
 *
 * <p><b>Deadlines.</b> A wait that expires throws {@link GmtTimeoutException} and changes nothing else. The operations
 * and tasks continue, their results still arrive, a later wait sees them, and the chunk does not end before they have
 * ended. Times are nanoseconds from the call, 0 or more. The worker checks deadlines between fibers, so a wait can last
 * longer than its deadline while other tasks run without waiting. Blocking forms of spawning have no deadline: use the
 * {@code Nb} form and {@link #awaitTasks(long)}.
 */
public interface TaskContext extends Issuer {
    /**
     * As the size of a chunk: each node chooses the sizes by the cost of the chunks that have ended there. Iterations
     * that compute go in chunks of some 50 us, iterations that wait in chunks so small that all fibers have some. All
     * loops take it, but for deterministic reductions. The random numbers of index bodies do not depend on chunks.
     */
    long MEASURED = 0;

    // --- place ---

    /** Returns the id of this node, from 0. */
    int nodeId();

    /** Returns the number of nodes of the job. */
    int nodeCount();

    /** Returns the index of the worker that runs this task; -1 in visits and local bodies. */
    int workerId();

    /** Returns the number of workers of this node. */
    int workerCount();

    /**
     * Returns the index of the current thread among the threads of this node that run user code, from 0 to
     * {@link #laneCount()} - 1: workers first, then helpers. State kept for each lane needs no lock, neither in tasks
     * nor in visits.
     */
    int laneId();

    /**
     * Returns the number of threads of this node that run user code: workers and helpers; 1 when one thread has all
     * roles.
     */
    int laneCount();

    /** Returns whether this body may wait. False inside visits and local bodies: they run to their end, on any node. */
    boolean isPreemptable();

    /**
     * Adds to a count of the program's own, such as visited edges. Results show the sum over all nodes and, with
     * several nodes, the imbalance. Costs no atomic operation and no lock, because the count belongs to the current
     * thread, but looks the name up among those used so far: count once for each chunk or vertex rather than for each
     * element. Also for visits and local bodies.
     *
     * @param name  lower-case letters, digits and dots; a literal is found fastest. At most 32 names
     * @param count number to add
     * @throws IllegalArgumentException GMT-682
     */
    void count(String name, long count);

    /**
     * Opens a scratch: arrays from a pool instead of the heap, until its close. Closed by {@code try}, or at the end of
     * the chunk, iteration, local body or visit.
     *
     * @throws IllegalStateException GMT-690 when 64 of this task are open
     */
    Scratch scratch();

    // --- waiting ---

    /**
     * Suspends until all data operations of this task have completed.
     *
     * @throws RuntimeException GMT-210 when a node has refused one of the operations
     * @throws ParForException  when a visit has failed; its cause is the exception of the visit
     */
    void await() throws SuspendExecution;

    /**
     * Suspends until all data operations of this task have completed, but not longer than the given time. After a
     * timeout the operations continue, their results still arrive, and a later wait sees them.
     *
     * @param timeoutNs time to wait, in nanoseconds
     * @throws GmtTimeoutException when operations are still outstanding after that time
     */
    void await(long timeoutNs) throws SuspendExecution;

    /**
     * Suspends until the operations of one handle have completed.
     *
     * @param handle made by this task
     */
    void await(OperationHandle handle) throws SuspendExecution;

    /**
     * Suspends until the operations of one handle have completed, but not longer than the given time. After a timeout
     * the handle may be awaited again.
     *
     * @param handle    made by this task
     * @param timeoutNs time to wait, in nanoseconds
     * @throws GmtTimeoutException when operations of the handle are still outstanding after that time
     */
    void await(OperationHandle handle, long timeoutNs) throws SuspendExecution;

    /** Suspends until all loops and tasks spawned with the {@code Nb} and {@code try} forms have ended. */
    void awaitTasks() throws SuspendExecution;

    /**
     * Suspends until all loops and tasks spawned with the {@code Nb} and {@code try} forms have ended, but not longer
     * than the given time. To give a loop or a task a deadline, spawn it with the {@code Nb} form and wait here. After
     * a timeout the tasks continue; a later wait, or the end of the chunk, reports their failures.
     *
     * @param timeoutNs time to wait, in nanoseconds
     * @throws GmtTimeoutException with the number of tasks that have not ended, and their nodes
     */
    void awaitTasks(long timeoutNs) throws SuspendExecution;

    /**
     * Suspends until the whole tree of tasks has ended. The handle cannot be used afterwards.
     *
     * @param handle made by this task
     */
    void await(TaskHandle handle) throws SuspendExecution;

    /**
     * Suspends until the whole tree of tasks has ended, but not longer than the given time. After a timeout the tree
     * continues to grow, and the handle may spawn and be awaited again.
     *
     * @param handle    made by this task
     * @param timeoutNs time to wait, in nanoseconds
     * @throws GmtTimeoutException with the number of tasks directly below this one that have not ended, and their nodes
     */
    void await(TaskHandle handle, long timeoutNs) throws SuspendExecution;

    /** Lets other ready fibers of this worker run. */
    void yield() throws SuspendExecution;

    // --- handles ---

    /**
     * Creates a handle for operations that are awaited apart from the others. The chunk does not end before these
     * operations have completed.
     *
     * @return a handle without operations, for use by this task
     */
    OperationHandle newOperation();

    /**
     * Creates a handle for an unstructured tree of tasks. The chunk does not end before the tree.
     *
     * @return a handle without tasks, for use by this task
     */
    TaskHandle newHandle();

    // --- loops ---

    /**
     * Runs a loop in chunks, and suspends until all of them have ended and everything that they issued has been
     * executed.
     *
     * @param iterations number of iterations, 0 or more
     * @param chunk      iterations of one task, at least 1; or {@link #MEASURED}
     * @param policy     placement of the chunks
     * @param body       called with the range of a chunk
     * @throws ParForException with the first failure and the number of further ones
     */
    void parFor(long iterations, long chunk, SpawnPolicy policy, RangeBody body) throws SuspendExecution;

    /**
     * Runs a loop in chunks, spread by {@link SpawnPolicy#PARTITION}, and suspends until it has ended.
     *
     * @param iterations number of iterations, 0 or more
     * @param chunk      iterations of one task, at least 1; or {@link #MEASURED}
     * @param body       called with the range of a chunk
     * @throws ParForException with the first failure and the number of further ones
     */
    default void parFor(final long iterations, final long chunk, final RangeBody body) throws SuspendExecution {
        parFor(iterations, chunk, SpawnPolicy.PARTITION, body);
    }

    /**
     * Runs a loop in chunks, and suspends until it has ended. The body is called for each iteration, which costs some
     * 15 to 25 ns per iteration more than a range body.
     *
     * @param iterations number of iterations, 0 or more
     * @param chunk      iterations of one task, at least 1; or {@link #MEASURED}
     * @param policy     placement of the chunks
     * @param body       called with each iteration
     * @throws ParForException with the first failure and the number of further ones
     */
    void parFor(long iterations, long chunk, SpawnPolicy policy, IndexBody body) throws SuspendExecution;

    /**
     * Runs a loop in chunks, spread by {@link SpawnPolicy#PARTITION}, and suspends until it has ended. The body is
     * called for each iteration.
     *
     * @param iterations number of iterations, 0 or more
     * @param chunk      iterations of one task, at least 1; or {@link #MEASURED}
     * @param body       called with each iteration
     * @throws ParForException with the first failure and the number of further ones
     */
    default void parFor(final long iterations, final long chunk, final IndexBody body) throws SuspendExecution {
        parFor(iterations, chunk, SpawnPolicy.PARTITION, body);
    }

    /**
     * Runs a loop in chunks of {@link #MEASURED} size, spread by {@link SpawnPolicy#PARTITION}, and suspends until it
     * has ended.
     *
     * @param iterations number of iterations, 0 or more
     * @param body       called with the range of a chunk
     * @throws ParForException with the first failure and the number of further ones
     */
    default void parFor(final long iterations, final RangeBody body) throws SuspendExecution {
        parFor(iterations, MEASURED, SpawnPolicy.PARTITION, body);
    }

    /**
     * Runs a loop in chunks of {@link #MEASURED} size, spread by {@link SpawnPolicy#PARTITION}, and suspends until it
     * has ended. The body is called for each iteration.
     *
     * @param iterations number of iterations, 0 or more
     * @param body       called with each iteration
     * @throws ParForException with the first failure and the number of further ones
     */
    default void parFor(final long iterations, final IndexBody body) throws SuspendExecution {
        parFor(iterations, MEASURED, SpawnPolicy.PARTITION, body);
    }

    /** Starts a loop whose body is called with ranges. {@link #awaitTasks()} waits for it. */
    void parForNb(long iterations, long chunk, SpawnPolicy policy, RangeBody body);

    /** Starts a loop whose body is called for each iteration. {@link #awaitTasks()} waits for it. */
    void parForNb(long iterations, long chunk, SpawnPolicy policy, IndexBody body);

    /**
     * Starts a loop as {@link #parForNb(long, long, SpawnPolicy, RangeBody)} does, unless a node of the loop is
     * saturated.
     *
     * @return false when a node is saturated; no part of the loop has then been spawned
     */
    boolean tryParFor(long iterations, long chunk, SpawnPolicy policy, RangeBody body);

    /**
     * Starts a loop as {@link #parForNb(long, long, SpawnPolicy, IndexBody)} does, unless a node of the loop is
     * saturated.
     *
     * @return false when a node is saturated; no part of the loop has then been spawned
     */
    boolean tryParFor(long iterations, long chunk, SpawnPolicy policy, IndexBody body);

    /** Starts a loop whose tasks belong to the tree of a handle. The body is called with ranges. */
    void parFor(TaskHandle handle, long iterations, long chunk, SpawnPolicy policy, RangeBody body);

    /** Starts a loop whose tasks belong to the tree of a handle. The body is called for each iteration. */
    void parFor(TaskHandle handle, long iterations, long chunk, SpawnPolicy policy, IndexBody body);

    // --- loops with a result ---

    /**
     * Describes a loop that combines the values of its iterations:
     * {@code ctx.loop(n, 4096).max((i, c) -> a.get(c, i))}.
     *
     * @param iterations number of iterations, 0 or more
     * @param chunk      iterations of one task, at least 1; or {@link #MEASURED}
     * @return the loop; its reducing methods run it
     */
    LoopReduction loop(long iterations, long chunk);

    /**
     * Returns the sum of the values of all iterations. See {@link LoopReduction} for policies and reproducible results.
     */
    default long sum(final long iterations, final long chunk, final LongIndexFunction function)
        throws SuspendExecution {
        return loop(iterations, chunk).sum(function);
    }

    /** Returns the sum of the values of all iterations, in chunks of {@link #MEASURED} size. */
    default long sum(final long iterations, final LongIndexFunction function) throws SuspendExecution {
        return loop(iterations, MEASURED).sum(function);
    }

    /** Returns the sum of the values of all chunks. */
    default long sum(final long iterations, final long chunk, final LongRangeFunction function)
        throws SuspendExecution {
        return loop(iterations, chunk).sum(function);
    }

    /** Returns the sum of the values of all iterations. */
    default double sumDouble(final long iterations, final long chunk, final DoubleIndexFunction function)
        throws SuspendExecution {
        return loop(iterations, chunk).sumDouble(function);
    }

    /** Returns the sum of the values of all iterations, in chunks of {@link #MEASURED} size. */
    default double sumDouble(final long iterations, final DoubleIndexFunction function) throws SuspendExecution {
        return loop(iterations, MEASURED).sumDouble(function);
    }

    /** Returns the sum of the values of all chunks. */
    default double sumDouble(final long iterations, final long chunk, final DoubleRangeFunction function)
        throws SuspendExecution {
        return loop(iterations, chunk).sumDouble(function);
    }

    /**
     * Combines the values of all iterations by an operator.
     *
     * @param identity result of an empty loop, and start of each chunk
     */
    default long reduce(final long iterations, final long chunk, final long identity, final LongOperator operator,
        final LongIndexFunction function) throws SuspendExecution {
        return loop(iterations, chunk).reduce(identity, operator, function);
    }

    /**
     * Combines the values of all iterations by an operator.
     *
     * @param identity result of an empty loop, and start of each chunk
     */
    default double reduceDouble(final long iterations, final long chunk, final double identity,
        final DoubleOperator operator, final DoubleIndexFunction function) throws SuspendExecution {
        return loop(iterations, chunk).reduceDouble(identity, operator, function);
    }

    // --- single tasks ---

    /** Runs a task on a node and suspends until it has ended. */
    void execute(int node, TaskBody body) throws SuspendExecution;

    /**
     * Runs a task on a node and suspends until it has ended.
     *
     * @param <R>  type of the result; it must be transferable
     * @param node id of the node
     * @param body of the task
     * @return the result of the body
     * @throws ParForException whose cause is the exception of the body
     */
    <R> R call(int node, TaskFunction<R> body) throws SuspendExecution;

    /** Runs a task at the owner of an element and suspends until it has ended. */
    default void executeAt(final Placement array, final long index, final TaskBody body) throws SuspendExecution {
        execute(array.owner(index), body);
    }

    /** Runs a task at the owner of an element, suspends until it has ended, and returns its result. */
    default <R> R callAt(final Placement array, final long index, final TaskFunction<R> body) throws SuspendExecution {
        return call(array.owner(index), body);
    }

    /** Starts a task on a node. {@link #awaitTasks()} waits for it. */
    void executeNb(int node, TaskBody body);

    /**
     * Starts a task as {@link #executeNb} does, unless the node is saturated.
     *
     * @return false when the node is saturated; nothing has then been spawned
     */
    boolean tryExecute(int node, TaskBody body);

    /**
     * Starts a task at the owner of an element, unless that node is saturated.
     *
     * @return false when the node is saturated; nothing has then been spawned
     */
    default boolean tryExecuteAt(final Placement array, final long index, final TaskBody body) {
        return tryExecute(array.owner(index), body);
    }

    /** Starts a task on a node that belongs to the tree of a handle. */
    void execute(TaskHandle handle, int node, TaskBody body);

    /** Runs a task on every node, including this one, and suspends until all have ended. */
    void executeOnAll(TaskBody body) throws SuspendExecution;

    /** Runs a task on every node, and returns the results in the order of node ids. */
    <R> List<R> callOnAll(TaskFunction<R> body) throws SuspendExecution;

    /**
     * Runs a body inside the helper of a node, or at once on this node, and suspends until it has ended. The body
     * cannot be preempted: it uses local data and non-blocking commands only. {@link #awaitVisits()} waits for the
     * commands that it issues to other nodes.
     */
    void executeLocal(int node, LocalBody body) throws SuspendExecution;

    /** Runs a body inside the helper of a node, as {@link #executeLocal} does, and returns its result. */
    <R> R callLocal(int node, LocalFunction<R> body) throws SuspendExecution;

    /** Starts a local body on a node. {@link #awaitTasks()} waits for it. */
    void executeLocalNb(int node, LocalBody body);

    /**
     * Starts a local body as {@link #executeLocalNb} does, unless the node is saturated. On this node it runs at once
     * and is never refused.
     *
     * @return false when the node is saturated; nothing has then been sent
     */
    boolean tryExecuteLocal(int node, LocalBody body);

    /** Starts a task on a node. {@link #await(PendingResult)} waits for its result. */
    <R> PendingResult<R> callNb(int node, TaskFunction<R> body);

    /** Starts a local body on a node. {@link #await(PendingResult)} waits for its result. */
    <R> PendingResult<R> callLocalNb(int node, LocalFunction<R> body);

    /** Suspends until the task has ended, and returns its result. */
    <R> R await(PendingResult<R> pending) throws SuspendExecution;

    /**
     * Suspends until the task has ended, but not longer than the given time, and returns its result. After a timeout it
     * may be awaited again.
     *
     * @throws GmtTimeoutException when the task has not ended
     */
    <R> R await(PendingResult<R> pending, long timeoutNs) throws SuspendExecution;

    /** Starts a task in the tree of the current task, which must itself have been spawned with a handle. */
    void spawnMore(int node, TaskBody body);

    /**
     * Starts a loop in the tree of the current task, which must itself have been spawned with a handle. The body is
     * called with ranges.
     */
    void spawnMore(long iterations, long chunk, SpawnPolicy policy, RangeBody body);

    /**
     * Starts a loop in the tree of the current task, which must itself have been spawned with a handle. The body is
     * called for each iteration.
     */
    void spawnMore(long iterations, long chunk, SpawnPolicy policy, IndexBody body);

    // --- what plain threads do ---

    /**
     * Runs code that blocks, or that takes long inside of a library, on a plain thread of this node, and suspends until
     * it has ended: reads of files, queries of databases, calls of services. Other tasks go on meanwhile, which a task
     * that blocks itself would keep from running (GMT-761, GMT-762). Costs some ten microseconds.
     *
     * <p>A node has up to 64 such threads; more calls wait for one. The call must neither use this context nor wait for
     * tasks of the job. Both see what the other has written to objects of Java before. When the job is cancelled, the
     * call is interrupted, and the task waits for its end.
     *
     * <pre>{@code
     * List<String> lines = ctx.callBlocking(() -> Files.readAllLines(Path.of(name)));
     * }</pre>
     *
     * @return what the call has returned
     * @throws IllegalArgumentException GMT-249 when the call has captured a context. What the call throws is thrown
     *                                  here: an {@code IOException} as {@code UncheckedIOException}, other checked
     *                                  exceptions as the cause of a {@code CompletionException}
     */
    <R> R callBlocking(Callable<R> call) throws SuspendExecution;

    /**
     * Suspends until a stage that any thread or task completes has completed, such as the answer of an HTTP client, and
     * returns its value. Failures are thrown as by {@link #callBlocking}. Of a loop with many such waits some
     * {@code gmt.fibers} at a time are begun on each worker; more begin one by one when all of them wait.
     */
    <R> R await(CompletionStage<R> stage) throws SuspendExecution;

    // --- random numbers that do not depend on placement ---

    /**
     * Returns the seed of this task. It depends only on the job's seed, the tree of spawns and an iteration: the first
     * of the chunk for a range body, the current one for an index body.
     */
    long taskSeed();

    /**
     * Returns the next number of a sequence (SplitMix64) that starts anew with each chunk of a range body and with each
     * iteration of an index body. The sequence does not depend on the node that runs it. Chunks are the same for any
     * number of nodes, except in loops that follow the owners of an array, where the numbers of a range body depend on
     * the nodes. The visits of a helper share one sequence, so their numbers do not repeat either.
     */
    long nextRandom();

    /** Returns a random number distributed uniformly in [0, bound); the bias is less than bound / 2^64. */
    long nextRandom(long bound);

    // --- the job ---

    /**
     * Returns whether the job of this task was cancelled, or is late, or the cluster is being closed. A body that
     * computes for long without waiting should then return: it keeps its thread, and a close waits for it for seconds.
     */
    boolean isCancelled();

    /**
     * Throws where {@link #isCancelled()} is true. For bodies that compute for long without waiting.
     *
     * @throws JobCancelledException when the job of this task was cancelled, or is late, or the cluster is being closed
     */
    void checkCancelled();

    /**
     * Reports the progress of the job to {@link Job#progress()}, in place of the last report. Costs two short messages
     * from nodes other than the one where the job was started, so report once per chunk at most.
     *
     * @param done  work done, in a unit chosen by the program
     * @param total all work, in the same unit
     */
    void progress(long done, long total);

    /**
     * Adds to the work done. Chunks on all nodes may add to a count that {@link #progress} has started at 0.
     *
     * @param more work done, in the unit of {@link #progress}
     */
    void progressed(long more);

    // --- together with all nodes ---

    /** Returns the collective operations. One task of each node calls them, in the same order on all nodes. */
    Collectives collectives();

    /**
     * Suspends until a task of every node has called this method. See {@link Collectives} for teams and for failing
     * members.
     */
    void barrier() throws SuspendExecution;

    /**
     * Suspends until a task of every node has called this method, but not longer than the given time. After a timeout
     * the arrival of this node still counts, and another {@code barrier} of this task waits for the same round.
     *
     * @throws GmtTimeoutException naming the nodes that have not arrived
     */
    void barrier(long timeoutNs) throws SuspendExecution;

    /**
     * Suspends until all commands that visits and local bodies have issued on any node have been executed, and all
     * tasks that they have begun have ended, including what the visits among them have begun. Called by one task that
     * has awaited its own visits and local bodies. May also wait for visits and local bodies that other tasks send
     * meanwhile. Costs at least two rounds to all nodes.
     *
     * @throws ParForException when any of it has failed since the last call, and that of other tasks of this time; its
     *                         cause is the exception of a body, or the refusal of a command
     * @throws GmtException    GMT-402 in a task that a visit or a local body has begun, for which it would wait itself
     */
    void awaitVisits() throws SuspendExecution;

    /**
     * Waits as {@link #awaitVisits()} does, but after {@code timeoutNs} it begins no further round than the one that
     * confirms that all is done. With 0 it only looks, in two rounds.
     *
     * @throws GmtTimeoutException when commands or tasks are still outstanding
     */
    void awaitVisits(long timeoutNs) throws SuspendExecution;
}

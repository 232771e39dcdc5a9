package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.SuspendExecution;
import org.gmt4j.aggregation.queue.Aggregator;

/**
 * What a body is handed: who and where it is, how it waits ({@link WaitingTask}), how it spawns ({@link SpawningTask}). Belongs to
 * one fiber at a time; valid only inside the body that was given it. Array operations take it as their first argument.
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
public final class TaskContext extends SpawningTask {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final int nodeId;
    long low;
    long high;
    private long iteration;
    private long randomState;
    private boolean isSeeded;
    private long spawnCount;
    private Object companion;
    private LaneCounts counts;

    TaskContext(final TaskRuntime runtime, final Worker worker) {
        super(runtime, worker, worker.aggregator());
        nodeId = runtime.nodeId();
    }

    /** The context that visits and local bodies are given: it issues commands through the helper's aggregator. */
    public TaskContext(final TaskRuntime runtime, final Aggregator aggregator) {
        super(runtime, null, aggregator);
        nodeId = runtime.nodeId();
    }

    void bind(final TaskFiber owner) {
        fiber = owner;
    }

    void enter(final LoopTask newTask, final long newLow, final long newHigh) {
        task = newTask;
        low = newLow;
        high = newHigh;
        begin(newLow);
    }

    /** Before the body is called for an iteration or a run of them. The task is inside no operation there. */
    void enterIteration(final long index) {
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
    long iteration() {
        return iteration;
    }

    void leave() {
        task = null;
        openRound = null;
        shields = 0;
    }

    /** Runs a body that is not preemptable inside this task or helper; its failure goes to its own task. */
    void runLocal(final LoopTask local) {
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
            local.fail(RemoteFailure.of(nodeId, cause));
        }
        localDepth--;
        task = outer;
        iteration = outerIteration;
        randomState = outerState;
        isSeeded = wasSeeded;
        spawnCount = outerSpawns;
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
        return isPreemptable() ? worker.index() : -1;
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

    /** False inside visits and local bodies, on whatever node: they run to their end and cannot wait. */
    public boolean isPreemptable() {
        return worker != null && localDepth == 0;
    }

    @Override
    public TaskContext task() {
        return this;
    }

    /** For the layers above: the node's services. */
    public TaskRuntime runtime() {
        return runtime;
    }

    /** For the layers above: what they keep with this context, for all tasks that it is going to serve; null before. */
    public Object companion() {
        return companion;
    }

    public void companion(final Object kept) {
        companion = kept;
    }

    /**
     * Counts what a program wants to see per node, such as edges looked at: results show its sum, and with several nodes how uneven it was.
     * No atomic operation, no lock: the count belongs to the thread that runs this body. It looks the name up among the few used so far, so
     * count once per chunk or vertex rather than once per element. Also in visits and local bodies.
     *
     * @param name lower-case letters, digits and dots; a literal is found fastest. At most 32 names
     * @throws IllegalArgumentException GMT-682
     */
    public void count(final String name, final long count) {
        if (counts == null) {
            counts = runtime.countsOf(laneId());
        }
        counts.add(name, count);
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
     * array: a range body cannot draw the same numbers there. Nor can visits: those of a helper share one sequence.
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

    /** Seed for the next loop or task that this chunk spawns. */
    long nextSpawnSeed() {
        return mix(taskSeed() ^ mix(++spawnCount));
    }

    /** How many seeds have been drawn: a spawn that is refused puts its own back. */
    long spawnCount() {
        return spawnCount;
    }

    void spawnCount(final long count) {
        spawnCount = count;
    }

    /** The job that this task, and what it spawns, belongs to. */
    int job() {
        return task == null || shields > 0 ? JobTable.NONE : task.job;
    }

    // --- its job ---

    /** Whether the job of this task was cancelled, or is late: then a body that computes for long without waiting should return. */
    public boolean isCancelled() {
        return runtime.jobs().isCancelled(job());
    }

    /** @throws JobCancelledException when the job of this task was cancelled, or is late */
    public void checkCancelled() {
        if (isCancelled()) {
            throw runtime.jobs().reason(job());
        }
    }

    /**
     * Says how far the job is, for whoever has started it; what was said last counts. From other nodes than that where the job was started two
     * short messages, so say it once per chunk at most.
     *
     * @param done  in units of the program's choice
     * @param total of the same units
     */
    public void progress(final long done, final long total) {
        runtime.jobs().tell(JobTable.TOTAL, job(), total);
        runtime.jobs().tell(JobTable.DONE, job(), done);
    }

    /** Says that so much more has been done: chunks on all nodes may add up what {@link #progress} has begun at 0. */
    public void progressed(final long more) {
        runtime.jobs().tell(JobTable.MORE, job(), more);
    }

    /**
     * For the layers above: until {@link #unshield()} this task waits and spawns as if it belonged to no job, so that what must be done whole, or
     * must be done when a job is cancelled, is.
     */
    public void shield() {
        shields++;
    }

    public void unshield() {
        shields--;
    }

    // --- together with all nodes ---

    /** The collective operations: one task of each node calls them, in the same order on all nodes. */
    public Collectives collectives() {
        return runtime.collectives();
    }

    /** Waits until a task of every node has called it. See {@link Collectives} for who meets whom, and for failing members. */
    public void barrier() throws SuspendExecution {
        runtime.collectives().barrier(this);
    }

    /**
     * As {@link #barrier()}, but not longer than the time given. This node's arrival stays counted; {@code barrier} called again by
     * this task waits for the same round.
     *
     * @throws GmtTimeoutException naming nodes that have not arrived
     */
    public void barrier(final long timeoutNs) throws SuspendExecution {
        runtime.collectives().within(timeoutNs).barrier(this);
    }

    /**
     * Waits until everything that visits and local bodies have issued on any node has been executed, and what the visits among
     * it have issued, and so on. Called by one task that has awaited its own visits and local bodies; those that other tasks send
     * meanwhile may be waited for as well. Costs at least two rounds to all nodes.
     */
    public void awaitVisits() throws SuspendExecution {
        Visitor.awaitIssued(this, Long.MAX_VALUE);
    }

    /**
     * As {@link #awaitVisits()}, but begins no further round after {@code timeoutNs}.
     *
     * @throws GmtTimeoutException when commands were still on their way
     */
    public void awaitVisits(final long timeoutNs) throws SuspendExecution {
        checkTimeout(timeoutNs);
        Visitor.awaitIssued(this, timeoutNs);
    }
}

package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.IndexBody;
import org.gmt4j.LocalBody;
import org.gmt4j.LocalFunction;
import org.gmt4j.LoopReduction;
import org.gmt4j.PendingResult;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.TaskHandle;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The engine's side of a {@link TaskContext}: one context per fiber, and one per helper for visits and local bodies.
 * Its waits are in {@link WaitingTask}. Belongs to one fiber at a time.
 */
public final class EngineTask extends WaitingTask {
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
    private EngineCollectives collectives;           // null until asked for

    EngineTask(final TaskRuntime runtime, final Worker worker) {
        super(runtime, worker, worker.aggregator());
        nodeId = runtime.nodeId();
    }

    /** The context that visits and local bodies are given: it issues commands through the helper's aggregator. */
    public EngineTask(final TaskRuntime runtime, final Aggregator aggregator) {
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
            local.fail(FailureCodec.of(nodeId, cause));
        }
        localDepth--;
        task = outer;
        iteration = outerIteration;
        randomState = outerState;
        isSeeded = wasSeeded;
        spawnCount = outerSpawns;
    }

    /** A visit or a body that is not preemptable begins inside this task: it must not wait. */
    public void beginVisit() {
        localDepth++;
    }

    /** It has ended. */
    public void endVisit() {
        localDepth--;
    }

    /** @throws IndexOutOfBoundsException when there is no such node */
    public void checkNode(final int node) {
        Spawner.checkNode(this, node);
    }

    // --- who and where ---

    @Override
    public int nodeId() {
        return nodeId;
    }

    @Override
    public int nodeCount() {
        return runtime.nodeCount();
    }

    @Override
    public int workerId() {
        return isPreemptable() ? worker.index() : -1;
    }

    @Override
    public int workerCount() {
        return runtime.workerCount();
    }

    @Override
    public int laneCount() {
        return runtime.laneCount();
    }

    @Override
    public int laneId() {
        return aggregator.lane();
    }

    @Override
    public boolean isPreemptable() {
        return worker != null && localDepth == 0;
    }

    @Override
    public EngineTask task() {
        return this;
    }

    /** The engine's side of the context that a body was given. */
    public static EngineTask of(final TaskContext ctx) {
        return (EngineTask) ctx;
    }

    /** The node's tasks and tables. */
    public TaskRuntime runtime() {
        return runtime;
    }

    /** The object that the one-sided verbs keep with this context, for all tasks that it serves; null before. */
    public Object companion() {
        return companion;
    }

    public void companion(final Object kept) {
        companion = kept;
    }

    @Override
    public void count(final String name, final long count) {
        if (counts == null) {
            counts = runtime.countsOf(laneId());
        }
        counts.add(name, count);
    }

    // --- random numbers that do not depend on placement ---

    @Override
    public long taskSeed() {
        return task == null ? runtime.seed() : mix(task.seed + iteration * GOLDEN);
    }

    @Override
    public long nextRandom() {
        if (!isSeeded) {
            isSeeded = true;
            randomState = taskSeed();
        }
        randomState += GOLDEN;
        return mix(randomState);
    }

    @Override
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

    @Override
    public boolean isCancelled() {
        return runtime.jobs().isCancelled(job());
    }

    @Override
    public void checkCancelled() {
        if (isCancelled()) {
            throw runtime.jobs().reason(job());
        }
    }

    @Override
    public void progress(final long done, final long total) {
        runtime.jobs().tell(JobTable.TOTAL, job(), total);
        runtime.jobs().tell(JobTable.DONE, job(), done);
    }

    @Override
    public void progressed(final long more) {
        runtime.jobs().tell(JobTable.MORE, job(), more);
    }

    /**
     * For the layers above: until {@link #unshield()} this task waits and spawns as if it belonged to no job, so that
     * what must be done whole, or must be done when a job is cancelled, is.
     */
    public void shield() {
        shields++;
    }

    public void unshield() {
        shields--;
    }

    // --- together with all nodes ---

    @Override
    public EngineCollectives collectives() {
        if (collectives == null) {
            collectives = new EngineCollectives(this);
        }
        return collectives;
    }

    @Override
    public void barrier() throws SuspendExecution {
        collectives().barrier();
    }

    @Override
    public void barrier(final long timeoutNs) throws SuspendExecution {
        collectives().within(timeoutNs).barrier();
    }

    @Override
    public void awaitVisits() throws SuspendExecution {
        VisitEnds.awaitIssued(this, Long.MAX_VALUE);
    }

    @Override
    public void awaitVisits(final long timeoutNs) throws SuspendExecution {
        checkTimeout(timeoutNs);
        VisitEnds.awaitIssued(this, timeoutNs);
    }

    // --- loops ---

    public void parFor(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body)
        throws SuspendExecution {
        final Join join = newJoin();
        Spawner.loop(self(), join, iterations, chunk, policy, BodyKind.RANGE, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    @Override
    public void parFor(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body)
        throws SuspendExecution {
        final Join join = newJoin();
        Spawner.loop(self(), join, iterations, chunk, policy, BodyKind.INDEX, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    @Override
    public void parForNb(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        Spawner.loop(self(), children(), iterations, chunk, policy, BodyKind.RANGE, body);
    }

    @Override
    public void parForNb(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        Spawner.loop(self(), children(), iterations, chunk, policy, BodyKind.INDEX, body);
    }

    @Override
    public boolean tryParFor(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        return Spawner.tryLoop(self(), iterations, chunk, policy, BodyKind.RANGE, body);
    }

    @Override
    public boolean tryParFor(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        return Spawner.tryLoop(self(), iterations, chunk, policy, BodyKind.INDEX, body);
    }

    @Override
    public void parFor(final TaskHandle handle, final long iterations, final long chunk, final SpawnPolicy policy,
                       final RangeBody body) {
        Spawner.loop(self(), treeOf(handle), iterations, chunk, policy, BodyKind.RANGE | BodyKind.TREE, body);
    }

    @Override
    public void parFor(final TaskHandle handle, final long iterations, final long chunk, final SpawnPolicy policy,
                       final IndexBody body) {
        Spawner.loop(self(), treeOf(handle), iterations, chunk, policy, BodyKind.INDEX | BodyKind.TREE, body);
    }

    // --- loops with a result ---

    @Override
    public LoopReduction loop(final long iterations, final long chunk) {
        return new EngineReduction(this, iterations, chunk, SpawnPolicy.PARTITION, false);
    }

    long[] reduce(final long iterations, final long chunk, final SpawnPolicy policy, final ReducingBody body)
        throws SuspendExecution {
        final Join join = newJoin();
        Spawner.loop(self(), join, iterations, chunk, policy, BodyKind.RANGE, body);
        awaitJoin(join);
        join.throwIfFailed();
        final Partials all = new Partials(body.operator());
        join.contributions().forEach(all::addPacked);
        return all.result();
    }

    // --- single tasks ---

    @Override
    public void execute(final int node, final TaskBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.task(self(), join, node, BodyKind.TASK, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
    }

    @Override
    public <R> R call(final int node, final TaskFunction<R> body) throws SuspendExecution {
        final Join join = withResults(1);
        Spawner.task(self(), join, node, BodyKind.FUNCTION, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>result(join, 0);
    }

    @Override
    public void executeNb(final int node, final TaskBody body) {
        Spawner.task(self(), children(), node, BodyKind.TASK, body, 0);
    }

    @Override
    public boolean tryExecute(final int node, final TaskBody body) {
        return Spawner.tryTask(self(), node, BodyKind.TASK, body);
    }

    @Override
    public void execute(final TaskHandle handle, final int node, final TaskBody body) {
        Spawner.task(self(), treeOf(handle), node, BodyKind.TASK | BodyKind.TREE, body, 0);
    }

    @Override
    public void executeOnAll(final TaskBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.taskOnAll(self(), join, BodyKind.TASK, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    @Override
    public <R> List<R> callOnAll(final TaskFunction<R> body) throws SuspendExecution {
        final Join join = withResults(runtime.nodeCount());
        Spawner.taskOnAll(self(), join, BodyKind.FUNCTION, body);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>results(join);
    }

    @Override
    public void executeLocal(final int node, final LocalBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.task(self(), join, node, BodyKind.LOCAL_BODY, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
    }

    @Override
    public <R> R callLocal(final int node, final LocalFunction<R> body) throws SuspendExecution {
        final Join join = withResults(1);
        Spawner.task(self(), join, node, BodyKind.LOCAL_FUNCTION, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>result(join, 0);
    }

    @Override
    public void executeLocalNb(final int node, final LocalBody body) {
        Spawner.task(self(), children(), node, BodyKind.LOCAL_BODY, body, 0);
    }

    @Override
    public boolean tryExecuteLocal(final int node, final LocalBody body) {
        return Spawner.tryTask(self(), node, BodyKind.LOCAL_BODY, body);
    }

    @Override
    public <R> PendingResult<R> callNb(final int node, final TaskFunction<R> body) {
        return startCall(node, BodyKind.FUNCTION, body);
    }

    @Override
    public <R> PendingResult<R> callLocalNb(final int node, final LocalFunction<R> body) {
        return startCall(node, BodyKind.LOCAL_FUNCTION, body);
    }

    private <R> PendingResult<R> startCall(final int node, final int kind, final Object body) {
        final Join join = new Join(task, false);
        join.results = new Object[1];
        join.encodedResults = new byte[1][];
        Spawner.task(self(), join, node, kind, body, 0);
        return new StartedCall<>(keep(new TaskTree(self(), join)));
    }

    @Override
    public <R> R await(final PendingResult<R> pending) throws SuspendExecution {
        final TaskTree call = ((StartedCall<R>) pending).handle();
        await(call);
        return this.<R>result(call.join, 0);
    }

    @Override
    public <R> R await(final PendingResult<R> pending, final long timeoutNs) throws SuspendExecution {
        final TaskTree call = ((StartedCall<R>) pending).handle();
        await(call, timeoutNs);
        return this.<R>result(call.join, 0);
    }

    @Override
    public void spawnMore(final int node, final TaskBody body) {
        Spawner.task(self(), myTree(), node, BodyKind.TASK | BodyKind.TREE, body, 0);
    }

    @Override
    public void spawnMore(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        Spawner.loop(self(), myTree(), iterations, chunk, policy, BodyKind.RANGE | BodyKind.TREE, body);
    }

    @Override
    public void spawnMore(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        Spawner.loop(self(), myTree(), iterations, chunk, policy, BodyKind.INDEX | BodyKind.TREE, body);
    }

    private Join myTree() {
        if (task == null || !task.isOfTree) {
            throw new IllegalStateException("this task was not spawned with a handle");
        }
        return task.tree;
    }

    private Join treeOf(final TaskHandle spawning) {
        final TaskTree handle = (TaskTree) spawning;
        if (handle.owner != this || handle.isAwaited) {
            throw new IllegalStateException("a task handle serves the task that made it, until it is awaited; "
                + "other tasks of the tree use spawnMore");
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
        return (R) (join.encodedResults[index] != null ? runtime.decodeValue(join.encodedResults[index])
            : join.results[index]);
    }

    private <R> List<R> results(final Join join) {
        final List<R> list = new ArrayList<>(join.results.length);
        for (int i = 0; i < join.results.length; i++) {
            list.add(this.<R>result(join, i));
        }
        return list;
    }
}

package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.Collectives;
import org.gmt4j.IndexBody;
import org.gmt4j.LocalBody;
import org.gmt4j.LocalFunction;
import org.gmt4j.LoopReduction;
import org.gmt4j.ParForException;
import org.gmt4j.PendingResult;
import org.gmt4j.RangeBody;
import org.gmt4j.Scratch;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.TaskHandle;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.engine.onesided.IssuingTask;
import org.gmt4j.engine.onesided.OneSided;
import org.gmt4j.engine.onesided.RegionTable;
import org.gmt4j.engine.travel.FailureCodec;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The engine's side of a {@link TaskContext}: one context per fiber, and one per helper for visits and local bodies.
 * Its waits are in {@link WaitingTask}. Belongs to one fiber at a time.
 */
public final class EngineTask extends WaitingTask implements IssuingTask {
    private final TaskRuntime runtime;
    private final int nodeId;
    private OneSided oneSided;                       // null until requested
    private Object companion;
    private LaneCounts counts;
    private EngineCollectives collectives;           // null until requested

    EngineTask(final TaskRuntime runtime, final Worker worker) {
        super(runtime.parts(), worker, worker.aggregator());
        this.runtime = runtime;
        nodeId = runtime.nodeId();
    }

    /** Creates the context of visits and local bodies, which issues commands through the helper's aggregator. */
    public EngineTask(final TaskRuntime runtime, final Aggregator aggregator) {
        super(runtime.parts(), null, aggregator);
        this.runtime = runtime;
        nodeId = runtime.nodeId();
    }

    /**
     * Begins a visit inside this task, during which it must not wait.
     *
     * @return how many scratches are open, for {@link #endVisit}
     */
    public int beginVisit() {
        localDepth++;
        final TaskScratch kept = scratch;
        return kept == null ? 0 : kept.depth();
    }

    /** Ends a visit, also one that has failed, and closes the scratches that it has opened and not closed. */
    public void endVisit(final int openScratches) {
        localDepth--;
        final TaskScratch kept = scratch;
        if (kept != null) {
            kept.endAll(openScratches);
        }
    }

    /** Returns what a task throws whose body has failed, for a body that ran here without a task of its own. */
    public ParForException bodyFailed(final Throwable cause) {
        return new ParForException(FailureCodec.of(nodeId(), cause), 1);
    }

    /**
     * Has the wait for tasks throw {@link #bodyFailed}, as if the body had been started with an {@code Nb} form. Throws
     * it at once in helpers: there the body around it fails, whose sender learns of it without {@link #awaitVisits}.
     */
    public void bodyFailedNb(final Throwable cause) {
        if (home() == null) {
            throw bodyFailed(cause);
        }
        children().fail(FailureCodec.of(nodeId(), cause), 1);
    }

    /** @throws IndexOutOfBoundsException when there is no such node */
    public void checkNode(final int node) {
        Spawner.checkNode(this, node);
    }

    @Override
    Throwable causeOf(final Throwable thrown) throws SuspendExecution {
        return VisitEnds.causeOf(this, thrown);
    }

    // --- place ---

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

    /** Returns the engine's side of the context of a body. */
    public static EngineTask of(final TaskContext ctx) {
        return (EngineTask) ctx;
    }

    /** Returns the node's tasks and tables. */
    public TaskRuntime runtime() {
        return runtime;
    }

    /** The one-sided core of this context, for all tasks that it serves: made at the first call. Per command. */
    public OneSided oneSided() {
        final OneSided kept = oneSided;
        return kept != null ? kept : makeOneSided();
    }

    private OneSided makeOneSided() {
        oneSided = new OneSided(runtime.service(RegionTable.class), this, this, aggregator);
        return oneSided;
    }

    /**
     * Returns the object that the one-sided verbs keep with this context, for all its tasks; null before the first use.
     */
    public Object companion() {
        return companion;
    }

    public void companion(final Object kept) {
        companion = kept;
    }

    @Override
    public void count(final String name, final long count) {
        requireOwnThread();
        if (counts == null) {
            counts = runtime.countsOf(laneId());
        }
        counts.add(name, count);
    }

    @Override
    public Scratch scratch() {
        requireOwnThread();
        final TaskScratch kept = scratch;
        return (kept != null ? kept : makeScratch()).open();
    }

    private TaskScratch makeScratch() {
        scratch = new TaskScratch(this, runtime.scratchOf(laneId()));
        return scratch;
    }

    // --- the job ---

    @Override
    public boolean isCancelled() {
        return parts.jobs().isCancelled(job()) || parts.jobs().isClosing();
    }

    @Override
    public void checkCancelled() {
        if (isCancelled()) {
            throw parts.jobs().reason(job());
        }
    }

    @Override
    public void progress(final long done, final long total) {
        parts.jobs().tell(JobTable.TOTAL, job(), total);
        parts.jobs().tell(JobTable.DONE, job(), done);
    }

    @Override
    public void progressed(final long more) {
        parts.jobs().tell(JobTable.MORE, job(), more);
    }

    /**
     * Lets this task wait and spawn as if it belonged to no job, until {@link #unshield()}. For the layers above, for
     * work that must be completed even when the job is cancelled.
     */
    public void shield() {
        shields++;
    }

    public void unshield() {
        shields--;
    }

    // --- together with all nodes ---

    @Override
    public Collectives collectives() {
        return own();
    }

    private EngineCollectives own() {
        if (collectives == null) {
            collectives = new EngineCollectives(this);
        }
        return collectives;
    }

    /**
     * Returns the collectives among some nodes only, whose tasks of this team meet. Roots and lists are in the order of
     * ranks.
     *
     * @param group   above 0, the same on all members, and unique in the job
     * @param members nodes by rank, each once, including this node; not changed later
     */
    public Collectives among(final long group, final int[] members) {
        return own().among(group, members);
    }

    /**
     * Returns a name of this task's team that no other team has, also none of another job. The same at all members, and
     * for all tasks of a job that have no team.
     */
    public String teamName() {
        final Team.Key key = task == null ? Team.ROOT : Team.keyOf(task, nodeId());
        return (task == null ? JobTable.NONE : task.job) + "/" + (key == null ? "" : key.name());
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
        Spawner.loop(this, join, iterations, chunk, policy, BodyKind.RANGE, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    @Override
    public void parFor(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body)
        throws SuspendExecution {
        final Join join = newJoin();
        Spawner.loop(this, join, iterations, chunk, policy, BodyKind.INDEX, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    @Override
    public void parForNb(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        Spawner.loop(this, children(), iterations, chunk, policy, BodyKind.RANGE, body);
    }

    @Override
    public void parForNb(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        Spawner.loop(this, children(), iterations, chunk, policy, BodyKind.INDEX, body);
    }

    @Override
    public boolean tryParFor(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        return Spawner.tryLoop(this, iterations, chunk, policy, BodyKind.RANGE, body);
    }

    @Override
    public boolean tryParFor(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        return Spawner.tryLoop(this, iterations, chunk, policy, BodyKind.INDEX, body);
    }

    @Override
    public void parFor(final TaskHandle handle, final long iterations, final long chunk, final SpawnPolicy policy,
                       final RangeBody body) {
        Spawner.loop(this, treeOf(handle), iterations, chunk, policy, BodyKind.RANGE | BodyKind.TREE, body);
    }

    @Override
    public void parFor(final TaskHandle handle, final long iterations, final long chunk, final SpawnPolicy policy,
                       final IndexBody body) {
        Spawner.loop(this, treeOf(handle), iterations, chunk, policy, BodyKind.INDEX | BodyKind.TREE, body);
    }

    // --- loops with a result ---

    @Override
    public LoopReduction loop(final long iterations, final long chunk) {
        return new EngineReduction(this, iterations, chunk, SpawnPolicy.PARTITION, false);
    }

    long[] reduce(final long iterations, final long chunk, final SpawnPolicy policy, final ReducingBody body)
        throws SuspendExecution {
        final Join join = newJoin();
        Spawner.loop(this, join, iterations, chunk, policy, BodyKind.RANGE, body);
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
        Spawner.task(this, join, node, BodyKind.TASK, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
    }

    @Override
    public <R> R call(final int node, final TaskFunction<R> body) throws SuspendExecution {
        final Join join = withResults(1);
        Spawner.task(this, join, node, BodyKind.FUNCTION, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>result(join, 0);
    }

    @Override
    public void executeNb(final int node, final TaskBody body) {
        Spawner.task(this, children(), node, BodyKind.TASK, body, 0);
    }

    @Override
    public boolean tryExecute(final int node, final TaskBody body) {
        return Spawner.tryTask(this, node, BodyKind.TASK, body);
    }

    @Override
    public void execute(final TaskHandle handle, final int node, final TaskBody body) {
        Spawner.task(this, treeOf(handle), node, BodyKind.TASK | BodyKind.TREE, body, 0);
    }

    @Override
    public void executeOnAll(final TaskBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.taskOnAll(this, join, BodyKind.TASK, body);
        awaitJoin(join);
        join.throwIfFailed();
    }

    @Override
    public <R> List<R> callOnAll(final TaskFunction<R> body) throws SuspendExecution {
        final Join join = withResults(runtime.nodeCount());
        Spawner.taskOnAll(this, join, BodyKind.FUNCTION, body);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>results(join);
    }

    @Override
    public void executeLocal(final int node, final LocalBody body) throws SuspendExecution {
        final Join join = newJoin();
        Spawner.task(this, join, node, BodyKind.LOCAL_BODY, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
    }

    @Override
    public <R> R callLocal(final int node, final LocalFunction<R> body) throws SuspendExecution {
        final Join join = withResults(1);
        Spawner.task(this, join, node, BodyKind.LOCAL_FUNCTION, body, 0);
        awaitJoin(join);
        join.throwIfFailed();
        return this.<R>result(join, 0);
    }

    @Override
    public void executeLocalNb(final int node, final LocalBody body) {
        Spawner.task(this, children(), node, BodyKind.LOCAL_BODY, body, 0);
    }

    @Override
    public boolean tryExecuteLocal(final int node, final LocalBody body) {
        return Spawner.tryTask(this, node, BodyKind.LOCAL_BODY, body);
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
        Spawner.task(this, join, node, kind, body, 0);
        return new StartedCall<>(keep(new TaskTree(this, join)));
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

    /**
     * Has the end of this chunk pass on the result of a call that the task does not await. For the layers above, whose
     * results stand for memory at another node. Does nothing in helpers, which keep no calls.
     */
    @SuppressWarnings("unchecked")
    public <R> void ifNotAwaited(final PendingResult<R> pending, final UnawaitedResult<R> taker) {
        ((StartedCall<R>) pending).handle().ifNotAwaited = (UnawaitedResult<Object>) taker;
    }

    @Override
    void notAwaited(final TaskTree call) {
        call.ifNotAwaited.notAwaited(this, result(call.join, 0));
    }

    @Override
    public void spawnMore(final int node, final TaskBody body) {
        Spawner.task(this, myTree(), node, BodyKind.TASK | BodyKind.TREE, body, 0);
    }

    @Override
    public void spawnMore(final long iterations, final long chunk, final SpawnPolicy policy, final RangeBody body) {
        Spawner.loop(this, myTree(), iterations, chunk, policy, BodyKind.RANGE | BodyKind.TREE, body);
    }

    @Override
    public void spawnMore(final long iterations, final long chunk, final SpawnPolicy policy, final IndexBody body) {
        Spawner.loop(this, myTree(), iterations, chunk, policy, BodyKind.INDEX | BodyKind.TREE, body);
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
        treeUsed();
        return handle.join;
    }

    /** Returns a join that the caller will wait for. */
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

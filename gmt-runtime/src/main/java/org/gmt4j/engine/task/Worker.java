package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.StrandThread;
import java.util.function.Function;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.gmt4j.RemoteFailure;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.engine.profile.TaskProfile;
import org.gmt4j.engine.profile.WakeSource;
import org.gmt4j.engine.travel.FailureCodec;
import org.gmt4j.quasar.Progress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs fibers on one thread: resumes ready ones, and starts fibers while there are chunks. A fiber never leaves its
 * worker, so state owned by the worker needs no lock. All methods belong to its thread, except {@link #wake}. Per
 * chunk.
 *
 * <p>A fiber waits by suspending. The completion of its wait puts it back: {@link #ready} on this thread, {@link #wake}
 * on others. No lock and no lost wake-up: a fiber that is put back before it has unwound is resumed afterwards.
 */
public final class Worker implements WakeSource {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    /**
     * Time after which a turn of the worker ends at the next pause between chunks or fibers, because other duties wait
     * for the end of the turn.
     */
    private static final long LONGEST_TURN_NS = 1_000_000;
    /** Limit of fibers in a turn of the worker, and of chunks in a turn of a fiber, while several jobs have chunks. */
    private static final int FIBERS_OF_SHARED_TURN = 32;
    private static final int CHUNKS_OF_SHARED_SLICE = 2;
    private static final int MOST_JOBS_ASKED = 8;
    /**
     * Number of ready fibers resumed before a chunk that waits for a fiber gets one nevertheless; a fiber that only
     * yields counts for many.
     */
    private static final int PICKS_PER_RUNNER = 1024;
    private static final int PICKS_OF_A_YIELD = 16;
    private static final int MOST_CHUNKS_PER_PAUSE = 64;
    /**
     * Time of chunks in all after which there is a pause among them, so that nothing waits for many long chunks.
     */
    private static final long PAUSE_EVERY_NS = 50_000;
    /** Time after which a chunk that waits for a fiber gets one, for any number of resumed fibers. */
    private static final long LONGEST_WITHOUT_RUNNER_NS = 1_000_000;

    /** The services of a worker's thread between chunks. */
    public interface Pause {
        /**
         * Communicates for a moment; must not resume fibers. Returns the time, {@link System#nanoTime()}.
         */
        long betweenChunks();

        /** Sends issued commands, as far as this thread does so itself; must not resume fibers. */
        default void sendNow() {
        }

        /**
         * Communicates while there is something to do, for a bounded time, in the middle of a body that computes; must
         * not resume fibers.
         */
        default void giveWay() {
        }

        /** Notes that bodies are about to run. Per turn. */
        default void bodiesBegin() {
        }
    }

    private static volatile boolean isPrepared;      // to give way; walks the stack once

    private final NodeTasks tasks;
    private final LoopQueue loops;
    private final JobTable jobs;
    private final ChunkThief thief;
    private final ChunkGiver giver;
    private final CollectiveRounds rounds;
    private final Function<Worker, UnfinishedTask> contexts;
    private final TaskConfig config;
    private final int index;
    private final Lane lane;
    private final Pause pause;
    private final ManyToOneConcurrentLinkedQueue<TaskFiber> inbox = new ManyToOneConcurrentLinkedQueue<>();
    private final InstrumentationCheck instrumentation = new InstrumentationCheck(Worker.class);

    private TaskFiber[] ready = new TaskFiber[256];
    private int readyHead;
    private int readyCount;
    private final FiberPool fibers;
    private long lastRunnerNs;
    private int cancelsSeen;
    private final Deadlines deadlines = new Deadlines();

    private Thread thread;
    private TaskFiber current;
    private int sliceLeft;
    private int picks;
    private int chunksUntilPause;
    private int chunksPerPause = 1;
    private long lastPauseNs;
    private volatile Runnable wakeUp = () -> { };
    private TaskProfile profile;             // null without a profile
    private long switchCount;
    private long chunkCount;
    private long iterationCount;
    private long busyNs;
    private long sliceNs;
    private boolean isTurnOver;
    /** A ready fiber that has no chunk, and lets the others run before it takes one; or null. */
    private TaskFiber waitingRunner;
    private final ChunkPace.Claim claim = new ChunkPace.Claim();
    /**
     * Report requested of this worker, or null. Written by any thread, read by this worker's thread once a turn.
     */
    private volatile Runnable question;
    /** A body computes while others may wait for the node. Set by the watch, reset by this thread. */
    private volatile boolean isToGiveWay;
    private volatile long givenWayCount;     // written by this thread
    private volatile long closedCount;       // written by the watching thread

    /** @param contexts creates the context of a new fiber */
    Worker(final TaskParts parts, final Function<Worker, UnfinishedTask> contexts, final int index, final Lane lane,
           final Pause pause) {
        tasks = parts.tasks();
        loops = tasks.loops;
        jobs = parts.jobs();
        thief = parts.balance().thief;
        giver = parts.balance().giver;
        rounds = parts.rounds();
        config = tasks.config;
        this.contexts = contexts;
        this.index = index;
        this.lane = lane;
        this.pause = pause;
        fibers = new FiberPool(config.fibers(), this::newFiber);
    }

    /** Returns a thread that can run fibers: it keeps the current one in a field. */
    public static Thread newThread(final Runnable body, final String name) {
        return new StrandThread(body, name);
    }

    public int index() {
        return index;
    }

    Aggregator aggregator() {
        return lane.aggregator();
    }

    /** Sets the action by which other threads wake this worker's thread. */
    public void onWakeUp(final Runnable action) {
        wakeUp = action;
    }

    /** Sets the profile that records chunks and waits. Before start. */
    public void profile(final TaskProfile who) {
        profile = who;
    }

    /** Prepares the worker's thread, before anything else. */
    public void begin() {
        thread = Thread.currentThread();
    }

    /** Makes a fiber ready. This thread. */
    void ready(final TaskFiber fiber) {
        if (readyCount == ready.length) {
            growReady();
        }
        ready[(readyHead + readyCount++) & (ready.length - 1)] = fiber;
    }

    private void growReady() {
        final TaskFiber[] larger = new TaskFiber[ready.length * 2];
        for (int i = 0; i < readyCount; i++) {
            larger[i] = ready[(readyHead + i) & (ready.length - 1)];
        }
        ready = larger;
        readyHead = 0;
    }

    /** Makes a fiber ready. Any thread, once for each park. */
    void wake(final TaskFiber fiber) {
        if (Thread.currentThread() == thread) {
            ready(fiber);
        } else {
            inbox.add(fiber);
            wakeUp.run();
        }
    }

    private void drainInbox() {
        TaskFiber fiber;
        while ((fiber = inbox.poll()) != null) {
            ready(fiber);
        }
    }

    /**
     * Resumes ready fibers and starts new ones, for a while.
     *
     * @return number of fibers that have run
     */
    public int run(final long nowNs) {
        drainInbox();
        if (question != null) {
            answer();
        }
        if (!deadlines.isEmpty()) {
            deadlines.expire(nowNs);
        }
        if (cancelsSeen != jobs.cancelCount()) {
            cancelsSeen = jobs.cancelCount();
            fibers.jobsWereCancelled();
        }
        if (!loops.isEmpty() && nowNs - lastRunnerNs > LONGEST_WITHOUT_RUNNER_NS) {
            runWaitingChunk(nowNs);
        }
        TaskFiber fiber = nextFiber();
        if (fiber == null) {
            if (isToLookElsewhere()) {
                lookElsewhere();
            }
            return 0;
        }
        pause.bodiesBegin();
        final long startNs = System.nanoTime();
        sliceNs = startNs;
        // Jobs that share the node take short turns: a message of one must not wait for hundreds of chunks of another
        // at each hop.
        final int slice = loops.isShared() ? Math.min(FIBERS_OF_SHARED_TURN, config.sliceFibers())
            : config.sliceFibers();
        isTurnOver = false;
        int budget = slice;
        while (fiber != null) {
            budget--;
            resume(fiber);
            fiber = budget > 0 && !isTurnOver ? nextFiber() : null;
        }
        busyNs += System.nanoTime() - startNs;
        return slice - budget;
    }

    /** Looks for chunks elsewhere, when there is nothing to run and before the thread idles. */
    private void lookElsewhere() {
        thief.ask(lane.aggregator());
        pause.sendNow();
    }

    private boolean isToLookElsewhere() {
        return readyCount == 0 && thief.isHungry() && loops.isEmpty();
    }

    /**
     * Returns the next fiber. Ready fibers are first, but now and then a chunk that waits for a fiber starts: fibers
     * that only yield, or wait briefly, must not keep it from starting. Not too often: each started fiber is one more
     * task in progress, with all its data in the cache.
     */
    private TaskFiber nextFiber() {
        if (readyCount == 0) {
            return loops.isEmpty() ? null : fibers.take();
        }
        if (++picks >= PICKS_PER_RUNNER && !loops.isEmpty()) {
            picks = 0;
            final TaskFiber runner = fibers.take();
            if (runner != null) {
                return runner;
            }
        }
        final TaskFiber fiber = ready[readyHead];
        waitingRunner = fiber == waitingRunner ? null : waitingRunner;
        ready[readyHead] = null;
        readyHead = (readyHead + 1) & (ready.length - 1);
        readyCount--;
        return fiber;
    }

    private TaskFiber newFiber(final boolean isExtra) {
        final UnfinishedTask context = contexts.apply(this);
        final TaskFiber fiber = new TaskFiber(this, config.fiberStack(), context,
            profile == null ? null : profile.newFiber(), isExtra);
        context.fiber = fiber;
        return fiber;
    }

    /**
     * Starts a fiber for a chunk when none has been taken for long, even when there are enough fibers but none of the
     * job that has the turn.
     */
    private void runWaitingChunk(final long nowNs) {
        lastRunnerNs = nowNs;
        picks = PICKS_PER_RUNNER;
        for (int job = 0; job < MOST_JOBS_ASKED; job++) {
            final LoopTask next = loops.top();
            final TaskFiber extra = next == null ? null : fibers.takeExtra(next.job);
            if (extra != null) {
                readyNow(extra);
            }
            if (extra != null || next == null || !loops.isShared()) {
                return;
            }
            loops.endTurnOf(next.job);      // no chunk is taken, so nothing else would pass the turn on
        }
    }

    /** Puts a fiber before all others that are ready. */
    private void readyNow(final TaskFiber fiber) {
        if (readyCount == ready.length) {
            growReady();
        }
        readyHead = readyHead - 1 & ready.length - 1;
        ready[readyHead] = fiber;
        readyCount++;
    }

    private void resume(final TaskFiber fiber) {
        current = fiber;
        sliceLeft = loops.isShared() ? CHUNKS_OF_SHARED_SLICE : config.sliceChunks();
        switchCount++;
        fiber.resumes++;
        if (profile != null) {
            profile.resumes(fiber.profile);
        }
        try {
            fiber.resume();
        } catch (final Throwable cause) {
            fibers.lost(fiber);
            tasks.fail(cause);
            LOG.error("GMT-213 a fiber of node {} was ended by an error outside of its body; its task cannot "
                + "complete", tasks.nodeId, cause);
        }
        if (profile != null) {
            profile.suspended(fiber.profile, fiber.context.waiting);
        }
        fiber.parkedNs = sliceNs;
        current = null;
    }

    // --- bodies that compute ---

    /** Loads the classes needed to give way, before bodies are asked. Any thread. */
    public static void prepareToGiveWay() {
        if (!isPrepared) {
            ProgramFrames.areAllToTheFiber();
            isPrepared = true;
        }
    }

    /** Asks the running body to give way where it can, or withdraws the request. Any thread. */
    public void askToGiveWay(final boolean isWanted) {
        isToGiveWay = isWanted;
    }

    /** Returns whether a request to give way is unanswered. Any thread. */
    public boolean isToGiveWay() {
        return isToGiveWay;
    }

    /** Lets the node communicate for a moment, where the running fiber is inside no operation. This thread. */
    void giveWay() {
        answered();
        givenWayCount++;
        pause.giveWay();
    }

    /** Gives way at a point of a loop, if that is in the fiber's own body and in nothing else. This thread. */
    void giveWayInBody(final TaskFiber fiber) {
        if (!isToGiveWay || fiber != current) {
            return;
        }
        if (ProgramFrames.areAllToTheFiber()) {
            giveWay();
        } else {
            answered();       // not here; the request will be repeated
        }
    }

    private void answered() {
        isToGiveWay = false;
        Progress.want(false);
    }

    /** Returns how often bodies have given way. Any thread. */
    public long givenWayCount() {
        return givenWayCount;
    }

    /** Counts a body that has not given way for too long. The watching thread. */
    public void bodyWasClosed() {
        closedCount++;
    }

    /** Returns the number of bodies that have not given way for too long. Any thread. */
    public long closedCount() {
        return closedCount;
    }

    // --- for reports ---

    /** Returns all fibers by number, null for ended ones. Any thread: the newest may be missing. */
    TaskFiber[] fibers() {
        return fibers.all();
    }

    /** Returns the running fiber. */
    TaskFiber current() {
        return current;
    }

    /** Returns whether a fiber runs. Any thread; may be slightly old. */
    public boolean runsBody() {
        return current != null;
    }

    Thread thread() {
        return thread;
    }

    /** Asks the worker's thread to run a request in its next turn. Any thread, one at a time. Never throws. */
    void ask(final Runnable newQuestion) {
        question = newQuestion;
        wakeUp.run();
    }

    private void answer() {
        final Runnable asked = question;
        question = null;
        if (asked != null) {
            asked.run();
        }
    }

    @Override
    public int readyCount() {
        return readyCount;
    }

    @Override
    public void newestWasWoken(final long nowNs) {
        profile.woken(ready[(readyHead + readyCount - 1) & (ready.length - 1)].profile, nowNs);
    }

    /**
     * Takes the next chunk for a fiber. Returns false when there is none, or the fiber must give way. Small, so that it
     * is compiled into the calling loop.
     */
    boolean nextChunk(final UnfinishedTask ctx) {
        if (--chunksUntilPause < 0) {
            pauseBetweenChunks();
        }
        if (--sliceLeft < 0 && readyCount > 0 || isTurnOver) {
            return false;
        }
        LoopTask task = top(ctx.fiber);
        while (task != null) {
            final long low = task.pace == null ? task.claim() : task.claimPaced(claim, tasks.workerCount);
            if (low >= task.high) {
                loops.remove(task);
            } else if (begins(ctx, task, low, task.pace == null ? task.endOfChunkAt(low) : claim.end)) {
                return true;
            }
            task = top(ctx.fiber);
        }
        return false;
    }

    private LoopTask top(final TaskFiber fiber) {
        return fiber.isExtra ? loops.topOf(fiber.extraJob) : loops.top();
    }

    /** Returns false when the chunk was dropped, with all that follow. */
    private boolean begins(final UnfinishedTask ctx, final LoopTask task, final long low, final long high) {
        if (high == task.high) {
            loops.remove(task);
        }
        if (loops.isWatched() && !mayBegin(task, low, high)) {
            return false;
        }
        ctx.enter(task, low, high);
        if (task.pace != null) {
            ctx.fiber.beginNs = System.nanoTime();
            ctx.fiber.resumesAtBegin = ctx.fiber.resumes;
        }
        chunkCount++;
        iterationCount += high - low;
        if (profile != null) {
            profile.chunkBegins(ctx.fiber.profile);
        }
        if (task.chunks != null) {
            divisibleChunkTaken(task);
        }
        return true;
    }

    private boolean mayBegin(final LoopTask task, final long low, final long high) {
        if (loops.isShared()) {
            loops.endTurnOf(task.job);
        }
        if (jobs.isCancelled(task.job)) {
            drop(task, low, high);
            return false;
        }
        return true;
    }

    /**
     * Lets the worker do its other work between chunks. A fiber that always finds a chunk would prevent it: fibers
     * woken by other threads are in the inbox, and deadlines, cancelled jobs, requests and jobs without a fiber are
     * handled between turns only.
     */
    private void pauseBetweenChunks() {
        final long nowNs = pause.betweenChunks();
        drainInbox();
        isTurnOver |= nowNs - sliceNs > LONGEST_TURN_NS;
        final long pastNs = Math.max(1, nowNs - lastPauseNs);
        lastPauseNs = nowNs;
        chunksPerPause = pastNs > PAUSE_EVERY_NS ? (int) Math.max(1, chunksPerPause * PAUSE_EVERY_NS / pastNs)
            : Math.min(MOST_CHUNKS_PER_PAUSE, 2 * chunksPerPause);
        chunksUntilPause = chunksPerPause - 1;
        lastRunnerNs = nowNs;
    }

    /** Drops this chunk and all that follow, because the job was cancelled. */
    private void drop(final LoopTask task, final long low, final long high) {
        loops.remove(task);
        final long count = task.claimRest(low, high);
        task.fail(jobs.failure(task.job));
        if (task.ended(count)) {
            tasks.taskEnded(task, lane);
        }
    }

    /** Updates a part from which others may also take, before its chunk runs. */
    private void divisibleChunkTaken(final LoopTask task) {
        chunksUntilPause = 0;      // requests of other nodes wait for one chunk, not for many
        giver.chunkTaken(task);
        if (task.chunks.left() == 0) {
            // The last chunk: the next work is requested while it runs.
            loops.remove(task);
            if (thief.isHungry() && loops.isEmpty()) {
                lookElsewhere();
            }
        }
    }

    /**
     * Returns a fiber without a chunk to the pool, or to the queue when it only gives way. One in the queue is enough:
     * more would delay fibers that have something to do.
     */
    void beforePause(final TaskFiber fiber) {
        if (fiber.isExtra || waitingRunner != null || loops.isEmpty()) {
            fibers.giveBack(fiber);
            return;
        }
        waitingRunner = fiber;
        ready(fiber);
    }

    /** Throws when the running fiber cannot be suspended. */
    void checkMayWait(final UnfinishedTask ctx) {
        ctx.requireOwnThread();
        if (ctx.fiber != current || current == null) {
            throw mayNotWait();
        }
        current.requireNoDefect();
        instrumentation.check(ctx);
    }

    static IllegalStateException mayNotWait() {
        return new IllegalStateException("GMT-214 only the task that a context belongs to may wait, "
            + "on its own fiber; visits and local bodies cannot wait at all");
    }

    /** Lets the running fiber yield and stay ready. */
    void pauseForYield() {
        pause.betweenChunks();
        picks += PICKS_OF_A_YIELD - 1;
        ready(current);
    }

    /** Sends the commands that the running fiber has issued and flushed, as far as this thread does so itself. */
    void sendNow() {
        pause.sendNow();
    }

    void joinBlocked(final int change) {
        fibers.joinBlocked(current, change);
    }

    /** Notes the end of a body, before the wait for what it left outstanding: that is no reason for shorter chunks. */
    void bodyEnded(final UnfinishedTask ctx) {
        final LoopTask task = ctx.task;
        if (task.pace != null) {
            final TaskFiber fiber = ctx.fiber;
            task.pace.ended(ctx.high - ctx.low, System.nanoTime() - fiber.beginNs,
                fiber.resumes - fiber.resumesAtBegin, config.fibers(), task.unclaimed());
        }
    }

    void chunkFailed(final UnfinishedTask ctx, final Throwable cause) {
        final LoopTask task = ctx.task;
        final RemoteFailure failure = FailureCodec.of(tasks.nodeId, cause);
        task.fail(failure);
        rounds.memberFailed(task, failure);
        logIfVirtualMachineError(cause);
    }

    /**
     * Counts the failure of a chunk where another one of its part is reported: a description takes longer than most
     * bodies, and its team knows that it has failed. Returns false where this one is to be reported.
     */
    boolean countsOnly(final UnfinishedTask ctx, final Throwable cause) {
        if (!ctx.task.failsAgain()) {
            return false;
        }
        logIfVirtualMachineError(cause);
        return true;
    }

    private static void logIfVirtualMachineError(final Throwable cause) {
        if (cause instanceof VirtualMachineError && !(cause instanceof StackOverflowError)) {
            logged((VirtualMachineError) cause);
        }
    }

    /** The report of such a failure may fail as well. */
    private static void logged(final VirtualMachineError failure) {
        try {
            LOG.error("a task has failed", failure);
        } catch (final Error noMemory) {
            failure.addSuppressed(noMemory);
        }
    }

    void chunkEnded(final UnfinishedTask ctx) {
        final LoopTask task = ctx.task;
        if (profile != null) {
            profile.chunkEnded(ctx.fiber.profile, task.bodyClass(), ctx.high - ctx.low);
        }
        if (task.ended(ctx.high - ctx.low)) {
            tasks.taskEnded(task, lane);
        }
        ctx.leave();
    }

    Deadlines deadlines() {
        return deadlines;
    }

    /** Returns the number of fibers that can run now; chunks that wait for a fiber count as one. */
    public int runnableCount() {
        return readyCount + (loops.isEmpty() ? 0 : 1);
    }

    public boolean hasWork() {
        return readyCount > 0 || !inbox.isEmpty()
            || isToLookElsewhere() || !loops.isEmpty() && fibers.canTake();
    }

    /** Returns the number of waiting fibers. */
    public int waitingCount() {
        return fibers.busyCount() - readyCount;
    }

    public boolean hasDeadlines() {
        return !deadlines.isEmpty();
    }

    public long switchCount() {
        return switchCount;
    }

    public long chunkCount() {
        return chunkCount;
    }

    public long iterationCount() {
        return iterationCount;
    }

    /** Returns the time of turns that ran fibers, including their communication. */
    public long busyNs() {
        return busyNs;
    }
}

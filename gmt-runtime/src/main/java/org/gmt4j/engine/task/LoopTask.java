package org.gmt4j.engine.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.gmt4j.LongsOperator;
import org.gmt4j.RemoteFailure;
import org.gmt4j.engine.travel.FailureCodec;
import org.gmt4j.engine.travel.WrappedBody;

/**
 * The part of a loop (or the single task) that runs on one node: GMT's macro-task. Workers of the node take its chunks;
 * any thread ends them. Per chunk.
 */
final class LoopTask {
    private static final VarHandle NEXT;
    private static final VarHandle REMAINING;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEXT = lookup.findVarHandle(LoopTask.class, "next", long.class);
            REMAINING = lookup.findVarHandle(LoopTask.class, "remaining", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int kind;
    final Object body;
    /** Class of the user's body, determined when requested. */
    private Class<?> bodyClass;
    private final long first;
    final long high;
    final long chunk;
    final long seed;
    /** The job of the task, or {@link JobTable#NONE}. */
    final int job;
    /** The join to notify: a join of this node, or a handle at another. */
    final Join parent;
    final int parentNode;
    final long parentHandle;
    /** Position of this task's result among the results of its join. */
    final int resultIndex;
    /**
     * For tasks of a tree: counts the task itself and all tasks that it has spawned with its handle; for balanced ones,
     * also the parts given away.
     */
    final Join tree;
    /** Whether the task may spawn more with its tree. */
    final boolean isOfTree;
    /** Whether it is a member of the team of its own join; otherwise it acts for the team of its spawner. */
    final boolean isTeam;
    /** Whether a visit or a local body has begun it, or a task of which this is so. */
    final boolean isOfVisit;
    /** Whether it is the first task of a job, which belongs to no team of other nodes. */
    final boolean isRoot;
    /** Whether it is part of a balanced loop, whose chunks may run on any node. */
    final boolean isBalanced;
    /** Sizes of the chunks where the program names none; null otherwise. */
    final ChunkPace pace;
    /** The chunks of a part that may be divided; null otherwise. */
    final ChunkRange chunks;
    final LoopCode code;
    /**
     * Results of a reduction; added to under the monitor. The thread that ends the last chunk reads them without it,
     * because all other chunks have ended before.
     */
    private Partials partials;
    private final long createdNs;
    private final boolean exclusive;
    private final long chunkCount;
    /**
     * Number of the next chunk, where several threads claim. Chunks are counted, not iterations, so that claims beyond
     * the end cannot overflow.
     */
    @SuppressWarnings("unused") // through NEXT
    private long next;                               // with a pace: number of iterations claimed
    /** First iteration of the next chunk, where one thread claims. */
    private long nextLow;
    @SuppressWarnings("unused") // through REMAINING
    private long remaining;
    private long failureCount;
    private volatile RemoteFailure failure;
    Object result;
    /** Link and mark of the queue. */
    LoopTask below;
    boolean isQueued;

    LoopTask(final int kind, final Object body, final long low, final long high, final long chunk, final long seed,
             final int job, final Join parent, final int parentNode, final long parentHandle, final int resultIndex,
             final boolean exclusive) {
        this(kind, body, low, high, chunk, seed, job, parent, parentNode, parentHandle, resultIndex, exclusive, null);
    }

    /** @param code how chunks of this part travel, or null when they do not */
    LoopTask(final int kind, final Object body, final long low, final long high, final long chunk, final long seed,
             final int job, final Join parent, final int parentNode, final long parentHandle, final int resultIndex,
             final boolean exclusive, final LoopCode code) {
        this.kind = kind & BodyKind.MASK;
        this.body = body;
        this.first = low;
        nextLow = low;
        this.high = high;
        pace = chunk == 0 ? new ChunkPace() : null;
        this.chunk = Math.min(Math.max(1, chunk), high - low);
        this.seed = seed;
        this.job = job;
        this.parent = parent;
        this.parentNode = parentNode;
        this.parentHandle = parentHandle;
        this.resultIndex = resultIndex;
        remaining = high - low;
        isTeam = (kind & BodyKind.TEAM) != 0;
        isBalanced = (kind & BodyKind.BALANCED) != 0;
        isOfTree = (kind & BodyKind.TREE) != 0;
        isRoot = (kind & BodyKind.ROOT) != 0;
        isOfVisit = (kind & BodyKind.OF_VISIT) != 0;
        chunkCount = (high - low - 1) / this.chunk + 1;
        final boolean isDivisible = isBalanced && code != null && pace == null && chunkCount <= ChunkRange.MAX_CHUNKS;
        this.code = isDivisible ? code : null;
        chunks = isDivisible ? new ChunkRange((int) chunkCount) : null;
        createdNs = isDivisible ? System.nanoTime() : 0;
        // Helpers also take chunks of a divisible part.
        this.exclusive = exclusive && !isDivisible;
        tree = isOfTree || isDivisible ? new Join(this) : null;
    }

    /**
     * Returns a task of this node for chunks that were on their way to another one. It is counted by this task's tree.
     */
    LoopTask keeping(final long from, final long to, final boolean isExclusive) {
        final int flags = BodyKind.BALANCED | (isOfTree ? BodyKind.TREE : 0) | (isOfVisit ? BodyKind.OF_VISIT : 0);
        return new LoopTask(kind | flags, body, from, to, chunk, seed, job, tree, 0, 0, 0, isExclusive, code);
    }

    /** Returns the class of the user's body, also where the runtime has wrapped it. */
    Class<?> bodyClass() {
        final Class<?> known = bodyClass;
        if (known != null) {
            return known;
        }
        return bodyClass = WrappedBody.innermost(body).getClass();
    }

    /** Returns whether one fiber runs all of it. For reports. */
    boolean isOneChunk() {
        return high - first <= chunk;
    }

    /**
     * Claims the next chunk of a part with a pace. Returns as {@link #claim}; {@code claim} has the end of the chunk.
     */
    long claimPaced(final ChunkPace.Claim claim, final int workers) {
        for (;;) {
            final long claimed = (long) NEXT.getVolatile(this);
            final long left = high - first - claimed;
            if (left <= 0) {
                return high;
            }
            final long count = pace.next(left, workers);
            if (NEXT.compareAndSet(this, claimed, claimed + count)) {
                claim.end = first + claimed + count;
                return first + claimed;
            }
        }
    }

    /** Returns the iterations that no chunk has claimed. Only with a pace. */
    long unclaimed() {
        return Math.max(0, high - first - (long) NEXT.getVolatile(this));
    }

    /** Claims the next chunk. Returns its start, or a value not below {@link #high} when none is left. */
    long claim() {
        if (chunks != null) {
            return claimDivisible();
        }
        if (exclusive) {
            final long low = nextLow;
            nextLow = endOfChunkAt(low);
            return low;
        }
        final long number = (long) NEXT.getAndAdd(this, 1L);
        return number < chunkCount ? startOf(number) : high;
    }

    /** Returns the end, exclusive, of the chunk that starts at an iteration. */
    long endOfChunkAt(final long low) {
        return high - low <= chunk ? high : low + chunk;
    }

    /**
     * Claims all remaining chunks, so that they never run. Returns the number of iterations, including those of the
     * caller's chunk.
     */
    long claimRest(final long low, final long end) {
        if (pace != null) {
            return end - low + Math.max(0, high - first - (long) NEXT.getAndSet(this, high - first));
        }
        if (chunks != null) {
            final long rest = chunks.takeRest();
            return end - low
                + (rest == 0 ? 0 : endOf(ChunkRange.end(rest)) - startOf(ChunkRange.next(rest)));
        }
        if (exclusive) {
            nextLow = high;
            return high - low;
        }
        final long number = (long) NEXT.getAndSet(this, chunkCount);
        return end - low + (number < chunkCount ? high - startOf(number) : 0);
    }

    private long claimDivisible() {
        final int number = chunks.take();
        return number == ChunkRange.NONE ? high : startOf(number);
    }

    /** Returns the first iteration of a chunk. */
    long startOf(final long number) {
        return first + number * chunk;
    }

    /** Returns the end, exclusive, of the chunks up to a number. */
    long endOf(final int number) {
        final long length = number * chunk;
        return length < 0 || length > high - first ? high : first + length;
    }

    /**
     * Estimates the time that this node needs for the remaining chunks from those that it has taken; before the first
     * one, from the time that the part has waited, for each chunk. Only for divisible parts.
     */
    double workLeftNs(final long nowNs) {
        return (double) (nowNs - createdNs) / Math.max(1, chunks.taken()) * chunks.left();
    }

    /** Notes the end of {@code count} iterations. Returns true for the call that ended the last. */
    boolean ended(final long count) {
        if (exclusive) {
            return (remaining -= count) == 0;
        }
        return (long) REMAINING.getAndAdd(this, -count) == count;
    }

    /** Notes the failure of a chunk. One that only follows from another one is replaced by it. */
    synchronized void fail(final RemoteFailure cause) {
        if (failure == null || FailureCodec.isConsequence(failure) && !FailureCodec.isConsequence(cause)) {
            failure = cause;
        }
        failureCount++;
    }

    /**
     * Counts the failure of one more chunk where a failure is known that follows from no other. Returns false, without
     * effect, where none is.
     */
    boolean failsAgain() {
        final RemoteFailure known = failure;
        if (known == null || FailureCodec.isConsequence(known)) {
            return false;
        }
        synchronized (this) {
            failureCount++;
        }
        return true;
    }

    /** Adds a chunk's part of the result of a reduction; {@code chunkNumber} may be {@link Partials#UNORDERED}. */
    synchronized void contribute(final long chunkNumber, final long[] value, final LongsOperator operator) {
        if (partials == null) {
            partials = new Partials(operator);
        }
        partials.add(chunkNumber, value);
    }

    /** Returns the contributions of its chunks to a reduction, null for none. After all have ended. */
    long[] contribution() {
        return partials == null ? null : partials.pack();
    }

    RemoteFailure failure() {
        return failure;
    }

    long failureCount() {
        if (failure == null) {
            return 0;
        }
        synchronized (this) {
            return failureCount;
        }
    }
}

package org.gmt4j.engine.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.gmt4j.LongsOperator;
import org.gmt4j.RemoteFailure;
import org.gmt4j.engine.travel.WrappedBody;

/**
 * The part of a loop (or the single task) that one node runs: GMT's macro-task. Workers of the node take chunks of it;
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
    /** Of the user's body, found when somebody asks. */
    private Class<?> bodyClass;
    private final long first;
    final long high;
    final long chunk;
    final long seed;
    /** The job that it belongs to, or {@link JobTable#NONE}. */
    final int job;
    /** Who waits: a join of this node, or a handle at another. */
    final Join parent;
    final int parentNode;
    final long parentHandle;
    /** Position of this task's result among the results of its join. */
    final int resultIndex;
    /**
     * For tasks of a tree: counts the task itself and what it has spawned with its handle; for balanced ones, also what
     * was given away.
     */
    final Join tree;
    /** The task may spawn more with its tree. */
    final boolean isOfTree;
    /** Member of the team of its own join; otherwise it speaks for the team of the task that spawned it. */
    final boolean isTeam;
    /** The first task of a job: alone, whatever the other nodes do. */
    final boolean isRoot;
    /** Part of a balanced loop: where its chunks run is nobody's to know. */
    final boolean isBalanced;
    /** Of a part whose chunks may be given to other nodes, and how they travel; null otherwise. */
    final ChunkRange chunks;
    final LoopCode code;
    /**
     * Of a reduction; added to under the monitor. Who has ended the last chunk reads it without: all others have ended
     * theirs before.
     */
    private Partials partials;
    private final long createdNs;
    private final boolean exclusive;
    private final long chunkCount;
    /**
     * Where several threads claim: number of the next chunk. Chunks are counted, not iterations, so that claims beyond
     * the end cannot overflow.
     */
    @SuppressWarnings("unused") // through NEXT
    private long next;
    /** Where one thread claims: first iteration of the next chunk. */
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

    /** @param code how chunks of this part travel, or null: then they do not */
    LoopTask(final int kind, final Object body, final long low, final long high, final long chunk, final long seed,
             final int job, final Join parent, final int parentNode, final long parentHandle, final int resultIndex,
             final boolean exclusive, final LoopCode code) {
        this.kind = kind & BodyKind.MASK;
        this.body = body;
        this.first = low;
        nextLow = low;
        this.high = high;
        this.chunk = Math.min(chunk, high - low);
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
        chunkCount = (high - low - 1) / this.chunk + 1;
        final boolean isDivisible = isBalanced && code != null && chunkCount <= ChunkRange.MAX_CHUNKS;
        this.code = isDivisible ? code : null;
        chunks = isDivisible ? new ChunkRange((int) chunkCount) : null;
        createdNs = isDivisible ? System.nanoTime() : 0;
        // Helpers take chunks of a divisible part, too.
        this.exclusive = exclusive && !isDivisible;
        tree = isOfTree || isDivisible ? new Join(this) : null;
    }

    /**
     * Chunks of this task that were on their way to another node, for this one to run: a task of its own, counted by
     * this task's tree.
     */
    LoopTask keeping(final long from, final long to, final boolean isExclusive) {
        return new LoopTask(kind | BodyKind.BALANCED, body, from, to, chunk, seed, job, tree, 0, 0, 0,
            isExclusive, code);
    }

    /** Of the user's body, also where the runtime has wrapped it. */
    Class<?> bodyClass() {
        final Class<?> known = bodyClass;
        if (known != null) {
            return known;
        }
        return bodyClass = WrappedBody.innermost(body).getClass();
    }

    /** For reports: one fiber runs all of it. */
    boolean isOneChunk() {
        return high - first <= chunk;
    }

    /** Start of the next chunk, or a value not below {@link #high} when none is left. */
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

    /** End, exclusive, of the chunk that starts here. */
    long endOfChunkAt(final long low) {
        return high - low <= chunk ? high : low + chunk;
    }

    /**
     * The caller's chunk, which begins here, and all that nobody has taken yet: how many iterations. Nobody else is
     * going to run them.
     */
    long claimRest(final long low) {
        if (chunks != null) {
            final long rest = chunks.takeRest();
            return endOfChunkAt(low) - low
                + (rest == 0 ? 0 : endOf(ChunkRange.end(rest)) - startOf(ChunkRange.next(rest)));
        }
        if (exclusive) {
            nextLow = high;
            return high - low;
        }
        final long number = (long) NEXT.getAndSet(this, chunkCount);
        return endOfChunkAt(low) - low + (number < chunkCount ? high - startOf(number) : 0);
    }

    private long claimDivisible() {
        final int number = chunks.take();
        return number == ChunkRange.NONE ? high : startOf(number);
    }

    /** First iteration of a chunk. */
    long startOf(final long number) {
        return first + number * chunk;
    }

    /** End, exclusive, of the chunks up to this number. */
    long endOf(final int number) {
        final long length = number * chunk;
        return length < 0 || length > high - first ? high : first + length;
    }

    /**
     * About how long this node needs for the chunks that are left, if they are like those that it has taken; before it
     * has taken one, how long the part has been waiting for that, for each chunk. Only for divisible parts.
     */
    double workLeftNs(final long nowNs) {
        return (double) (nowNs - createdNs) / Math.max(1, chunks.taken()) * chunks.left();
    }

    /** {@code count} iterations have ended. Returns true for the call that ended the last. */
    boolean ended(final long count) {
        if (exclusive) {
            return (remaining -= count) == 0;
        }
        return (long) REMAINING.getAndAdd(this, -count) == count;
    }

    synchronized void fail(final RemoteFailure cause) {
        if (failure == null) {
            failure = cause;
        }
        failureCount++;
    }

    /** A chunk's part of the result of a reduction. @param chunkNumber or {@link Partials#UNORDERED} */
    synchronized void contribute(final long chunkNumber, final long[] value, final LongsOperator operator) {
        if (partials == null) {
            partials = new Partials(operator);
        }
        partials.add(chunkNumber, value);
    }

    /** What its chunks have contributed to a reduction; null: nothing. Once all have ended. */
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

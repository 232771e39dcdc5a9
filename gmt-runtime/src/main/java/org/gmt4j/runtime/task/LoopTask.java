package org.gmt4j.runtime.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The part of a loop (or the single task) that one node runs: GMT's macro-task. Workers of the node take chunks of it; any
 * thread ends them. Per chunk.
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
    /** Of the user's body, also where the runtime has wrapped it. */
    final Class<?> bodyClass;
    final long high;
    final long chunk;
    final long seed;
    final int depth;
    /** Who waits: a join of this node, or a handle at another. */
    final Join parent;
    final int parentNode;
    final long parentHandle;
    /** Position of this task's result among the results of its join. */
    final int resultIndex;
    /** For tasks of a tree: counts the task itself and what it has spawned with its handle. */
    final Join tree;
    /** Member of the team of its own join; otherwise it speaks for the team of the task that spawned it. */
    final boolean isTeam;
    private final boolean exclusive;
    @SuppressWarnings("unused") // through NEXT
    private long next;
    @SuppressWarnings("unused") // through REMAINING
    private long remaining;
    private long failureCount;
    private volatile RemoteFailure failure;
    Object result;
    /** Link and mark of the queue. */
    LoopTask below;
    boolean isQueued;

    LoopTask(final int kind, final Object body, final long low, final long high, final long chunk, final long seed,
             final int depth, final Join parent, final int parentNode, final long parentHandle, final int resultIndex,
             final boolean exclusive) {
        this.kind = kind & BodyKind.MASK;
        this.body = body;
        this.bodyClass = body instanceof OwnedRuns ? ((OwnedRuns) body).bodyClass() : body.getClass();
        this.next = low;
        this.high = high;
        this.chunk = Math.min(chunk, high - low);      // so that claims beyond the end cannot overflow
        this.seed = seed;
        this.depth = depth;
        this.parent = parent;
        this.parentNode = parentNode;
        this.parentHandle = parentHandle;
        this.resultIndex = resultIndex;
        this.exclusive = exclusive;
        remaining = high - low;
        isTeam = (kind & BodyKind.TEAM) != 0;
        tree = (kind & BodyKind.TREE) != 0 ? new Join(this) : null;
    }

    /** Start of the next chunk, or a value not below {@link #high} when none is left. */
    long claim() {
        if (exclusive) {
            final long low = next;
            next = low + chunk;
            return low;
        }
        return (long) NEXT.getAndAdd(this, chunk);
    }

    boolean isExhausted() {
        return (long) NEXT.getOpaque(this) >= high;
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

    RemoteFailure failure() {
        return failure;
    }

    synchronized long failureCount() {
        return failureCount;
    }
}

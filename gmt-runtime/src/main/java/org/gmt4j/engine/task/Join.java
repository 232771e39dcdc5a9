package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ObjLongConsumer;
import org.gmt4j.ParForException;
import org.gmt4j.RemoteFailure;
import org.gmt4j.engine.signal.Sleeper;
import org.gmt4j.engine.travel.FailureCodec;

/**
 * Counts outstanding work: the parts of a loop on several nodes, or the tasks of a tree. Any thread completes; one task
 * waits. Per spawn.
 *
 * <pre>
 * 0 --add--> n --complete--> ... 0: the waiter, if there is one, is taken out and woken
 *                            waiter: none --mustWait--> task --complete or takeBack, the first of them--> none
 * </pre>
 *
 * <p>A waiter is taken out exactly once: by the completion that wakes it, or by the task's deadline. So a late
 * completion never wakes a fiber that already waits for something else. The count may rise again from zero; a woken
 * task looks again.
 */
final class Join {
    /** The task whose tree this join counts, or null. */
    private final LoopTask tree;
    /** The task that spawns with this join, or null outside of tasks. */
    final LoopTask owner;
    /** Whether several calls spawn with this join: the join of the non-blocking forms, or of a handle. */
    final boolean isShared;
    private final AtomicLong pending;
    private final AtomicLong failureCount = new AtomicLong();
    private volatile RemoteFailure firstFailure;
    /** Why the call that spawns with this join has spawned only a part, or nothing; null otherwise. Its own task's. */
    private RuntimeException refusal;
    private volatile Runnable atZero;
    private final AtomicReference<Sleeper> waiter = new AtomicReference<>();
    /**
     * Number in the table; 0 while no other node knows this join. Written before anything is spawned with it elsewhere,
     * and again where nobody awaits the join and all its tasks have ended.
     */
    volatile long handle;
    /** Whether the tasks have met in collectives at another node, which may know the team when this one does not. */
    volatile boolean hasMet;
    /** Results by position: one for call, one per node for callOnAll. */
    Object[] results;
    byte[][] encodedResults;
    /** Contributions of tasks to a reduction, packed; null for none. Guarded by this. */
    private List<long[]> contributions;
    /** Pieces of long results that have arrived, by node and number. Guarded by this. */
    private Map<Long, Pieces> longResults;
    /** Parts at other nodes: the node of all, or counts by node once there is a second one. Guarded by this. */
    private int soleNode;
    private int soleCount;
    private int[] countByNode;
    /** Its number in reports; 0 until requested. Guarded by this. */
    private long mark;

    Join(final LoopTask owner, final boolean isShared) {
        tree = null;
        this.owner = owner;
        this.isShared = isShared;
        pending = new AtomicLong();
    }

    /** Creates the join of a tree, which starts with the task itself. */
    Join(final LoopTask tree) {
        this.tree = tree;
        owner = tree;
        isShared = false;
        pending = new AtomicLong(1);
    }

    boolean isOfTree() {
        return tree != null;
    }

    /** Returns the new count. */
    long add(final long count) {
        return pending.addAndGet(count);
    }

    /** Returns whether there is an action for the count of zero. */
    boolean isWatched() {
        return atZero != null;
    }

    /** Sets an action to run whenever the count falls to zero. Before anything is completed. */
    void atZero(final Runnable action) {
        atZero = action;
    }

    /** Records a failure. A failure that only follows from another one is replaced by it. */
    synchronized void fail(final RemoteFailure failure, final long count) {
        if (firstFailure == null || FailureCodec.isConsequence(firstFailure) && !FailureCodec.isConsequence(failure)) {
            firstFailure = failure;
        }
        failureCount.addAndGet(count);
    }

    /**
     * Notes that a call could not spawn all of its tasks. Some may have begun: a call that waits awaits those, and
     * throws behind the wait. Other calls throw at once, for their join is awaited anyway.
     */
    void refused(final RuntimeException cause) {
        if (isShared || tree != null) {
            throw cause;
        }
        refusal = cause;
    }

    /** Adds a task's part of the result of a reduction, see {@link Partials}. Before the task is completed. */
    synchronized void contribute(final long[] packed) {
        if (contributions == null) {
            contributions = new ArrayList<>();
        }
        contributions.add(packed);
    }

    /**
     * Adds a piece of a long result of a task at another node. Returns the whole result with the last piece, null
     * before.
     *
     * @param number of the result at its node
     */
    synchronized byte[] takePiece(final int node, final int number, final byte[] piece, final int offset,
                                  final int total) {
        if (longResults == null) {
            longResults = new HashMap<>();
        }
        final long key = (long) node << Integer.SIZE | number;
        final Pieces pieces = longResults.computeIfAbsent(key, n -> new Pieces(total));
        if (!pieces.take(piece, offset, total) || !pieces.isComplete()) {
            return null;
        }
        longResults.remove(key);
        return pieces.data();
    }

    synchronized List<long[]> contributions() {
        return contributions == null ? List.of() : contributions;
    }

    /**
     * Completes {@code count} pieces of work.
     *
     * @return the task whose tree has ended with this, which the caller must complete next; null otherwise
     */
    LoopTask complete(final long count) {
        if (pending.addAndGet(-count) != 0) {
            return null;
        }
        final Runnable action = atZero;
        if (action != null) {
            action.run();
        }
        if (waiter.get() != null) {
            final Sleeper task = waiter.getAndSet(null);
            if (task != null) {
                task.wake();
            }
        }
        return tree;
    }

    /** Registers the waiting task. Returns true when it must suspend; it will be woken and then asks again. */
    boolean mustWait(final Sleeper task) {
        if (isDone()) {
            return false;
        }
        waiter.set(task);
        // The count is zero by now. The thread that completed it may have seen the waiter; then the wake-up is under
        // way and must be awaited.
        return !isDone() || !takeBack(task);
    }

    /** Returns true when the task will not be woken for this join. */
    boolean takeBack(final Sleeper task) {
        return waiter.compareAndSet(task, null);
    }

    boolean isDone() {
        return pending.get() <= 0;
    }

    long pendingCount() {
        return pending.get();
    }

    RemoteFailure firstFailure() {
        return firstFailure;
    }

    long failureCount() {
        return failureCount.get();
    }

    /** Gives the failures of ended tasks to {@code taker}, and forgets them. */
    synchronized void giveFailures(final ObjLongConsumer<RemoteFailure> taker) {
        if (firstFailure != null) {
            taker.accept(firstFailure, failureCount.getAndSet(0));
            firstFailure = null;
        }
    }

    void throwIfFailed() {
        if (refusal != null) {
            throw refusal;
        }
        if (firstFailure != null) {
            throw new ParForException(firstFailure, failureCount.get());
        }
    }

    // --- for reports ---

    /** Returns the name under which tasks of this node hold up this join. */
    synchronized String localName(final int nodeId, final AtomicLong marks) {
        if (mark == 0) {
            mark = marks.incrementAndGet();
        }
        return "join:" + nodeId + ":local:" + mark;
    }

    /** Returns the name under which tasks of other nodes hold it up. */
    static String remoteName(final int nodeId, final long handle) {
        return "join:" + nodeId + ":" + handle;
    }

    // --- for messages: the nodes of the parts ---

    synchronized void sentTo(final int node, final int nodeCount) {
        if (countByNode == null && soleCount > 0 && soleNode != node) {
            countByNode = new int[nodeCount];
            countByNode[soleNode] = soleCount;
        }
        if (countByNode != null) {
            countByNode[node]++;
        } else {
            soleNode = node;
            soleCount++;
        }
    }

    synchronized void endedAt(final int node) {
        if (countByNode == null) {
            soleCount--;
        } else if (node >= 0 && node < countByNode.length) {
            countByNode[node]--;
        }
    }

    /** Returns a text such as "3 tasks (1 at this node, 2 at node 4)". */
    synchronized String describePending() {
        final long count = Math.max(0, pendingCount());
        final NodeList places = new NodeList();
        long elsewhere = countByNode == null ? soleCount : 0;
        if (countByNode == null) {
            places.add(soleCount, soleNode);
        } else {
            for (int node = 0; node < countByNode.length; node++) {
                places.add(countByNode[node], node);
                elsewhere += countByNode[node];
            }
        }
        final String here = count > elsewhere ? count - elsewhere + " at this node" : "";
        return count + (count == 1 ? " task (" : " tasks (") + here + (here.isEmpty() || places.isEmpty() ? "" : ", ")
            + places + ")";
    }
}

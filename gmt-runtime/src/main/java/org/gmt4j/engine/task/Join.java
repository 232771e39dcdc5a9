package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.gmt4j.ParForException;
import org.gmt4j.RemoteFailure;
import org.gmt4j.engine.signal.Sleeper;
import org.gmt4j.engine.travel.FailureCodec;

/**
 * Counts pieces of work that somebody waits for: the parts of a loop on several nodes, the tasks of a tree. Any thread
 * completes; one task waits. Per spawn.
 *
 * <pre>
 * 0 --add--> n --complete--> ... 0: the waiter, if there is one, is taken out and woken
 *                            waiter: none --mustWait--> task --complete or takeBack, whoever is first--> none
 * </pre>
 *
 * <p>A waiter is taken out exactly once: by the completion that wakes it, or by the task's deadline. So a completion
 * that comes late never wakes a fiber that waits elsewhere by now. The count may rise again from zero; who is woken
 * looks again.
 */
final class Join {
    /** The task whose tree this join counts, or null. */
    private final LoopTask tree;
    /** The task that spawns with this join, or null outside of tasks. */
    final LoopTask owner;
    /** More than one call spawns with this join: the join of the non-blocking forms, or of a handle. */
    final boolean isShared;
    private final AtomicLong pending;
    private final AtomicLong failureCount = new AtomicLong();
    private volatile RemoteFailure firstFailure;
    private volatile Runnable atZero;
    private final AtomicReference<Sleeper> waiter = new AtomicReference<>();
    /**
     * Number in the table; 0 while no other node knows this join. Written before anything is spawned with it elsewhere.
     */
    volatile long handle;
    /** Results by position: one for call, one per node for callOnAll. */
    Object[] results;
    byte[][] encodedResults;
    /** What tasks have contributed to a reduction, packed; null: nothing. Guarded by this. */
    private List<long[]> contributions;
    /** What has come of results in pieces, by node. Guarded by this. */
    private Map<Integer, Pieces> longResults;
    /** Parts at other nodes: of one node, or by node once there is a second. Guarded by this. */
    private int soleNode;
    private int soleCount;
    private int[] countByNode;
    /** For reports: its number there; 0 while nobody has asked. Guarded by this. */
    private long mark;

    Join(final LoopTask owner, final boolean isShared) {
        tree = null;
        this.owner = owner;
        this.isShared = isShared;
        pending = new AtomicLong();
    }

    /** Of a tree: begins with the task itself. */
    Join(final LoopTask tree) {
        this.tree = tree;
        owner = tree;
        isShared = false;
        pending = new AtomicLong(1);
    }

    boolean isOfTree() {
        return tree != null;
    }

    void add(final long count) {
        pending.addAndGet(count);
    }

    /** Runs {@code action} when the count falls to zero. Before anything is completed. */
    void atZero(final Runnable action) {
        atZero = action;
    }

    /** A failure that only follows from another one gives way to it. */
    synchronized void fail(final RemoteFailure failure, final long count) {
        if (firstFailure == null || FailureCodec.isConsequence(firstFailure) && !FailureCodec.isConsequence(failure)) {
            firstFailure = failure;
        }
        failureCount.addAndGet(count);
    }

    /** A task's part of the result of a reduction, see {@link Partials}. Before the task is completed. */
    synchronized void contribute(final long[] packed) {
        if (contributions == null) {
            contributions = new ArrayList<>();
        }
        contributions.add(packed);
    }

    /** A piece of a long result of a task at another node. Returns the whole with the last, null before. */
    synchronized byte[] takePiece(final int node, final byte[] piece, final int offset, final int total) {
        if (longResults == null) {
            longResults = new HashMap<>();
        }
        final Pieces pieces = longResults.computeIfAbsent(node, n -> new Pieces(total));
        if (!pieces.take(piece, offset, total) || !pieces.isComplete()) {
            return null;
        }
        longResults.remove(node);
        return pieces.data();
    }

    synchronized List<long[]> contributions() {
        return contributions == null ? List.of() : contributions;
    }

    /**
     * Ends {@code count} pieces.
     *
     * @return the task whose tree has ended with this, for the caller to go on with; null otherwise
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

    /** The task that waits: true when it has to suspend, and will be woken; then it asks again. */
    boolean mustWait(final Sleeper task) {
        if (isDone()) {
            return false;
        }
        waiter.set(task);
        // Zero by now: whoever completed it may have seen the waiter, then the wake-up is on its way and must be waited
        // for.
        return !isDone() || !takeBack(task);
    }

    /** True: the task is not going to be woken for this join. */
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

    void throwIfFailed() {
        if (firstFailure != null) {
            throw new ParForException(firstFailure, failureCount.get());
        }
    }

    // --- for reports ---

    /** Under which tasks of this node keep this join back. */
    synchronized String localName(final int nodeId, final AtomicLong marks) {
        if (mark == 0) {
            mark = marks.incrementAndGet();
        }
        return "join:" + nodeId + ":local:" + mark;
    }

    /** Under which tasks of other nodes do. */
    static String remoteName(final int nodeId, final long handle) {
        return "join:" + nodeId + ":" + handle;
    }

    // --- for messages: where the parts are ---

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

    /** For example "3 tasks (1 at this node, 2 at node 4)". */
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

package org.gmt4j.armci;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Assigns ids to groups: to those made by a task of this node, and to those that members make by themselves with this
 * node as leader. Any thread; guarded by its monitor. Set-up.
 */
final class GroupTable {
    private static final int NODE_SHIFT = 40;
    private final int nodeId;
    private final AtomicLong nextNumber;
    private final Map<List<Integer>, Creation> creations = new HashMap<>();

    /**
     * Groups of the same members that some members have requested and others not yet. The k-th request of each member
     * is for the k-th group.
     */
    private static final class Creation {
        private final List<Long> ids = new ArrayList<>();
        private final int[] asked;

        private Creation(final int members) {
            asked = new int[members];
        }

        private boolean isSettled() {
            return Arrays.stream(asked).allMatch(count -> count == ids.size());
        }
    }

    GroupTable(final int nodeId, final AtomicLong nextNumber) {
        this.nodeId = nodeId;
        this.nextNumber = nextNumber;
    }

    /** Returns an id above 0 that no other group of the job has. */
    long takeId() {
        return (long) nodeId << NODE_SHIFT | nextNumber.incrementAndGet();
    }

    /** Handles the request of a member at the leader. Returns the same id to all members. */
    synchronized long join(final int[] members, final int rank) {
        final List<Integer> key = Arrays.stream(members).boxed().toList();
        final Creation creation = creations.computeIfAbsent(key, k -> new Creation(members.length));
        final int turn = creation.asked[rank]++;
        if (turn == creation.ids.size()) {
            creation.ids.add(takeId());
        }
        final long id = creation.ids.get(turn);
        if (creation.isSettled()) {
            creations.remove(key);
        }
        return id;
    }

    /** Returns the number of groups that not all members have requested; for tests. */
    synchronized int unsettledCount() {
        return creations.size();
    }
}

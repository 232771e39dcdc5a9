package org.gmt4j.armci;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Assigns ids to groups: to those made by a task of this node, and to those that members make by themselves with this
 * node as leader. Any thread; guarded by its monitor. Set-up.
 */
final class GroupTable {
    private static final int NODE_SHIFT = 40;
    private static final int MOST_UNSETTLED = 4096;
    private final int nodeId;
    private final AtomicLong nextNumber;
    /** Members that have failed never come; what they have left behind is dropped in the end. */
    private final Map<Key, Creation> creations = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Key, Creation> eldest) {
            return size() > MOST_UNSETTLED;
        }
    };

    /** A team that has failed in the middle of a creation takes no turn of a later one. */
    private record Key(String team, List<Integer> members) {
    }

    /**
     * Groups of the same members and team that some members have requested and others not yet. The k-th request of each
     * member is for the k-th group.
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

    /** Handles the request of a member at the leader. Returns the same id to all members of a team. */
    synchronized long join(final String team, final int[] members, final int rank) {
        final Key key = new Key(team, Arrays.stream(members).boxed().toList());
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

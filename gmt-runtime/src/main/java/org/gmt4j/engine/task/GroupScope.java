package org.gmt4j.engine.task;

/**
 * The nodes of a collective.
 *
 * @param id      id of the group, the same on all members and unique in the job; 0 for all nodes
 * @param members nodes by rank, null for all nodes
 */
record GroupScope(long id, int[] members) {
    static final GroupScope ALL = new GroupScope(0, null);

    int size(final int nodeCount) {
        return members == null ? nodeCount : members.length;
    }

    /** Returns the rank of a node, -1 when it is not a member. */
    int rank(final int node) {
        if (members == null) {
            return node;
        }
        for (int rank = 0; rank < members.length; rank++) {
            if (members[rank] == node) {
                return rank;
            }
        }
        return -1;
    }
}

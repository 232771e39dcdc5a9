package org.gmt4j.cli.profile;

/**
 * How the threads of one role of one node have spent their time; the shares sum to 1.
 *
 * @param node    which
 * @param role    worker, helper or server
 * @param running share in this role
 * @param others  share in other roles of the same thread, in plan combined
 * @param waiting share with nothing to run while replies, credits or room were outstanding
 * @param idle    share with nothing to run and nothing outstanding
 * @param seconds of all threads of the role
 */
public record RoleShare(int node, String role, double running, double others, double waiting, double idle,
                        double seconds) {
    private static final double NS_PER_S = 1e9;

    /** @param row nanoseconds, in the columns of {@link org.gmt4j.engine.profile.Role} */
    static RoleShare of(final int node, final String role, final long[] row) {
        final double sum = Math.max(1, row[0] + row[1] + row[2] + row[3]);
        return new RoleShare(node, role, row[0] / sum, row[1] / sum, row[2] / sum, row[3] / sum, sum / NS_PER_S);
    }
}

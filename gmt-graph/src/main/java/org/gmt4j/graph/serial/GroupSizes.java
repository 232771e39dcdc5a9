package org.gmt4j.graph.serial;

import java.util.Optional;

/** Counts groups of vertices by the labels of their vertices, each the smallest vertex of its group. Stateless. */
final class GroupSizes {
    private GroupSizes() {
    }

    /**
     * Returns what is wrong with an answer about its groups, or nothing. Memory: 4 bytes a vertex.
     *
     * @param labels  by vertex
     * @param what    groups are, for messages
     * @param count   of groups, as the answer says
     * @param largest vertices of the largest group, as the answer says
     */
    static Optional<String> difference(final int[] labels, final String what, final long count, final long largest) {
        final int[] sizes = new int[labels.length];
        for (final int label : labels) {
            sizes[label]++;
        }
        long found = 0;
        int most = 0;
        for (final int size : sizes) {
            found += size > 0 ? 1 : 0;
            most = Math.max(most, size);
        }
        if (found != count) {
            return Optional.of("there are said to be " + count + " " + what + ", not " + found);
        }
        return most == largest ? Optional.empty() : Optional.of("the largest of the " + what + " is said to have "
            + largest + " vertices, not " + most);
    }
}

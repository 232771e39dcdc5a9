package org.gmt4j;

/** What each allocation policy promises, said a second time without arithmetic tricks. */
final class ShapeCheck {
    private ShapeCheck() {
    }

    /** Empty: all is well. */
    static String of(final GlobalArray array, final int nodes, final int home) {
        return of(array.distribution(), array.spec(), nodes, home);
    }

    static String of(final Distribution distribution, final ArraySpec spec, final int nodes, final int home) {
        final long[] counts = new long[nodes];
        final long size = spec.size();
        int first = -1;
        for (long i = 0; i < size; i++) {
            final int owner = distribution.owner(i);
            if (owner < 0 || owner >= nodes) {
                return "owner " + owner + " of " + i + "; ";
            }
            if (first < 0) {
                first = owner;
            }
            if (distribution.index(owner, distribution.offset(i)) != i) {
                return "index(owner, offset) of " + i + " is " + distribution.index(owner,
                    distribution.offset(i)) + "; ";
            }
            if (!distribution.isCyclic() && !distribution.isReplicated()
                && (i < distribution.start(owner) || i >= distribution.start(owner) + distribution.count(owner))) {
                return "element " + i + " is outside the part of its owner " + owner + "; ";
            }
            if (distribution.offset(i) < 0 || distribution.offset(i) >= distribution.count(owner)) {
                return "offset " + distribution.offset(i) + " of " + i + " is outside; ";
            }
            if (spec.blockSize() > 0 && !distribution.isReplicated() && i % spec.blockSize() != 0
                && distribution.owner(i - 1) != owner) {
                return "block around " + i + " is split; ";
            }
            final long runEnd = distribution.runEnd(i);
            if (runEnd <= i || runEnd > size || distribution.owner(runEnd - 1) != owner
                || distribution.offset(runEnd - 1) - distribution.offset(i) != runEnd - 1 - i) {
                return "run of " + i + " to " + runEnd + "; ";
            }
            counts[owner]++;
        }
        long sum = 0;
        for (int node = 0; node < nodes; node++) {
            sum += distribution.count(node);
            if (!distribution.isReplicated() && counts[node] != distribution.count(node)) {
                return "node " + node + " owns " + counts[node] + ", count says " + distribution.count(node) + "; ";
            }
        }
        if (sum != (distribution.isReplicated() ? size * nodes : size)) {
            return "counts sum to " + sum + "; ";
        }
        switch (spec.allocation()) {
            case LOCAL:
                return size == 0 || counts[home] == size ? "" : "LOCAL is not at home; ";
            case REMOTE:
                return nodes == 1 || counts[home] == 0 ? "" : "REMOTE is at home; ";
            case PARTITION:
                return size == 0 || first == 0 ? "" : "PARTITION begins at node " + first + "; ";
            case PARTITION_HERE:
                return size == 0 || first == home ? "" : "PARTITION_HERE begins at node " + first + "; ";
            default:
                return "";
        }
    }
}

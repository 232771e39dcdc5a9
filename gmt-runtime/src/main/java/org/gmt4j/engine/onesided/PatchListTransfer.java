package org.gmt4j.engine.onesided;

import org.gmt4j.Patch;
import org.gmt4j.aggregation.queue.Completion;

/**
 * Several patches of one node's part in one call. All are checked before the first one moves. They then go one behind
 * the other, each as one patch does, so that their number is what costs memory and descriptors, not their rows. Whether
 * they go through a window is decided once, by all their bytes: otherwise a short one would go as a command, and those
 * behind it would have to follow it. Belongs to one task; never suspends. Per patch.
 */
public final class PatchListTransfer {
    private final StridedTransfer strided;

    PatchListTransfer(final StridedTransfer strided) {
        this.strided = strided;
    }

    /**
     * Checks and stores.
     *
     * @param isWaitedFor whether the caller waits, so that the source may be read later
     * @param op          null for a put
     */
    public void store(final Completion owner, final boolean isWaitedFor, final AccumulateOperator op,
                      final LocalSpan source, final Patch[] from, final Region target, final int node,
                      final Patch[] to) {
        check(source, from, target, node, to);
        long total = 0;
        for (int i = 0; i < to.length; i++) {
            total += strided.prepareStore(op, source, from[i], target, node, to[i]);
        }
        final long window = op == null && total > 0 ? strided.window(target, node, total) : 0;
        for (int i = 0; i < to.length; i++) {
            if (to[i].size() > 0) {
                strided.describe(source, from[i], target, node, to[i]);
                strided.store(owner, isWaitedFor, op, to[i].size(), window);
            }
        }
    }

    /** Checks and gets. */
    public void get(final Completion owner, final Region source, final int node, final Patch[] from,
                    final LocalSpan target, final Patch[] to) {
        check(target, to, source, node, from);
        long total = 0;
        for (int i = 0; i < to.length; i++) {
            total += strided.prepareGet(source, node, from[i], target, to[i]);
        }
        final long window = total > 0 ? strided.window(source, node, total) : 0;
        for (int i = 0; i < to.length; i++) {
            if (to[i].size() > 0) {
                strided.describe(target, to[i], source, node, from[i]);
                strided.get(owner, to[i].size(), window);
            }
        }
    }

    /** Checks what an empty list has, too. */
    private static void check(final LocalSpan local, final Patch[] here, final Region remote, final int node,
                              final Patch[] there) {
        remote.check(node, 0, 0);
        local.check(0, 0);
        if (here.length != there.length) {
            throw new IllegalArgumentException("GMT-273 the two sides of a transfer differ: " + here.length
                + " local and " + there.length + " remote patches, expected as many of the one as of the other");
        }
    }
}

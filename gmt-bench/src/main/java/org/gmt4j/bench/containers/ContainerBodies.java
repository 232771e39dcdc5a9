package org.gmt4j.bench.containers;

import org.gmt4j.GlobalBag;
import org.gmt4j.GlobalHashMap;
import org.gmt4j.GlobalHashSet;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GlobalStringHashMap;
import org.gmt4j.NodeLocal;
import org.gmt4j.RangeBody;
import org.gmt4j.Scratch;
import org.gmt4j.TaskContext;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.fibers.SuspendExecution;

/** Operations on containers as a user would write them. The tight loops are plain methods. */
final class ContainerBodies {
    /** Gets between two waits. */
    private static final int WINDOW = 256;

    private ContainerBodies() {
    }

    static RangeBody mergeLongs(final GlobalHashMap map, final long seed, final int shift) {
        return (low, high, ctx) -> {
            for (long k = low; k < high; k++) {
                map.addNb(ctx, ContainerKeys.number(ContainerKeys.index(seed, k, shift)), 1);
            }
        };
    }

    /** Merges a count of 1 for each key. */
    static RangeBody fill(final GlobalHashMap map) {
        return (low, high, ctx) -> {
            for (long k = low; k < high; k++) {
                map.addNb(ctx, ContainerKeys.number((int) k), 1);
            }
        };
    }

    static RangeBody mergeSkewed(final GlobalHashMap map, final long seed, final int shift) {
        return (low, high, ctx) -> {
            for (long k = low; k < high; k++) {
                map.addNb(ctx, ContainerKeys.number(ContainerKeys.skewed(seed, k, shift)), 1);
            }
        };
    }

    /** Reads the node's text, from the begin again behind its end. */
    static RangeBody mergeStrings(final GlobalStringHashMap map, final NodeLocal<String[]> words) {
        return (low, high, ctx) -> {
            final String[] text = words.get();
            for (long k = low; k < high; k++) {
                map.addNb(ctx, text[(int) k & text.length - 1], 1);
            }
        };
    }

    static RangeBody addLongs(final GlobalHashSet set, final long seed, final int shift) {
        return (low, high, ctx) -> {
            for (long k = low; k < high; k++) {
                set.addNb(ctx, ContainerKeys.number(ContainerKeys.index(seed, k, shift)));
            }
        };
    }

    static RangeBody getLongs(final GlobalHashMap map, final long seed, final int shift) {
        return (low, high, ctx) -> {
            try (Scratch scratch = ctx.scratch()) {
                final long[] found = scratch.longs(WINDOW);
                for (long at = low; at < high; at += WINDOW) {
                    get(ctx, map, seed, shift, at, Math.min(at + WINDOW, high), found);
                    ctx.await();
                }
            }
        };
    }

    private static void get(final TaskContext ctx, final GlobalHashMap map, final long seed, final int shift,
                            final long low, final long high, final long[] found) {
        for (long k = low; k < high; k++) {
            map.getNb(ctx, ContainerKeys.number(ContainerKeys.index(seed, k, shift)), 0, found, (int) (k - low));
        }
    }

    static RangeBody blockingGets(final GlobalHashMap map, final long seed, final int shift) {
        return (low, high, ctx) -> {
            long signs = 0;                           // what nobody looks at is not loaded where a get is a load
            for (long k = low; k < high; k++) {
                signs |= map.get(ctx, ContainerKeys.number(ContainerKeys.index(seed, k, shift)), 0);
            }
            if (signs < 0) {
                throw new IllegalStateException("a count is below 0");
            }
        };
    }

    static RangeBody appendAnywhere(final GlobalBag bag, final long seed) {
        return (low, high, ctx) -> {
            final int nodes = ctx.nodeCount();
            for (long k = low; k < high; k++) {
                final long word = RandomIndex.word(seed, k);
                bag.addNb(ctx, (int) ((word >>> 33) % nodes), word);
            }
        };
    }

    // --- proofs ---

    /** Sum of the counts, and their sum weighted by a hash of the keys. */
    static long[] sums(final TaskContext ctx, final GlobalHashMap map) throws SuspendExecution {
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, 2);
        map.forEach(ctx, (key, value, c) -> {
            sums.addNb(c, 0, value);
            sums.addNb(c, 1, value * key);
        });
        return taken(ctx, sums);
    }

    static long[] sums(final TaskContext ctx, final GlobalStringHashMap map) throws SuspendExecution {
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, 2);
        map.forEach(ctx, (key, value, c) -> {
            sums.addNb(c, 0, value);
            sums.addNb(c, 1, value * key.hashCode());
        });
        return taken(ctx, sums);
    }

    static long[] sums(final TaskContext ctx, final GlobalHashSet set) throws SuspendExecution {
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, 2);
        set.forEach(ctx, (key, c) -> {
            sums.addNb(c, 0, 1);
            sums.addNb(c, 1, key);
        });
        return taken(ctx, sums);
    }

    static long[] sums(final TaskContext ctx, final GlobalBag bag) throws SuspendExecution {
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, 2);
        bag.forEach(ctx, (item, c) -> {
            sums.addNb(c, 0, 1);
            sums.addNb(c, 1, item);
        });
        return taken(ctx, sums);
    }

    /** What gets find of all keys, one after the other: the sums that the map itself has. */
    static long[] found(final TaskContext ctx, final GlobalHashMap map, final int log2, final boolean isBlocking)
        throws SuspendExecution {
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, 2);
        ctx.parFor(1L << log2, WINDOW, isBlocking ? addBlockingGets(map, sums) : addGets(map, sums));
        return taken(ctx, sums);
    }

    private static RangeBody addGets(final GlobalHashMap map, final GlobalLongArray sums) {
        return (low, high, ctx) -> {
            try (Scratch scratch = ctx.scratch()) {
                final long[] found = scratch.longs(WINDOW);
                for (long k = low; k < high; k++) {
                    map.getNb(ctx, ContainerKeys.number((int) k), 0, found, (int) (k - low));
                }
                ctx.await();
                for (long k = low; k < high; k++) {
                    add(ctx, sums, k, found[(int) (k - low)]);
                }
            }
        };
    }

    private static RangeBody addBlockingGets(final GlobalHashMap map, final GlobalLongArray sums) {
        return (low, high, ctx) -> {
            for (long k = low; k < high; k++) {
                add(ctx, sums, k, map.get(ctx, ContainerKeys.number((int) k), 0));
            }
        };
    }

    private static void add(final TaskContext ctx, final GlobalLongArray sums, final long k, final long count) {
        sums.addNb(ctx, 0, count);
        sums.addNb(ctx, 1, count * ContainerKeys.number((int) k));
    }

    private static long[] taken(final TaskContext ctx, final GlobalLongArray sums) throws SuspendExecution {
        final long[] both = sums.toArray(ctx);
        sums.free(ctx);
        return both;
    }
}

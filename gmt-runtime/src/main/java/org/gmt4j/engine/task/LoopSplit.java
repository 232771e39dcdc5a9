package org.gmt4j.engine.task;

import org.gmt4j.Placement;
import org.gmt4j.SpawnPolicy;

/** Splits the iterations of a loop over the nodes, at most one part for each. Per loop. */
final class LoopSplit {
    private LoopSplit() {
    }

    static void split(final UnfinishedTask ctx, final long iterations, final long chunk, final SpawnPolicy policy,
                              final Placement.PartConsumer parts) {
        final int nodes = ctx.nodeCount();
        switch (policy.kind()) {
            case LOCAL:
                parts.part(ctx.nodeId(), 0, iterations);
                break;
            case REMOTE:
                remote(ctx.nodeId(), nodes, iterations, chunk, parts);
                break;
            case FROM_HERE:
                equal(iterations, chunk, nodes, ctx.nodeId(), nodes, parts);
                break;
            case FROM_RANDOM:
                equal(iterations, chunk, nodes, (int) Long.remainderUnsigned(ctx.nextSpawnSeed(), nodes), nodes, parts);
                break;
            case SPREAD:
                spread(iterations, chunk, nodes, parts);
                break;
            case OWNER:
                owners(iterations, policy, parts);
                break;
            default:
                equal(iterations, chunk, nodes, 0, nodes, parts);
                break;
        }
    }

    /**
     * Assigns part k of {@code count} contiguous parts to node (first + k) mod nodes; trailing nodes may get nothing.
     * Parts are whole chunks, so that the chunks of a loop, and with them its random numbers, are the same for any
     * number of nodes.
     */
    private static void equal(final long iterations, final long chunk, final int count, final int first,
                              final int nodes, final Placement.PartConsumer parts) {
        final long chunks = (iterations - 1) / chunk + 1;
        final long partChunks = (chunks - 1) / count + 1;
        // all chunks except the last end below the end of the loop
        final long part = partChunks == chunks ? iterations : partChunks * chunk;
        long low = 0;
        for (int k = 0; k < count && low < iterations; k++) {
            final long high = iterations - low <= part ? iterations : low + part;
            parts.part((first + k) % nodes, low, high);
            low = high;
        }
    }

    /**
     * Assigns parts that differ by at most one chunk: every node gets a part when there are enough chunks.
     */
    private static void balanced(final long iterations, final long chunk, final int count, final int first,
                                 final int nodes, final Placement.PartConsumer parts) {
        final long chunks = (iterations - 1) / chunk + 1;
        long done = 0;
        for (int k = 0; k < count && done < chunks; k++) {
            final long end = done + (chunks - done - 1) / (count - k) + 1;
            parts.part((first + k) % nodes, done * chunk, end == chunks ? iterations : end * chunk);
            done = end;
        }
    }

    private static void remote(final int here, final int nodes, final long iterations, final long chunk,
                               final Placement.PartConsumer parts) {
        if (nodes == 1) {
            parts.part(here, 0, iterations);
            return;
        }
        balanced(iterations, chunk, nodes - 1, here + 1, nodes, parts);
    }

    private static void spread(final long iterations, final long chunk, final int nodes,
                               final Placement.PartConsumer parts) {
        final long chunks = (iterations - 1) / chunk + 1;
        if (chunks >= nodes) {
            balanced(iterations, chunk, nodes, 0, nodes, parts);
            return;
        }
        for (long k = 0; k < chunks; k++) {
            parts.part((int) (k * nodes / chunks), k * chunk, k + 1 == chunks ? iterations : (k + 1) * chunk);
        }
    }

    private static void owners(final long iterations, final SpawnPolicy policy, final Placement.PartConsumer parts) {
        final Placement placement = policy.placement();
        final long first = policy.first();
        if (first < 0 || iterations > placement.size() - first) {
            throw new IndexOutOfBoundsException("a loop of " + iterations + " iterations from element "
                + first + " on follows " + placement + " of only " + placement.size() + " elements");
        }
        placement.forEachPart(first, first + iterations, parts);
    }
}

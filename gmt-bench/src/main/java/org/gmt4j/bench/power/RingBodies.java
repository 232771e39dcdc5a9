package org.gmt4j.bench.power;

import org.gmt4j.Patch;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.Fence;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/** The bodies of each node: the one-sided verbs, each store followed by a fence, as in the paper. */
final class RingBodies {
    private RingBodies() {
    }

    /** Goes round so many times. */
    static TaskBody round(final RingVerb verb, final RingMemory memory, final long rounds) {
        return ctx -> {
            final int self = ctx.nodeId();
            final int nodes = ctx.nodeCount();
            for (long round = 0; round < rounds; round++) {
                for (int i = 1; i < nodes; i++) {
                    transfer(ctx, verb, memory, (self + i) % nodes);
                }
            }
        };
    }

    /** After some rounds: counts the wrong bytes of the last get, and of one from each other node. */
    static TaskFunction<Long> proveGets(final RingMemory memory) {
        return ctx -> {
            final int self = ctx.nodeId();
            final int nodes = ctx.nodeCount();
            long wrong = 0;
            for (int i = 0; i < nodes && nodes > 1; i++) {
                final int node = (self + (i == 0 ? nodes - 1 : i)) % nodes;
                if (i > 0) {
                    transfer(ctx, RingVerb.GET, memory, node);
                }
                wrong += wrongBytes(memory, memory.slot(self), node, memory.size());
            }
            return wrong;
        };
    }

    private static void transfer(final TaskContext ctx, final RingVerb verb, final RingMemory ring, final int node)
        throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final LocalBuffer local = ring.memory().local();
        final long here = ring.slot(ctx.nodeId());        // of this node here, and for this node there
        switch (verb) {
            case PUT:
                armci.put(local, here, ring.memory(), node, here, ring.size());
                break;
            case GET:
                armci.get(ring.memory(), node, here, local, here, ring.size());
                return;
            case ACCUMULATE:
                armci.accumulate(Accumulate.DOUBLE, local, here, ring.memory(), node, here, ring.size());
                break;
            default:
                final long row = ring.size() / RingVerb.ROWS;
                armci.putStrided(local, Patch.of(here, row).times(RingVerb.ROWS, row), ring.memory(), node,
                    Patch.of(here, row).times(RingVerb.ROWS, 2 * row));
        }
        Fence.fence(ctx, node);
    }

    /** Before: writes the data for gets and for stores; zeros for everything else. */
    static TaskBody prepare(final RingVerb verb, final RingMemory ring) {
        return ctx -> {
            final int self = ctx.nodeId();
            for (int source = 0; source < ctx.nodeCount(); source++) {
                final LocalBuffer part = ring.memory().local();
                final long slot = ring.slot(source);
                part.fill(slot, ring.slotBytes(), (byte) 0);
                final boolean isFilled = verb == RingVerb.GET ? source != self : source == self;
                for (int i = 0; isFilled && verb != RingVerb.ACCUMULATE && i < ring.size(); i++) {
                    part.putByte(slot + i, RingMemory.pattern(self, i));
                }
                for (int i = 0; isFilled && verb == RingVerb.ACCUMULATE && i < ring.size() / Double.BYTES; i++) {
                    part.putDouble(slot + (long) i * Double.BYTES, RingMemory.summand(self, i));
                }
            }
        };
    }

    /**
     * After: counts the values that differ from the effect of all rounds together, gaps between rows and the rest of
     * the slots included.
     */
    static TaskFunction<Long> check(final RingVerb verb, final RingMemory ring, final long rounds) {
        return ctx -> {
            long wrong = 0;
            for (int source = 0; source < ctx.nodeCount(); source++) {
                wrong += source == ctx.nodeId() ? 0 : verb == RingVerb.ACCUMULATE ? wrongSums(ring, source, rounds)
                    : verb == RingVerb.GET ? wrongBytes(ring, ring.slot(source), ctx.nodeId(), ring.size())
                    : wrongStored(verb, ring, source);
            }
            return wrong;
        };
    }

    private static long wrongBytes(final RingMemory ring, final long slot, final int node, final int length) {
        final LocalBuffer part = ring.memory().local();
        long wrong = 0;
        for (int i = 0; i < length; i++) {
            wrong += part.getByte(slot + i) == RingMemory.pattern(node, i) ? 0 : 1;
        }
        return wrong;
    }

    private static long wrongSums(final RingMemory ring, final int source, final long rounds) {
        final LocalBuffer part = ring.memory().local();
        final long slot = ring.slot(source);
        long wrong = 0;
        for (int i = 0; i < ring.slotBytes() / Double.BYTES; i++) {
            final double expected = i < ring.size() / Double.BYTES ? rounds * RingMemory.summand(source, i) : 0;
            wrong += part.getDouble(slot + (long) i * Double.BYTES) == expected ? 0 : 1;
        }
        return wrong;
    }

    private static long wrongStored(final RingVerb verb, final RingMemory ring, final int source) {
        final LocalBuffer part = ring.memory().local();
        final long slot = ring.slot(source);
        final int row = verb == RingVerb.PUT ? ring.size() : ring.size() / RingVerb.ROWS;
        long wrong = 0;
        for (int i = 0; i < ring.slotBytes(); i++) {
            final int index = i / (2 * row) * row + i % (2 * row);
            final boolean isStored = i % (2 * row) < row && index < ring.size();
            wrong += part.getByte(slot + i) == (isStored ? RingMemory.pattern(source, index) : 0) ? 0 : 1;
        }
        return wrong;
    }
}

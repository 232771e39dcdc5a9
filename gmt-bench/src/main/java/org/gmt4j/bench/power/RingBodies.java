package org.gmt4j.bench.power;

import org.gmt4j.aggregation.queue.LongTransfers;
import org.gmt4j.runtime.task.TaskBody;
import org.gmt4j.runtime.task.TaskContext;
import org.gmt4j.runtime.task.TaskFunction;

/** What each node does. */
final class RingBodies {
    private RingBodies() {
    }

    /** Goes round so many times; returns how many bytes of the last gets were wrong. */
    static TaskFunction<Long> round(final RingVerb verb, final RingArrays arrays, final long rounds) {
        return ctx -> {
            final byte[] data = new byte[arrays.size()];
            final int self = ctx.nodeId();
            final int nodes = ctx.nodeCount();
            fill(data, self);
            long wrong = 0;
            for (long round = 0; round < rounds; round++) {
                for (int i = 1; i < nodes; i++) {
                    final int node = (self + i) % nodes;
                    transfer(ctx, verb, arrays, node, data);
                    ctx.await();
                    wrong += verb == RingVerb.GET && round == rounds - 1 ? wrongCount(data, node) : 0;
                }
            }
            return wrong;
        };
    }

    /** Issues one transfer; who waits, waits after it. */
    private static void transfer(final TaskContext ctx, final RingVerb verb, final RingArrays arrays, final int node, final byte[] data) {
        final long slot = arrays.slot(node, ctx.nodeId(), ctx.nodeCount());
        switch (verb) {
            case PUT -> arrays.bytes().putNb(ctx, slot, data, 0, data.length);
            case GET -> arrays.bytes().getNb(ctx, slot, data, 0, data.length);
            case ACCUMULATE -> accumulate(ctx, arrays, node);
            default -> strided(ctx, arrays, slot, data);
        }
    }

    private static void accumulate(final TaskContext ctx, final RingArrays arrays, final int node) {
        final long first = arrays.longSlot(node, ctx.nodeId(), ctx.nodeCount());
        for (int i = 0; i < arrays.size() / Long.BYTES; i++) {
            arrays.longs().addNb(ctx, first + i, 1);
        }
        ctx.aggregator().longTransfers().issued(LongTransfers.Kind.ACCUMULATE, arrays.size());
    }

    private static void strided(final TaskContext ctx, final RingArrays arrays, final long slot, final byte[] data) {
        final int length = data.length / RingVerb.ROWS;
        for (int row = 0; row < RingVerb.ROWS; row++) {
            arrays.bytes().putNb(ctx, slot + 2L * row * length, data, row * length, length);
        }
        ctx.aggregator().longTransfers().issued(LongTransfers.Kind.STRIDED, data.length);
    }

    private static void fill(final byte[] data, final int node) {
        for (int i = 0; i < data.length; i++) {
            data[i] = RingArrays.pattern(node, i);
        }
    }

    private static long wrongCount(final byte[] data, final int node) {
        long wrong = 0;
        for (int i = 0; i < data.length; i++) {
            wrong += data[i] == RingArrays.pattern(node, i) ? 0 : 1;
        }
        return wrong;
    }

    /** Before: what gets must find, zeros for everything else. */
    static TaskBody prepare(final RingVerb verb, final RingArrays arrays) {
        return ctx -> {
            final int self = ctx.nodeId();
            for (int source = 0; source < ctx.nodeCount(); source++) {
                final long slot = arrays.slot(self, source, ctx.nodeCount());
                for (int i = 0; i < 2 * arrays.size() && i < arrays.slotBytes(); i++) {
                    arrays.bytes().setLocal(slot + i, verb == RingVerb.GET && i < arrays.size() ? RingArrays.pattern(self, i) : 0);
                }
                final long first = arrays.longSlot(self, source, ctx.nodeCount());
                for (int i = 0; i < arrays.size() / Long.BYTES; i++) {
                    arrays.longs().setLocal(first + i, 0);
                }
            }
        };
    }

    /** After: elements that are not what all rounds together should have left. */
    static TaskFunction<Long> check(final RingVerb verb, final RingArrays arrays, final long rounds) {
        return ctx -> {
            long wrong = 0;
            for (int source = 0; source < ctx.nodeCount(); source++) {
                wrong += source == ctx.nodeId() ? 0 : wrongFrom(ctx, verb, arrays, source, rounds);
            }
            return wrong;
        };
    }

    private static long wrongFrom(final TaskContext ctx, final RingVerb verb, final RingArrays arrays, final int source,
                                  final long rounds) {
        long wrong = 0;
        if (verb == RingVerb.ACCUMULATE) {
            final long first = arrays.longSlot(ctx.nodeId(), source, ctx.nodeCount());
            for (int i = 0; i < arrays.size() / Long.BYTES; i++) {
                wrong += arrays.longs().getLocal(first + i) == rounds ? 0 : 1;
            }
        } else if (verb != RingVerb.GET) {
            final long slot = arrays.slot(ctx.nodeId(), source, ctx.nodeCount());
            final int length = verb == RingVerb.PUT ? arrays.size() : arrays.size() / RingVerb.ROWS;
            for (int i = 0; i < arrays.size(); i++) {
                final long place = slot + 2L * (i / length) * length + i % length;
                wrong += arrays.bytes().getLocal(place) == RingArrays.pattern(source, i) ? 0 : 1;
            }
        }
        return wrong;
    }
}

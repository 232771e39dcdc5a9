package org.gmt4j.armci;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.task.EngineTask;

/**
 * The place of a flag: an aligned long of one-sided memory, or an element of an array. Seen from one node; for one
 * call.
 */
interface FlagPlace {
    /** Returns the address of a flag of this node. Throws when the memory has been freed. */
    long address();

    /** Sets the flag, as an operation of the task. */
    void set(TaskContext ctx, long value);

    /** Returns the place of a flag in one-sided memory. Refuses illegal flags before anything moves. */
    static FlagPlace of(final ArmciMemory memory, final int node, final long offset) {
        memory.region.check(node, offset, 8);
        if ((offset & 7) != 0) {
            throw new IllegalArgumentException("GMT-294 a flag at offset " + offset + " of " + memory
                + ": expected a multiple of 8");
        }
        return new OfMemory(memory, node, offset);
    }

    /** Returns the place of a flag in an array. Refuses illegal flags before anything moves. */
    static FlagPlace of(final GlobalLongArray array, final long index) {
        array.owner(index);
        return new OfArray(array, index);
    }

    /** @param node node that owns the flag */
    private static void set(final TaskContext ctx, final int node, final int segment, final long offset,
                            final long hereAddress, final long value) {
        if (node == ctx.nodeId()) {
            EngineTask.of(ctx).aggregator().settleOwn();
            EngineTask.of(ctx).runtime().flags().store(hereAddress, value);
        } else {
            EngineTask.of(ctx).aggregator().update(node, CommandWord.base(CommandType.FLAG, segment) | offset,
                value, EngineTask.of(ctx));
            EngineTask.of(ctx).aggregator().flush(node, FlushReason.FORCED);
        }
    }

    /** @param offset in bytes */
    record OfMemory(ArmciMemory memory, int node, long offset) implements FlagPlace {
        @Override
        public long address() {
            memory.region.check(node, offset, 8);
            return memory.address() + offset;
        }

        @Override
        public void set(final TaskContext ctx, final long value) {
            FlagPlace.set(ctx, node, memory.id(), offset, node == ctx.nodeId() ? address() : 0, value);
        }
    }

    /** In a replicated array the flag is set in all copies. */
    record OfArray(GlobalLongArray array, long index) implements FlagPlace {
        @Override
        public long address() {
            return array.localAddress() + 8 * array.distribution().offset(index);
        }

        @Override
        public void set(final TaskContext ctx, final long value) {
            final boolean isReplicated = array.distribution().isReplicated();
            final int owner = isReplicated ? ctx.nodeId() : array.owner(index);
            FlagPlace.set(ctx, owner, array.id(), 8 * array.distribution().offset(index),
                owner == ctx.nodeId() ? address() : 0, value);
            for (int k = 1; isReplicated && k < ctx.nodeCount(); k++) {
                FlagPlace.set(ctx, (owner + k) % ctx.nodeCount(), array.id(), 8 * index, 0, value);
            }
        }
    }
}

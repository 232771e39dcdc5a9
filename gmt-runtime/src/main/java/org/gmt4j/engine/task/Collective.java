package org.gmt4j.engine.task;

import java.nio.ByteBuffer;
import org.gmt4j.ReduceOperator;

/**
 * What the members of a team do together: its name for messages, root, how contributions become one, who gets the
 * result.
 *
 * @param root         where contributions meet
 * @param combiner     called on each node for its own contribution and those of its children, in this order
 * @param resultForAll the result comes back down the tree
 */
record Collective(String name, int root, Combiner combiner, boolean resultForAll) {

    /** How contributions become one. Not a lambda: fibers treat lambdas as suspendable. */
    interface Combiner {
        byte[] combine(byte[] a, byte[] b);
    }

    /** What a node contributes, or why it cannot: then the collective fails on all nodes that wait for its result. */
    record Part(byte[] data, String failure) {
    }

    /** Whether a call goes on with a round that another call began. */
    boolean isSameAs(final Collective other) {
        return name.equals(other.name) && root == other.root && combiner.equals(other.combiner);
    }

    static byte[] encode(final long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }

    static long decode(final byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    record LongCombiner(ReduceOperator operator) implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return encode(operator.apply(decode(a), decode(b)));
        }
    }

    record DoubleCombiner(ReduceOperator operator) implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return encode(Double.doubleToRawLongBits(operator.apply(Double.longBitsToDouble(decode(a)),
                Double.longBitsToDouble(decode(b)))));
        }
    }

    /** Puts entries behind each other. */
    record ListCombiner() implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return ByteBuffer.allocate(a.length + b.length).put(a).put(b).array();
        }
    }

    /** Only the root contributes anything. */
    record RootCombiner() implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return a.length > 0 ? a : b;
        }
    }
}

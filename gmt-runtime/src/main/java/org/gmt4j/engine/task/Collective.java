package org.gmt4j.engine.task;

import java.nio.ByteBuffer;
import org.gmt4j.ReduceOperator;

/**
 * A collective of the members of a team: its name for messages, its root, the combination of contributions, and the
 * receivers of the result.
 *
 * @param root         rank at which contributions meet
 * @param combiner     called on each node for its own contribution and those of its children, in this order
 * @param resultForAll whether the result returns down the tree
 */
record Collective(String name, int root, Combiner combiner, boolean resultForAll) {

    /** Combines contributions. Not a lambda, because fibers treat lambdas as suspendable. */
    interface Combiner {
        byte[] combine(byte[] a, byte[] b);
    }

    /**
     * The contribution of a node, or the reason for its failure: then the collective fails on all nodes that wait for
     * its result.
     */
    record Part(byte[] data, String failure) {
    }

    /** Returns whether a call continues a round begun by another call. */
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

    /** Concatenates entries. */
    record ListCombiner() implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return ByteBuffer.allocate(a.length + b.length).put(a).put(b).array();
        }
    }

    /** Keeps the root's contribution, the only one. */
    record RootCombiner() implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return a.length > 0 ? a : b;
        }
    }
}

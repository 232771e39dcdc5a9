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

        /** Returns a number that differs, nearly always, between combiners; the same on all nodes. */
        int tag();
    }

    /**
     * The contribution of a node, or the reason for its failure: then the collective fails on all nodes that wait for
     * its result.
     */
    record Part(byte[] data, String failure) {
    }

    /**
     * Returns a number of {@link RoundMessages#TAG_BITS} that nodes compare, since contributions to two collectives may
     * happen to fit together. The same on all nodes; nearly always another one for another collective.
     */
    int tag() {
        final int hash = (31 * name.hashCode() + combiner.tag()) * 31 + root;
        return (hash ^ hash >>> RoundMessages.TAG_BITS) & (1 << RoundMessages.TAG_BITS) - 1;
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

        @Override
        public int tag() {
            return operator.name().hashCode();
        }
    }

    record DoubleCombiner(ReduceOperator operator) implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return encode(Double.doubleToRawLongBits(operator.apply(Double.longBitsToDouble(decode(a)),
                Double.longBitsToDouble(decode(b)))));
        }

        @Override
        public int tag() {
            return operator.name().hashCode() + 1;
        }
    }

    /** Concatenates entries. */
    record ListCombiner() implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return ByteBuffer.allocate(a.length + b.length).put(a).put(b).array();
        }

        @Override
        public int tag() {
            return 0;
        }
    }

    /** Keeps the root's contribution, the only one. */
    record RootCombiner() implements Combiner {
        @Override
        public byte[] combine(final byte[] a, final byte[] b) {
            return a.length > 0 ? a : b;
        }

        @Override
        public int tag() {
            return 0;
        }
    }
}

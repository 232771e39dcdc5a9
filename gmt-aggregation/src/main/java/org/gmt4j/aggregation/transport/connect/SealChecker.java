package org.gmt4j.aggregation.transport.connect;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.transport.FragmentConsumer;
import org.gmt4j.aggregation.transport.LinkedTransport;

/**
 * Looks at the seal of each buffer that comes in one class, before anybody else looks at the buffer. Owned by the
 * thread of the transport; per buffer.
 *
 * <p>The first buffer with a wrong seal breaks its source, for good: it or a genuine one is lost, and somebody waits
 * for it. It and all that follow are counted and dropped.
 */
final class SealChecker implements FragmentConsumer {
    /** A fault of a buffer. */
    enum Flaw {
        /** Not written by a holder of the key, or changed since. */
        FORGED("GMT-517", "a buffer that is forged or damaged"),
        /** Written by a holder of the key, but not the next one. */
        REPEATED("GMT-518", "a buffer out of turn: repeated, or the ones before are lost");

        private final String code;
        private final String meaning;

        Flaw(final String code, final String meaning) {
            this.code = code;
            this.meaning = meaning;
        }

        String message(final int node) {
            return code + " in the stream of node " + node + " came " + meaning + "; nothing more is read from it";
        }
    }

    private final LinkedTransport inner;
    private final Admitted[] sources;
    private final Flaw[] flaws;                           // by node; null: sound; shared by the classes of a node
    private FragmentConsumer consumer;
    private boolean hasNews;
    private long droppedCount;

    /** State of a stream from a node. */
    private static final class Admitted {
        final int stream;
        final SealKey key;
        Admitted older;                                   // may still have to be read out
        long sequence;
        boolean isChecked;                                // the next one was sound and has been refused above

        Admitted(final int stream, final SealKey key, final Admitted older) {
            this.stream = stream;
            this.key = key;
            this.older = older;
        }

        Admitted of(final int wanted) {
            return stream == wanted ? this : older != null && older.stream == wanted ? older : null;
        }
    }

    SealChecker(final LinkedTransport inner, final Flaw[] flaws) {
        this.inner = inner;
        this.flaws = flaws;
        sources = new Admitted[inner.nodeCount()];
    }

    /** True when no stream of this number has been admitted from a node. */
    boolean isNew(final int from, final int stream) {
        return sources[from] == null || sources[from].stream != stream;
    }

    void begin(final int from, final int stream, final SealKey key) {
        final Admitted last = sources[from];
        if (last != null) {
            last.older = null;
        }
        sources[from] = new Admitted(stream, key, last);
    }

    /** The same with another consumer behind. */
    FragmentConsumer before(final FragmentConsumer next) {
        consumer = next;
        return this;
    }

    @Override
    public boolean onFragment(final long address, final int length) {
        final int node = inner.deliveringNode();
        final Admitted source = sources[node] == null ? null : sources[node].of(inner.deliveringStream());
        if (flaws[node] != null || source == null || !source.isChecked && isFlawed(node, source, address,
            length - Sealer.LENGTH)) {
            return drop(node);
        }
        source.isChecked = false;
        final boolean isTaken = consumer.onFragment(address, length - Sealer.LENGTH);
        source.isChecked = !isTaken;
        return isTaken;
    }

    private boolean isFlawed(final int node, final Admitted source, final long address, final int length) {
        if (length <= 0) {
            flaws[node] = Flaw.FORGED;
            return true;
        }
        final long sequence = UnsafeApi.getLong(address + length);
        if (source.key.code(address, length, sequence) != UnsafeApi.getLong(address + length + 8)) {
            flaws[node] = Flaw.FORGED;
        } else if (sequence != source.sequence) {
            flaws[node] = Flaw.REPEATED;
        }
        // also when the consumer throws: the transport takes it as delivered
        source.sequence++;
        return flaws[node] != null;
    }

    private boolean drop(final int node) {
        flaws[node] = flaws[node] == null ? Flaw.FORGED : flaws[node];
        hasNews = true;
        droppedCount++;
        return true;
    }

    /** Whether buffers were dropped since the last call. */
    boolean takeNews() {
        final boolean had = hasNews;
        hasNews = false;
        return had;
    }

    /** Buffers dropped. */
    long droppedCount() {
        return droppedCount;
    }
}

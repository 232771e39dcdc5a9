package org.gmt4j.bench.simulate;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.gmt4j.aggregation.transport.StreamAttention;
import org.gmt4j.aggregation.transport.WatchedStream;

/**
 * The streams of one class that come to a node, and those that a poll looks at: the runtime's {@link StreamAttention}
 * around counted looks. A stream is there from the first message on that goes one way or the other between two nodes,
 * since a connection has streams of both classes in both directions. Owned by the model's thread.
 */
final class ModelStreams {
    private final int self;
    private final Stream[] bySource;
    private final boolean isAttentive;
    private final StreamAttention attention = new StreamAttention();
    private Stream[] all = new Stream[0];
    private Stream[] busy = new Stream[0];
    private int next;
    private int nextBusy;
    private boolean hasChanged;
    private int pending;
    private int looks;

    private static final class Stream extends WatchedStream {
        private final ArrayDeque<Message> messages = new ArrayDeque<>();

        Stream(final boolean isExpected) {
            super(isExpected);
        }
    }

    /** Takes a message. */
    interface Taker {
        void take(Message message);
    }

    ModelStreams(final int self, final int nodes, final Polling polling) {
        this.self = self;
        bySource = new Stream[nodes];
        isAttentive = polling == Polling.ATTENTIVE;
    }

    /** The other class of the same node. */
    void pairWith(final ModelStreams other) {
        attention.pairWith(other.attention);
    }

    boolean knows(final int source) {
        return bySource[source] != null;
    }

    /** @param isExpected may the node send anything in this class? */
    void connect(final int source, final boolean isExpected) {
        if (source == self || bySource[source] != null) {
            throw SimulationException.law("node " + self + " connects to node " + source + " twice, or to itself");
        }
        final Stream stream = new Stream(isExpected);
        bySource[source] = stream;
        all = Arrays.copyOf(all, all.length + 1);
        all[all.length - 1] = stream;
        hasChanged = true;
    }

    void arrive(final Message message) {
        bySource[message.from].messages.add(message);
        pending++;
    }

    /** Messages that no poll has found. */
    int pending() {
        return pending;
    }

    int count() {
        return all.length;
    }

    /** The server has polled in vain for some time: nothing has come, so each poll looked at everything. */
    void idle(final long polls) {
        attention.begin();
        attention.end(0);
        if (isAttentive && polls >= WatchedStream.QUIET_AFTER) {
            for (final Stream stream : all) {
                for (int i = 0; !stream.isQuiet() && i < WatchedStream.QUIET_AFTER; i++) {
                    hasChanged |= stream.looked(false);
                }
            }
        }
    }

    /**
     * One poll: round robin, until so many messages have been taken.
     *
     * @return streams looked at
     */
    int poll(final int limit, final Taker taker) {
        if (hasChanged) {
            busy = Arrays.stream(all).filter(stream -> !stream.isQuiet()).toArray(Stream[]::new);
            hasChanged = false;
        }
        looks = 0;
        final int before = pending;
        final int depth = isAttentive ? attention.begin() : StreamAttention.WHOLE;
        if (depth == StreamAttention.BUSY) {
            nextBusy = poll(busy, nextBusy, limit, depth, taker);
        } else {
            next = poll(all, next, limit, depth, taker);
        }
        attention.end(before - pending);
        return looks;
    }

    private int poll(final Stream[] streams, final int from, final int limit, final int depth, final Taker taker) {
        int index = from < streams.length ? from : 0;
        int left = limit;
        for (int i = 0; i < streams.length && left > 0; i++) {
            final Stream stream = streams[index];
            if (stream.isLookedAt(depth)) {
                looks++;
                final boolean hasBrought = !stream.messages.isEmpty();
                while (left > 0 && !stream.messages.isEmpty()) {
                    left--;
                    pending--;
                    taker.take(stream.messages.remove());
                }
                hasChanged |= isAttentive && stream.looked(hasBrought);
            }
            index = index + 1 < streams.length ? index + 1 : 0;
        }
        return index;
    }
}

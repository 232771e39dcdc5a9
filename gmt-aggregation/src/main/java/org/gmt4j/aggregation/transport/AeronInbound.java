package org.gmt4j.aggregation.transport;

import io.aeron.Image;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.LangUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What arrives in one class: an image per source node, two while a source rebuilds its connection. Owned by the thread
 * of the {@link AeronTransport}, which also runs the conductor that calls {@link #onAvailable} and
 * {@link #onUnavailable}; grade: per buffer.
 *
 * <p>The images of one source are read in the order of their generations, which keeps the order of the source.
 * Strangers' images are never read.
 */
final class AeronInbound {
    private static final Logger LOG = LoggerFactory.getLogger(AeronInbound.class);
    private static final int LOGGED_STRANGERS = 64;
    private static final int HALF_CYCLE = AeronChannels.GENERATION_MASK + 1 >>> 1;

    private final AeronChannels channels;
    private final TransportCounters counters;
    private final int maxLength;
    private final Delivery delivery = new Delivery();
    private final ControlledFragmentHandler look = this::look;
    private final Set<String> logged = new HashSet<>();
    private final int[] lastGenerations;           // by source; -1 = none yet
    private final int[] admitted;                  // by source: the first generation that may be read; -1 = none
    private final long[] lastPositions;            // by source: of the last stream that has ended
    private boolean isGated;
    private Slot[] slots = new Slot[0];
    private Image[] strangers = new Image[0];      // to be rejected outside the conductor's callbacks
    private int next;
    private boolean hasSeen;
    private String failure;

    AeronInbound(final AeronChannels channels, final TransportCounters counters, final int nodeCount,
            final int maxLength) {
        this.channels = channels;
        this.counters = counters;
        this.maxLength = maxLength;
        this.lastGenerations = new int[nodeCount];
        Arrays.fill(lastGenerations, -1);
        this.admitted = new int[nodeCount];
        Arrays.fill(admitted, -1);
        this.lastPositions = new long[nodeCount];
    }

    /** From now on only admitted streams are read. */
    void gate() {
        isGated = true;
    }

    /** The streams of a source from this generation on may be read. */
    void admit(final int source, final int generation) {
        admitted[source] = generation;
        for (final Slot slot : slots) {
            slot.isAdmitted |= slot.source == source && isAdmitted(source, slot.generation);
        }
    }

    private boolean isAdmitted(final int source, final int generation) {
        return !isGated || admitted[source] >= 0 && distance(admitted[source], generation) < HALF_CYCLE;
    }

    private static int distance(final int from, final int to) {
        return to - from & AeronChannels.GENERATION_MASK;
    }

    /** How far the youngest admitted stream of a source has been read. */
    long position(final int source) {
        long position = lastPositions[source];
        for (final Slot slot : slots) {
            if (slot.source == source && slot.isAdmitted) {
                position = slot.image.position();
            }
        }
        return position;
    }

    /** Why a source was given up, or null. */
    String failure() {
        return failure;
    }

    int poll(final FragmentConsumer consumer, final int limit) {
        final Slot[] slots = this.slots;
        final int count = slots.length;
        if (count == 0) {
            return 0;
        }
        final Delivery delivery = this.delivery;
        delivery.begin(consumer);
        int index = next < count ? next : 0;
        for (int i = 0; i < count && delivery.delivered < limit && !delivery.isEnded; i++) {
            final Slot slot = slots[index];
            if (slot.isReadable()) {
                slot.image.controlledPoll(delivery, limit - delivery.delivered);
            }
            if (!delivery.isEnded) {
                index = index + 1 < count ? index + 1 : 0;
            }
        }
        next = index;
        return delivery.end();
    }

    /** Whether a poll would offer a buffer. Leaves it where it is. */
    boolean hasPending() {
        hasSeen = false;
        for (final Slot slot : slots) {
            if (slot.isReadable()) {
                slot.image.controlledPoll(look, 1);
            }
        }
        return hasSeen;
    }

    private ControlledFragmentHandler.Action look(final DirectBuffer buffer, final int offset, final int length,
            final Header header) {
        hasSeen = true;
        return ControlledFragmentHandler.Action.ABORT;
    }

    /** Called by the client's conductor, within doWork. */
    void onAvailable(final Image image) {
        final int source = channels.source(image.sessionId());
        final int generation = channels.generation(image.sessionId());
        if (source < 0 || isOld(generation, lastGenerations[source])) {
            refuse(image, source);
            return;
        }
        lastGenerations[source] = generation;
        slots = Arrays.copyOf(slots, slots.length + 1);
        slots[slots.length - 1] = new Slot(image, source, generation, isAdmitted(source, generation), olderOf(source));
    }

    /** Called by the client's conductor, within doWork. */
    void onUnavailable(final Image image) {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i].image == image) {
                remove(i);
                if (!image.isEndOfStream()) {
                    failure = "the stream from node " + channels.source(image.sessionId()) + " broke off at "
                            + image.sourceIdentity()
                            + ": the node is gone, or stalled for longer than the liveness timeout";
                }
                return;
            }
        }
    }

    /** Tells the driver to drop the images of strangers; outside the conductor's callbacks. */
    int rejectStrangers() {
        final int count = strangers.length;
        for (final Image image : strangers) {
            if (!image.isClosed()) {
                image.reject("not a node of this job");
            }
        }
        if (count > 0) {
            strangers = new Image[0];
        }
        return count;
    }

    /** A generation that was there before would hide lost buffers: the stream broke and came back. */
    private boolean isOld(final int generation, final int last) {
        if (last < 0) {
            return false;
        }
        final int distance = distance(last, generation);
        return isGated ? distance == 0 || distance >= HALF_CYCLE : distance != 1;   // behind a gate the ticket tells
    }

    private void refuse(final Image image, final int source) {
        counters.connectionsRejected++;
        if (logged.size() < LOGGED_STRANGERS && logged.add(image.sourceIdentity())) {
            LOG.warn("GMT-512 a stream of a stranger at {} is refused: wrong session", image.sourceIdentity());
        }
        strangers = Arrays.copyOf(strangers, strangers.length + 1);
        strangers[strangers.length - 1] = image;
        if (source >= 0) {
            failure = "a stream from node " + source + " came back after it broke off, or out of turn ("
                    + image.sourceIdentity() + "): buffers are lost";
        }
    }

    private Slot olderOf(final int source) {
        Slot older = null;
        for (int i = 0; i < slots.length - 1; i++) {
            if (slots[i].source == source) {
                older = slots[i];
            }
        }
        return older;
    }

    private void remove(final int index) {
        slots[index].isRemoved = true;
        lastPositions[slots[index].source] = slots[index].image.position();
        final Slot[] fewer = new Slot[slots.length - 1];
        System.arraycopy(slots, 0, fewer, 0, index);
        System.arraycopy(slots, index + 1, fewer, index, fewer.length - index);
        slots = fewer;
        if (next > index) {
            next--;                    // the refused buffer stays first
        }
    }

    /** One image and the older one of the same source that must be read out before. */
    private static final class Slot {
        final Image image;
        final int source;
        final int generation;
        boolean isAdmitted;
        private Slot older;
        private boolean isRemoved;

        Slot(final Image image, final int source, final int generation, final boolean isAdmitted, final Slot older) {
            this.image = image;
            this.source = source;
            this.generation = generation;
            this.isAdmitted = isAdmitted;
            this.older = older;
        }

        boolean isReadable() {
            return isAdmitted && (older == null || isOlderDone());
        }

        private boolean isOlderDone() {
            if (older.isRemoved || older.image.isEndOfStream()) {
                older = null;
                return true;
            }
            return false;
        }
    }

    /** Hands frames to the consumer of the current poll. */
    private final class Delivery implements ControlledFragmentHandler {
        private FragmentConsumer consumer;
        private int delivered;
        private boolean isEnded;
        private Throwable error;

        void begin(final FragmentConsumer consumer) {
            this.consumer = consumer;
            delivered = 0;
            isEnded = false;
        }

        int end() {
            consumer = null;
            if (error != null) {
                final Throwable thrown = error;
                error = null;
                LangUtil.rethrowUnchecked(thrown);
            }
            return delivered;
        }

        @Override
        public Action onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header) {
            if (isForeign(length, header.flags())) {
                return drop(length);
            }
            boolean isTaken = true;            // also when the consumer throws
            try {
                isTaken = consumer.onFragment(buffer.addressOffset() + offset, length);
            } catch (final Throwable t) {      // the image would swallow it
                error = t;
                isEnded = true;
            }
            return isTaken ? taken(length) : refused();
        }

        private boolean isForeign(final int length, final byte flags) {
            return (length & 7) != 0 || length < 8 || length > maxLength
                    || (flags & FrameDescriptor.UNFRAGMENTED) != FrameDescriptor.UNFRAGMENTED;
        }

        private Action drop(final int length) {
            if (length == AeronConnection.FILLER_LENGTH) {
                counters.fillersReceived++;
            } else {
                counters.invalidBuffers++;
            }
            return Action.CONTINUE;
        }

        private Action taken(final int length) {
            delivered++;
            counters.buffersDelivered++;
            counters.bytesDelivered += length;
            return isEnded ? Action.BREAK : Action.CONTINUE;
        }

        private Action refused() {
            isEnded = true;
            counters.deliveriesRefused++;
            return Action.ABORT;
        }
    }
}

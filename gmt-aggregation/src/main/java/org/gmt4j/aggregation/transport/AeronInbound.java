package org.gmt4j.aggregation.transport;

import io.aeron.Image;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import org.agrona.DirectBuffer;
import org.agrona.LangUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The incoming streams of one class: an image per source node, two while a source rebuilds its connection. Owned by the
 * thread of the {@link AeronTransport}, which also runs the conductor that calls {@link #onAvailable} and
 * {@link #onUnavailable}; grade: per buffer.
 *
 * <p>The images of one source are read in the order of their generations, which keeps the order of the source.
 *
 * <p>Behind a gate only images are read whose generation was admitted, and those of the generation after it when the
 * last one was written to its end: then the source has replaced it. Who has a valid session, but no admitted
 * generation, waits unread, and only a few may wait.
 */
final class AeronInbound {
    private static final Logger LOG = LoggerFactory.getLogger(AeronInbound.class);
    private static final int LOGGED_STRANGERS = 64;
    private static final int MOST_WAITING = 8;
    private static final long LAST_TERMS = (1L << 31) - AeronConnection.TERMS_LEFT;
    private static final int HALF_CYCLE = AeronChannels.GENERATION_MASK + 1 >>> 1;

    private final AeronChannels channels;
    private final TransportCounters counters;
    private final int maxLength;
    private final Delivery delivery = new Delivery();
    private final ControlledFragmentHandler look = this::look;
    private final Set<String> logged = new HashSet<>();
    private final int[] lastGenerations;           // by source: of the last image that may be read; -1 = none yet
    private final int[] admitted;                  // by source: the generation that may be read; -1 = none
    private final int[] streams;                   // by source: upper half of the ticket admitted last
    private final long[] lastPositions;            // by source: where the image admitted last has ended, 0 = it has not
    private final long[] earlierPositions;         // by source: where those that it has replaced have ended, in all
    private boolean isGated;
    private Slot polled;
    private Slot[] slots = new Slot[0];
    private Image[] strangers = new Image[0];      // to be rejected outside the conductor's callbacks
    /** Those of them that are not quiet. */
    private Slot[] busy = new Slot[0];
    private final StreamAttention attention = new StreamAttention();
    private IntPredicate mayBring = source -> true;
    private Slot refusing;                         // its buffer was refused by the poll before; else null
    private boolean hasChanged;                    // busy is out of date
    private int next;
    private int nextBusy;
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
        this.streams = new int[nodeCount];
        this.lastPositions = new long[nodeCount];
        this.earlierPositions = new long[nodeCount];
    }

    /** Streams of other sources are looked at rarely. Before the first arrives. */
    void expect(final IntPredicate sources) {
        mayBring = sources;
    }

    /** The other class of the same node. Once. */
    void pairWith(final AeronInbound other) {
        attention.pairWith(other.attention);
    }

    /** From now on only admitted streams are read. */
    void gate() {
        isGated = true;
    }

    /** The stream of a source with this ticket may be read. */
    void admit(final int source, final long ticket) {
        expect(source, (int) ticket & AeronChannels.GENERATION_MASK);
        streams[source] = (int) (ticket >>> Integer.SIZE);
        for (final Slot slot : slots) {
            if (slot.source == source && !slot.isAdmitted && slot.generation == admitted[source]) {
                admit(slot);
            }
        }
    }

    private void expect(final int source, final int generation) {
        if (admitted[source] != generation) {
            admitted[source] = generation;
            lastPositions[source] = 0;
            earlierPositions[source] = 0;
        }
    }

    private void admit(final Slot slot) {
        slot.older = youngestOf(slot.source);
        slot.stream = streams[slot.source];
        slot.isAdmitted = true;
        lastGenerations[slot.source] = slot.generation;
    }

    /** The youngest image of a source that may be read, or null. */
    private Slot youngestOf(final int source) {
        Slot youngest = null;
        for (final Slot slot : slots) {
            if (slot.source == source && slot.isAdmitted) {
                youngest = youngest == null || distance(youngest.generation, slot.generation) < HALF_CYCLE ? slot
                    : youngest;
            }
        }
        return youngest;
    }

    private static int distance(final int from, final int to) {
        return to - from & AeronChannels.GENERATION_MASK;
    }

    /** How far the stream of a source that was admitted last has been read, all its generations together. */
    long position(final int source) {
        for (final Slot slot : slots) {
            if (slot.source == source && slot.isAdmitted && slot.generation == admitted[source]) {
                return earlierPositions[source] + slot.image.position();
            }
        }
        return earlierPositions[source] + lastPositions[source];
    }

    /** Why a source was given up, or null. */
    String failure() {
        return failure;
    }

    int poll(final FragmentConsumer consumer, final int limit) {
        if (slots.length == 0) {
            return 0;
        }
        final Delivery delivery = this.delivery;
        delivery.begin(consumer);
        final int depth = attention.begin();
        // refused buffers come first, in whatever order streams are now
        if (refusing != null) {
            final Slot first = refusing;
            refusing = null;
            look(first, limit);
        }
        if (depth == StreamAttention.BUSY) {
            nextBusy = look(busy, nextBusy, limit, depth);
        } else {
            next = look(slots, next, limit, depth);
        }
        attention.end(delivery.delivered);
        if (hasChanged) {
            busy = Arrays.stream(slots).filter(slot -> !slot.isQuiet()).toArray(Slot[]::new);
            hasChanged = false;
        }
        return delivery.end();
    }

    /** Round robin; returns where the next one goes on. */
    private int look(final Slot[] slots, final int from, final int limit, final int depth) {
        final int count = slots.length;
        int index = from < count ? from : 0;
        for (int i = 0; i < count && delivery.delivered < limit && !delivery.isEnded; i++) {
            final Slot slot = slots[index];
            if (slot.isLookedAt(depth)) {
                look(slot, limit);
            }
            index = index + 1 < count ? index + 1 : 0;
        }
        return index;
    }

    private void look(final Slot slot, final int limit) {
        if (!slot.isReadable()) {
            return;
        }
        final int before = delivery.delivered;
        polled = slot;
        counters.looks++;
        slot.image.controlledPoll(delivery, limit - before);
        if (delivery.isEnded) {
            refusing = slot;
        }
        hasChanged |= slot.looked(delivery.isEnded || delivery.delivered != before);
    }

    /** Within a delivery: where it comes from. */
    int deliveringNode() {
        return polled.source;
    }

    /** Within a delivery: the stream's number. */
    int deliveringStream() {
        return polled.stream;
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
        if (source < 0 || isOld(source, generation) || isGated && waitingCount(source) == MOST_WAITING) {
            refuse(image, source, generation);
            return;
        }
        final Slot slot = new Slot(image, source, generation, mayBring.test(source));
        if (!isGated || generation == admitted[source]) {
            admit(slot);
        }
        slots = Arrays.copyOf(slots, slots.length + 1);
        slots[slots.length - 1] = slot;
        hasChanged = true;
    }

    /** A generation that was there before would hide lost buffers: the stream broke and came back. */
    private boolean isOld(final int source, final int generation) {
        if (lastGenerations[source] < 0) {
            return false;
        }
        final int distance = distance(lastGenerations[source], generation);
        return isGated ? distance == 0 || distance >= HALF_CYCLE : distance != 1;   // behind a gate the ticket tells
    }

    private int waitingCount(final int source) {
        int count = 0;
        for (final Slot slot : slots) {
            count += slot.source == source && !slot.isAdmitted ? 1 : 0;
        }
        return count;
    }

    /** Images that replace one that has been read to the last position that a source uses. */
    private void admitSuccessors() {
        for (final Slot slot : slots) {
            if (!slot.isAdmitted && admitted[slot.source] >= 0 && distance(admitted[slot.source], slot.generation) == 1
                && isUsedUp(slot.source, slot.image.termBufferLength())) {
                final long ended = position(slot.source);
                expect(slot.source, slot.generation);
                earlierPositions[slot.source] = ended;
                admit(slot);
            }
        }
    }

    private boolean isUsedUp(final int source, final int termLength) {
        final Slot last = youngestOf(source);
        return last == null ? lastPositions[source] >= LAST_TERMS * termLength
            : last.image.isEndOfStream() && last.image.position() >= LAST_TERMS * termLength;
    }

    /** Called by the client's conductor, within doWork. */
    void onUnavailable(final Image image) {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i].image == image) {
                final boolean wasAdmitted = slots[i].isAdmitted;
                remove(i);
                if (wasAdmitted && !image.isEndOfStream()) {
                    failure = "the stream from node " + channels.source(image.sessionId()) + " broke off at "
                            + image.sourceIdentity()
                            + ": the node is gone, or stalled for longer than the liveness timeout";
                }
                return;
            }
        }
    }

    /**
     * Lets in the successor of an image that is used up, and tells the driver to drop the images of strangers; outside
     * the conductor's callbacks.
     */
    int rejectStrangers() {
        if (isGated) {
            admitSuccessors();
        }
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

    private void refuse(final Image image, final int source, final int generation) {
        counters.connectionsRejected++;
        if (logged.size() < LOGGED_STRANGERS && logged.add(image.sourceIdentity())) {
            LOG.warn("GMT-512 a stream from {} was refused: it does not belong to this job", image.sourceIdentity());
        }
        strangers = Arrays.copyOf(strangers, strangers.length + 1);
        strangers[strangers.length - 1] = image;
        if (source >= 0 && (!isGated || generation == lastGenerations[source])) {
            failure = "a stream from node " + source + " came back after it broke off, or out of turn ("
                    + image.sourceIdentity() + "): buffers are lost";
        }
    }

    private void remove(final int index) {
        slots[index].isRemoved = true;
        if (slots[index].isAdmitted && slots[index].generation == admitted[slots[index].source]) {
            lastPositions[slots[index].source] = slots[index].image.position();
        }
        final Slot[] fewer = new Slot[slots.length - 1];
        System.arraycopy(slots, 0, fewer, 0, index);
        System.arraycopy(slots, index + 1, fewer, index, fewer.length - index);
        refusing = refusing == slots[index] ? null : refusing;
        slots = fewer;
        hasChanged = true;
    }

    /** One image and the older one of the same source that must be read out before. */
    private static final class Slot extends WatchedStream {
        final Image image;
        final int source;
        final int generation;
        boolean isAdmitted;
        int stream;
        private Slot older;
        private boolean isRemoved;

        Slot(final Image image, final int source, final int generation, final boolean isExpected) {
            super(isExpected);
            this.image = image;
            this.source = source;
            this.generation = generation;
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

package org.gmt4j.aggregation.transport;

import io.aeron.Aeron;
import io.aeron.ErrorCode;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.RegistrationException;
import io.aeron.logbuffer.BufferClaim;
import java.io.File;

/**
 * The way to one node in one class. Owned by the thread of the {@link AeronTransport}; grade: per buffer.
 *
 * <pre>
 *   OPENING --driver answers--> JOINING --peer listens--> READY --position used up--> OPENING (next generation)
 *      \                          \                         \--peer stops listening--> JOINING
 *       \--driver refuses-->       \--too long-->  FAILED (final)
 * </pre>
 */
final class AeronConnection {
    /** Length of a filler's payload: no claim has it, claims being multiples of 8. */
    static final int FILLER_LENGTH = 4;

    /** Rebuilt so many terms before the last position: the very last one cannot be told to a receiver over UDP. */
    static final int TERMS_LEFT = 64;

    /** How often a peer is looked for, whatever the clock does, before it is given up. */
    private static final int LOOKS_AT_LEAST = 20;

    private enum State { OPENING, JOINING, READY, FAILED, LOST }

    private final Aeron client;
    private final AeronChannels channels;
    private final AeronConfig config;
    private final TransportCounters counters;
    private final AeronRoute route;

    private State state;
    private ExclusivePublication publication;     // non-null in JOINING and READY
    private long registrationId;
    private long lastGoodPosition;
    private long earlierPositions;                // where the generations before have ended, in all
    private final int firstGeneration;
    private int generation;
    private boolean isTimed;
    private long lastLookNs;
    private long patienceLeftNs;
    private String failure;
    private boolean hasCommitted;                 // since the last look for idleness
    private int fillersLeft;
    private int fillersDone;
    private long nextFillerNs;

    AeronConnection(final Aeron client, final AeronChannels channels, final AeronConfig config,
            final TransportCounters counters, final AeronRoute route, final int generation) {
        this.generation = generation;
        this.firstGeneration = generation;
        this.client = client;
        this.channels = channels;
        this.config = config;
        this.counters = counters;
        this.route = route;
        open();
    }

    boolean isReady() {
        return state == State.READY;
    }

    boolean isOpening() {
        return state == State.OPENING || state == State.JOINING;
    }

    /** Whether the driver has made the publication. */
    boolean isMade() {
        return publication != null;
    }

    int generation() {
        return generation;
    }

    /**
     * The first generation of the stream, which no other stream to the same node in the same class has, and the present
     * one.
     */
    long ticket() {
        return (long) firstGeneration << Integer.SIZE | generation & AeronChannels.GENERATION_MASK;
    }

    /** How far it has been written, all generations together; buffers and fillers. */
    long position() {
        return earlierPositions + (publication == null ? 0 : publication.position());
    }

    /** Ends the stream; the driver still delivers committed buffers. */
    void close() {
        if (publication != null) {
            publication.close();
        }
    }

    /** Why the state is FAILED, else null. */
    String failure() {
        return failure;
    }

    /** Claims space when READY; answers like {@link Transport#tryClaim}. */
    int tryClaim(final int length, final BufferClaim claim) {
        if (state == State.READY) {
            final long position = publication.tryClaim(length, claim);
            return position > 0 ? Transport.OK : refused(position);
        }
        return answer();
    }

    /** Whether the peer is still there: OK, or the answer to a claim. */
    int look() {
        if (state == State.READY && !publication.isConnected()) {
            return refused(Publication.NOT_CONNECTED);
        }
        return state == State.READY ? Transport.OK : answer();
    }

    /** The answer to a claim that cannot be granted now. */
    int answer() {
        return isOpening() ? Transport.NOT_CONNECTED : state == State.FAILED ? Transport.FAILED : Transport.CLOSED;
    }

    /** Notes that a buffer was committed, so that fillers follow when nothing else does. */
    void onCommit() {
        hasCommitted = true;
    }

    private int refused(final long reason) {
        if (reason == Publication.BACK_PRESSURED || reason == Publication.ADMIN_ACTION) {
            return Transport.BACK_PRESSURED;
        }
        if (reason == Publication.NOT_CONNECTED) {
            join();
        } else if (reason == Publication.MAX_POSITION_EXCEEDED) {
            rebuild();
        } else {
            state = State.LOST;
        }
        return answer();
    }

    /** Moves an opening connection on; returns true when the state has changed. */
    boolean progress(final long nowNs) {
        spendPatience(nowNs);
        final State before = state;
        if (state == State.OPENING) {
            lookForPublication();
        }
        if (state == State.JOINING && publication.isConnected()) {
            state = State.READY;
            isTimed = false;
        }
        if (isOpening() && patienceLeftNs <= 0) {
            fail("node " + route.destination() + " did not answer within " + config.timeouts().connectNs() / 1_000_000
                    + " ms: is it running, and is its address reachable? (" + description() + ")");
        }
        return state != before;
    }

    /** A pause between two looks counts for little: it was this node that stood still, or the whole machine. */
    private void spendPatience(final long nowNs) {
        if (isTimed) {
            patienceLeftNs -= Math.min(nowNs - lastLookNs, config.timeouts().connectNs() / LOOKS_AT_LEAST);
        } else {
            isTimed = true;
            patienceLeftNs = config.timeouts().connectNs();
        }
        lastLookNs = nowNs;
    }

    private void lookForPublication() {
        try {
            publication = client.getExclusivePublication(registrationId);
            if (publication != null) {
                lastGoodPosition =
                        publication.maxPossiblePosition() - (long) TERMS_LEFT * publication.termBufferLength();
                join();
            }
        } catch (final RegistrationException e) {
            fail("the media driver refused the connection to node " + route.destination() + ": " + e.getMessage()
                    + " (" + description() + ")");
            if (e.errorCode() == ErrorCode.STORAGE_SPACE) {
                failure = TransportException.Code.NO_SPACE.label() + " "
                        + DriverDirectory.fullText(new File(client.context().aeronDirectoryName()), 0) + ". " + failure;
            }
        } catch (final AeronException e) {
            state = State.LOST;
        }
    }

    private void open() {
        isTimed = false;
        try {
            registrationId = client.asyncAddExclusivePublication(
                    channels.publication(route.endpoint(), route.source(), generation), streamId());
            state = State.OPENING;
            counters.connectionsOpened++;
        } catch (final AeronException e) {
            state = State.LOST;
        }
    }

    private void join() {
        state = State.JOINING;
        isTimed = false;
    }

    /** Replaces the connection before its position is used up; returns true when it did. */
    boolean rebuildNearEnd() {
        if (state == State.READY && publication.position() > lastGoodPosition) {
            rebuild();
            return true;
        }
        return false;
    }

    private void rebuild() {
        earlierPositions += publication.position();
        publication.close();
        publication = null;
        generation++;
        counters.connectionsRebuilt++;
        open();
    }

    private void fail(final String reason) {
        state = State.FAILED;
        failure = reason;
        if (publication != null) {
            publication.close();
            publication = null;
        }
    }

    /**
     * Sends a filler when the connection has been idle: should the last buffer have been lost, the receiver sees the
     * gap at once and not by the next heartbeat, 100 ms later.
     */
    int sendFiller(final long nowNs, final BufferClaim claim) {
        if (hasCommitted) {
            hasCommitted = false;
            fillersLeft = config.fillers().count();
            fillersDone = 0;
            nextFillerNs = nowNs + config.fillers().delayNs();
            return 0;
        }
        if (fillersLeft == 0 || nowNs - nextFillerNs < 0 || state != State.READY) {
            return 0;
        }
        if (publication.tryClaim(FILLER_LENGTH, claim) > 0) {
            claim.commit();
            counters.fillersSent++;
            fillersLeft--;
            fillersDone++;
        }
        nextFillerNs = nowNs + (config.fillers().delayNs() << fillersDone);
        return 1;
    }

    private String description() {
        return channels.publication(route.endpoint(), route.source(), generation) + ", stream " + streamId();
    }

    private int streamId() {
        return channels.streamId(route.destination(), route.cls());
    }
}

package org.gmt4j.aggregation.transport.connect;

import org.gmt4j.aggregation.transport.Links;
import org.gmt4j.aggregation.transport.Transport;

/**
 * One side of the connection to one node: a state machine fed with authentic frames and the time. Owned by the thread
 * of the transport; grade: set-up, except {@link #isReady()} and {@link #use()}, which are per buffer.
 *
 * <pre>
 *            wanted: [overlap: send REQUEST], create          created: [serial: send REQUEST]
 *   CLOSED ------------------------------------&gt; CREATING ----------------------------------&gt; REQUESTED
 *     |  ^                                                                                      | ANSWER: admit,
 *     |  |                                                                                      v send CONFIRM
 *     |  +---- DONE, or CLOSED and all read: release --- DRAINING &lt;--- idle: CLOSE ---------- READY
 *     |                                                     +--------- STAY -----------------&gt;  ^
 *     |  REQUEST: create              created: send ANSWER                                      | CONFIRM: admit,
 *     +-------------------&gt; CREATING -----------------------&gt; ANSWERED -------------------------+ send ACK
 *
 *   no answer within the time-out, or streams that cannot be made:
 *       any --&gt; FAILED --back-off, or REQUEST--&gt; CLOSED
 *       but DRAINING --&gt; READY where this side has asked, CLOSED where it has agreed
 *   a buffer with a wrong seal: any --&gt; FAILED for good, send BROKEN until DONE
 *   BROKEN: READY, DRAINING --&gt; FAILED, send DONE
 * </pre>
 *
 * <p>Proofs: REQUEST carries the asker's nonce; ANSWER carries both, so that the asker knows a living holder of
 * the key; CONFIRM carries both, so that the answerer knows one. Neither side reads data before. Each frame is signed
 * with the key over its type, both nodes and their addresses, epoch, nonces and contents.
 *
 * <p>Accidents of frames, and the remedies:
 * <ul>
 * <li><b>lost</b>: the side that waits sends its last message again, at doubling distances; ANSWER, CONFIRM and CLOSED
 *     are given again when their cause comes again;</li>
 * <li><b>doubled</b>: a message for a state that has passed is answered the same way and changes nothing;</li>
 * <li><b>late</b>: each try has an epoch greater than all before; frames of older ones, or with other nonces, are
 *     dropped; closings of one try are numbered, see {@link ClosingProtocol};</li>
 * <li><b>crossing</b>: both ask at once: the node with the smaller id goes on, the other becomes the answerer.</li>
 * </ul>
 *
 * <p>This class is the machine: the order of steps, and the consequences of failures. {@link OpeningProtocol} and
 * {@link ClosingProtocol} are the messages of either way, {@link Attempt} makes a frame belong to a try,
 * {@link Patience} when it is sent again.
 *
 * <p>A failed connection keeps its streams: buffers committed to them arrive if a later try succeeds, so that no gap
 * appears in the sequence of buffers. Whoever has committed some before the peer has confirmed tries again by itself:
 * nobody else may have a reason to. When the streams break first, they are lost like those of a connection that was
 * open.
 */
public final class Connection {
    /** States, see the drawing. */
    public enum State { CLOSED, CREATING, REQUESTED, ANSWERED, READY, DRAINING, FAILED }

    /** The sending side of a connection. */
    interface Outlet {
        void send(int node, ControlFrame frame, long nowNs);

        /** The streams with these tickets have been admitted, and own ones may be used from now on. */
        default void admitted(final int node, final long requestTicket, final long replyTicket) {
        }
    }

    private final int self;
    private final int peer;
    private final ConnectConfig config;
    private final ConnectCounters counters;
    private final Attempt attempt;
    private final Patience patience;
    private final OpeningProtocol opening;
    private final ClosingProtocol closing;

    private State state = State.CLOSED;
    private boolean isUsed;
    private boolean isWanted;
    private int failureCount;
    private long failedAtNs;
    private boolean wasReady;
    private boolean isOwed;              // buffers were committed that the peer is not known to read, in any try
    private String failure;
    private String reportedFailure;      // null once it is open again
    private boolean hasLost;             // and nobody has been told
    private boolean isGivenUp;           // FAILED for good
    private boolean isTold;              // given up, and the peer has heard of it

    Connection(final int self, final int peer, final ConnectConfig config, final Links links, final Outlet outlet,
               final ConnectCounters counters) {
        this.self = self;
        this.peer = peer;
        this.config = config;
        this.counters = counters;
        attempt = new Attempt(self, peer, links, outlet);
        patience = new Patience(config);
        opening = new OpeningProtocol(this, attempt, patience, config, links, outlet, counters);
        closing = new ClosingProtocol(this, attempt, patience, config, links, counters);
    }

    /** Whether data may be sent. Per buffer. */
    boolean isReady() {
        return state == State.READY;
    }

    /**
     * Notes a claim, so that the connection does not count as idle. Per buffer.
     *
     * @param isGranted whether there was room for it
     */
    void use(final boolean isGranted) {
        isUsed = true;
        isOwed |= isGranted && !opening.isConfirmed();
    }

    int peer() {
        return peer;
    }

    State state() {
        return state;
    }

    long epoch() {
        return attempt.epoch();
    }

    /** Why the last try failed, or null. */
    String failure() {
        return failure;
    }

    /**
     * Returns whether there is a failure to report, which counts as reported then. A further try that fails for the
     * same reason is no news.
     */
    boolean takeFailure() {
        if (state != State.FAILED || failure.equals(reportedFailure)) {
            return false;
        }
        reportedFailure = failure;
        return true;
    }

    /** Returns whether buffers have been lost that a failed try had kept; once. */
    boolean takeLoss() {
        final boolean lost = hasLost;
        hasLost = false;
        return lost;
    }

    /** Whether the connection had been ready in the try that failed: sent buffers may not have arrived. */
    boolean wasReady() {
        return wasReady;
    }

    /** True when neither time nor a frame awaited can change anything. */
    boolean isQuiet() {
        return state == State.CLOSED && !isWanted || state == State.READY && opening.isConfirmed()
            || isGivenUp && isTold;
    }

    /** A claim that found no connection: starts one at the next look. Answers like {@link Transport#tryClaim}. */
    int want() {
        if (state == State.FAILED) {
            return Transport.FAILED;
        }
        isWanted = true;
        return Transport.NOT_CONNECTED;
    }

    /** The streams have failed: what they held is lost. */
    void onBrokenLink(final String reason, final long nowNs) {
        fail(reason, nowNs);
        wasReady |= isOwed;
        hasLost |= isOwed;
        isOwed = false;
        isWanted = false;
    }

    /** Buffers of the peer cannot be trusted: nothing goes on, and the peer is told. */
    void giveUp(final String reason, final long nowNs) {
        if (!isGivenUp) {
            isGivenUp = true;
            onBrokenLink(reason, nowNs);
            wasReady = true;
            patience.reset(nowNs);
            attempt.send(ControlFrame.Type.BROKEN, nowNs);
        }
    }

    // --- time ---

    /** Moves a waiting step on. Returns true when the state has changed. */
    boolean onTime(final long nowNs) {
        final State before = state;
        switch (state) {
            case CLOSED -> startIfWanted(nowNs);
            case CREATING -> opening.lookAtLinks(nowNs);
            case FAILED -> endBackoff(nowNs);
            default -> { }
        }
        if (isWaiting()) {
            if (!patience.spend(nowNs)) {
                onTimeout(nowNs);
            } else if (patience.isTimeToRepeat(nowNs)) {
                retransmit(nowNs);
            }
        }
        return state != before;
    }

    private boolean isWaiting() {
        return switch (state) {
            case CREATING, REQUESTED, ANSWERED, DRAINING -> true;
            case READY -> !opening.isConfirmed();
            case FAILED -> isGivenUp && !isTold;
            default -> false;
        };
    }

    private void startIfWanted(final long nowNs) {
        if (isWanted) {
            opening.start(nowNs);
        }
    }

    private void retransmit(final long nowNs) {
        if (state == State.CREATING && !opening.hasAsked()) {
            return;
        }
        counters.retransmissions++;
        switch (state) {
            case CREATING, REQUESTED -> opening.sendRequest(nowNs);
            case ANSWERED -> opening.sendAnswer(nowNs);
            case READY -> opening.sendConfirm(nowNs);
            case DRAINING -> closing.sendClosing(nowNs);
            case FAILED -> attempt.send(ControlFrame.Type.BROKEN, nowNs);
            default -> throw new IllegalStateException("nothing to send in " + state);
        }
    }

    private void onTimeout(final long nowNs) {
        if (isGivenUp) {
            isTold = true;                     // or will find out by its own time-out
        } else if (state == State.DRAINING) {
            closing.onTimeout(nowNs);
        } else if (!attempt.isAsker() && !isWanted && !isOwed && state != State.READY) {
            state = State.CLOSED;              // somebody asked and did not go on
            counters.abandoned++;
        } else {
            fail("GMT-510 node " + peer + " did not answer within " + config.timeoutNs() / 1_000_000
                + " ms (" + describe() + "): is it running, and do datagrams reach it?", nowNs);
        }
    }

    private String describe() {
        return switch (state) {
            case CREATING -> "own streams were not ready";
            case REQUESTED -> "asked for a connection";
            case ANSWERED -> "answered its request";
            default -> "confirmed its answer";
        };
    }

    /** This try is over; streams stay. */
    void fail(final String reason, final long nowNs) {
        wasReady = state == State.DRAINING || state == State.READY && opening.isConfirmed();
        if (state == State.READY || state == State.DRAINING) {
            counters.open--;
        }
        state = State.FAILED;
        isWanted = isOwed;
        failure = reason;
        failedAtNs = nowNs;
        failureCount++;
        counters.failed++;
    }

    private void endBackoff(final long nowNs) {
        final long longest = Math.max(config.backoffNs(), ConnectConfig.MAX_BACKOFF_NS);
        final int doublings = Math.min(failureCount - 1, 20);
        final long wait = config.backoffNs() > longest >> doublings ? longest : config.backoffNs() << doublings;
        if (!isGivenUp && nowNs - failedAtNs >= wait) {
            state = State.CLOSED;
        }
    }

    // --- transitions ---

    void enter(final State next) {
        state = next;
    }

    /** The handshake has succeeded on this side. */
    void opened(final long nowNs) {
        state = State.READY;
        isWanted = false;
        isUsed = true;
        failureCount = 0;
        failure = null;
        reportedFailure = null;
        closing.opened(nowNs);
    }

    /** The peer has admitted this side's streams. */
    void confirmed() {
        isOwed = false;
    }

    /** The peer has begun a later try. */
    void replaced(final long nowNs) {
        if (state == State.DRAINING) {
            closing.closed(nowNs);             // the peer has gone on: it has read everything
        } else if (state == State.READY) {
            counters.open--;                   // the peer has given the last try up
        }
    }

    /** The peer does not agree to close, or does not answer. */
    void stay() {
        state = State.READY;
        isWanted = false;
    }

    /** This side has tried in vain; should the other have asked at the same time, it may still wait. */
    boolean hasFailed() {
        return failureCount > 0 && (state == State.FAILED || state == State.CLOSED);
    }

    /** Where both sides do the same at once: the one with the smaller id goes on. */
    boolean winsCrossing() {
        return self < peer;
    }

    /** Whether data have been claimed since the last call. */
    boolean takeUse() {
        final boolean used = isUsed;
        isUsed = false;
        return used;
    }

    /** Closes a connection that nobody uses. Called now and then; cost: a few reads. */
    void closeIfIdle(final long nowNs) {
        if (state == State.READY && opening.isConfirmed() && config.closesIdle()) {
            closing.closeIfIdle(nowNs);
        }
    }

    // --- frames ---

    /** One frame whose signature is right. */
    void onFrame(final ControlFrame in, final long nowNs) {
        if (isGivenUp) {
            onFrameInVain(in);
        } else if (in.type == ControlFrame.Type.REQUEST) {
            opening.onRequest(in, nowNs);
        } else if (!attempt.isOf(in)) {
            counters.stale++;
        } else if (in.type == ControlFrame.Type.ANSWER) {
            opening.onAnswer(in, nowNs);
        } else if (!attempt.hasSameAnswerer(in)) {
            counters.stale++;
        } else {
            switch (in.type) {
                case CONFIRM -> opening.onConfirm(in, nowNs);
                case ACK -> opening.onAck();
                case CLOSE -> onClose(in, nowNs);
                case CLOSED -> closing.onClosed(in, nowNs);
                case DONE -> closing.onDone(nowNs);
                case BROKEN -> onBroken(nowNs);
                default -> closing.onStay(in, nowNs);
            }
        }
    }

    /** Whoever closes was ready. */
    private void onClose(final ControlFrame in, final long nowNs) {
        if (state == State.READY) {
            opening.confirmed();
        }
        closing.onClose(in, nowNs);
    }

    /** Given up: only whether the peer knows matters. */
    private void onFrameInVain(final ControlFrame in) {
        isTold |= attempt.isOf(in) && (in.type == ControlFrame.Type.DONE || in.type == ControlFrame.Type.BROKEN);
    }

    /** The peer has given up the buffers of this side. */
    private void onBroken(final long nowNs) {
        attempt.send(ControlFrame.Type.DONE, nowNs);
        if (state == State.READY || state == State.DRAINING) {
            onBrokenLink("GMT-513 the connection to node " + peer + " broke: that node has received a buffer from this "
                + "node that was forged, damaged or repeated", nowNs);
            wasReady = true;
        }
    }

    @Override
    public String toString() {
        return "connection " + self + "-" + peer + " " + state + " epoch " + attempt.epoch();
    }
}

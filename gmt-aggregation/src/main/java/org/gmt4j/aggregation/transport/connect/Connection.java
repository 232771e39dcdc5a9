package org.gmt4j.aggregation.transport.connect;

import org.gmt4j.aggregation.transport.Links;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;

/**
 * One side of the connection to one node: a state machine fed with authentic frames and the time. Owned by the thread of the
 * transport; grade: set-up, except {@link #isReady()} and {@link #use()}, which are per buffer.
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
 *   no answer within the time-out, or streams that cannot be made:  any --&gt; FAILED --back-off, or REQUEST--&gt; CLOSED
 *   a buffer with a wrong seal: any --&gt; FAILED for good, send BROKEN until DONE;   BROKEN: READY --&gt; FAILED, send DONE
 * </pre>
 *
 * <p>What is proved: REQUEST carries the asker's nonce; ANSWER carries both, so that the asker knows a living holder of the key;
 * CONFIRM carries both, so that the answerer knows one. Neither side reads data before. Each frame is signed with the key over
 * its type, both nodes and their addresses, epoch, nonces and contents.
 *
 * <p>What may happen to frames, and what is done about it:
 * <ul>
 * <li><b>lost</b>: the side that waits sends its last message again, at doubling distances; ANSWER, CONFIRM and CLOSED are given
 *     again when their cause comes again;</li>
 * <li><b>doubled</b>: a message for a state that has passed is answered the same way and changes nothing;</li>
 * <li><b>late</b>: each try has an epoch greater than all before; frames of older ones, or with other nonces, are dropped;</li>
 * <li><b>crossing</b>: both ask at once: the node with the smaller id goes on, the other becomes the answerer.</li>
 * </ul>
 *
 * <p>A failed connection keeps its streams: what was committed to them arrives if a later try succeeds, so that no gap appears
 * in the sequence of buffers.
 */
public final class Connection {
    /** States, see the drawing. */
    public enum State { CLOSED, CREATING, REQUESTED, ANSWERED, READY, DRAINING, FAILED }

    /** Time between two looks counts for at most this part of the time-out: a pause is rather ours than the peer's. */
    private static final int LOOKS_AT_LEAST = 20;

    /** How a connection sends. */
    interface Outlet {
        void send(int node, ControlFrame frame, long nowNs);

        /** The streams with these tickets have been admitted, and own ones may be used from now on. */
        default void admitted(final int node, final long requestTicket, final long replyTicket) {
        }
    }

    private final int self;
    private final int peer;
    private final ConnectConfig config;
    private final Links links;
    private final Outlet outlet;
    private final ConnectCounters counters;
    private final ControlFrame out = new ControlFrame();

    private State state = State.CLOSED;
    private boolean isUsed;
    private boolean isWanted;
    private boolean isAsker;
    private boolean hasAsked;
    private boolean hasAnswer;
    private boolean isConfirmed;
    private boolean isCloser;
    private long epoch;
    private long askerNonce;
    private long answererNonce;
    private long requestTicket;          // of the peer's streams
    private long replyTicket;

    private long startedNs;
    private long patienceLeftNs;
    private long lastLookNs;
    private boolean isTimed;
    private long nextSendNs;
    private long sendIntervalNs;

    private long readySinceNs;
    private long lastUseNs;
    private long receivedBefore;
    private long closedAtNs;
    private boolean hasBeenClosed;
    private int idleFactor = 1;
    private long releasesSinceNs;
    private int releaseCount;            // since then
    private int failureCount;
    private long failedAtNs;
    private boolean wasReady;
    private String failure;
    private boolean isGivenUp;           // FAILED for good
    private boolean isTold;              // given up, and the peer has heard of it

    Connection(final int self, final int peer, final ConnectConfig config, final Links links, final Outlet outlet,
               final ConnectCounters counters) {
        this.self = self;
        this.peer = peer;
        this.config = config;
        this.links = links;
        this.outlet = outlet;
        this.counters = counters;
    }

    /** Whether data may be sent. Per buffer. */
    boolean isReady() {
        return state == State.READY;
    }

    /** Notes a claim, so that the connection does not count as idle. Per buffer. */
    void use() {
        isUsed = true;
    }

    int peer() {
        return peer;
    }

    State state() {
        return state;
    }

    long epoch() {
        return epoch;
    }

    /** Why the last try failed, or null. */
    String failure() {
        return failure;
    }

    /** Whether the connection had been ready in the try that failed: what was sent may not have arrived. */
    boolean wasReady() {
        return wasReady;
    }

    /** True when neither time nor a frame awaited can change anything. */
    boolean isQuiet() {
        return state == State.CLOSED && !isWanted || state == State.READY && isConfirmed || isGivenUp && isTold;
    }

    /** A claim that found no connection: starts one at the next look. Answers like {@link Transport#tryClaim}. */
    int want() {
        if (state == State.FAILED) {
            return Transport.FAILED;
        }
        isWanted = true;
        return Transport.NOT_CONNECTED;
    }

    /** The streams of a ready connection have failed. */
    void onBrokenLink(final String reason, final long nowNs) {
        fail(reason, nowNs);
    }

    /** What the peer sends cannot be trusted: nothing goes on, and the peer is told. */
    void giveUp(final String reason, final long nowNs) {
        if (!isGivenUp) {
            isGivenUp = true;
            fail(reason, nowNs);
            wasReady = true;
            resetPatience(nowNs);
            send(ControlFrame.Type.BROKEN, 0, 0, nowNs);
        }
    }

    // --- time ---

    /** Moves on what waits. Returns true when the state has changed. */
    boolean onTime(final long nowNs) {
        final State before = state;
        switch (state) {
            case CLOSED -> startIfWanted(nowNs);
            case CREATING -> lookAtLinks(nowNs);
            case FAILED -> endBackoff(nowNs);
            default -> { }
        }
        if (isWaiting()) {
            spendPatience(nowNs);
        }
        return state != before;
    }

    private boolean isWaiting() {
        return switch (state) {
            case CREATING, REQUESTED, ANSWERED, DRAINING -> true;
            case READY -> !isConfirmed;
            case FAILED -> isGivenUp && !isTold;
            default -> false;
        };
    }

    private void spendPatience(final long nowNs) {
        patienceLeftNs -= isTimed ? Math.min(nowNs - lastLookNs, config.timeoutNs() / LOOKS_AT_LEAST) : 0;
        isTimed = true;
        lastLookNs = nowNs;
        if (patienceLeftNs <= 0) {
            onTimeout(nowNs);
        } else if (nowNs - nextSendNs >= 0) {
            retransmit(nowNs);
        }
    }

    private void resetPatience(final long nowNs) {
        isTimed = false;
        patienceLeftNs = config.timeoutNs();
        sendIntervalNs = config.retransmitNs();
        nextSendNs = nowNs + sendIntervalNs;
    }

    private void retransmit(final long nowNs) {
        sendIntervalNs = Math.min(2 * sendIntervalNs, Math.max(config.retransmitNs(), ConnectConfig.MAX_RETRANSMIT_NS));
        nextSendNs = nowNs + sendIntervalNs;
        if (state == State.CREATING && !hasAsked) {
            return;
        }
        counters.retransmissions++;
        switch (state) {
            case CREATING, REQUESTED -> sendRequest(nowNs);
            case ANSWERED -> sendAnswer(nowNs);
            case READY -> sendConfirm(nowNs);
            case DRAINING -> sendClosing(nowNs);
            case FAILED -> send(ControlFrame.Type.BROKEN, 0, 0, nowNs);
            default -> throw new IllegalStateException("nothing to send in " + state);
        }
    }

    private void onTimeout(final long nowNs) {
        if (isGivenUp) {
            isTold = true;                     // or will find out by its own time-out
        } else if (state == State.DRAINING && !isCloser) {
            closed(nowNs);                     // the peer has read everything and asked for it
        } else if (!isAsker && !isWanted && state != State.READY && state != State.DRAINING) {
            state = State.CLOSED;              // somebody asked and did not go on
            counters.abandoned++;
        } else {
            fail("GMT-510 node " + peer + " did not answer within " + config.timeoutNs() / 1_000_000 + " ms (" + describe()
                + "): is it running, and do datagrams reach it?", nowNs);
        }
    }

    private String describe() {
        return switch (state) {
            case CREATING -> "own streams were not ready";
            case REQUESTED -> "asked for a connection";
            case ANSWERED -> "answered its request";
            case READY -> "confirmed its answer";
            default -> "asked to close";
        };
    }

    private void fail(final String reason, final long nowNs) {
        wasReady = state == State.DRAINING || state == State.READY && isConfirmed;
        if (state == State.READY || state == State.DRAINING) {
            counters.open--;
        }
        state = State.FAILED;
        isWanted = false;
        failure = reason;
        failedAtNs = nowNs;
        failureCount++;
        counters.failed++;
    }

    private void endBackoff(final long nowNs) {
        final long wait = Math.min(config.backoffNs() << Math.min(failureCount - 1, 20),
            Math.max(config.backoffNs(), ConnectConfig.MAX_BACKOFF_NS));
        if (!isGivenUp && nowNs - failedAtNs >= wait) {
            state = State.CLOSED;
        }
    }

    // --- opening ---

    private void startIfWanted(final long nowNs) {
        if (isWanted) {
            epoch++;
            isAsker = true;
            askerNonce = ConnectKey.nonce();
            answererNonce = 0;
            hasAsked = false;
            hasAnswer = false;
            begin(nowNs);
        }
    }

    private void begin(final long nowNs) {
        startedNs = nowNs;
        isConfirmed = false;
        resetPatience(nowNs);
        if (isAsker && config.mode() != ConnectMode.SERIAL) {
            sendRequest(nowNs);
        }
        state = State.CREATING;
        links.createLinks(peer);
        lookAtLinks(nowNs);
    }

    private void lookAtLinks(final long nowNs) {
        final int now = links.linkState(peer);
        if (now == Links.BROKEN) {
            fail("GMT-511 the connection to node " + peer + " cannot be made: " + links.linkFailure(peer), nowNs);
        } else if (now == Links.CREATED) {
            created(nowNs);
        }
    }

    private void created(final long nowNs) {
        if (!isAsker) {
            state = State.ANSWERED;
            sendAnswer(nowNs);
            return;
        }
        state = State.REQUESTED;
        if (!hasAsked) {
            resetPatience(nowNs);
            sendRequest(nowNs);
        }
        if (hasAnswer) {
            confirm(nowNs);
        }
    }

    private void confirm(final long nowNs) {
        links.admit(peer, requestTicket, replyTicket);
        outlet.admitted(peer, requestTicket, replyTicket);
        resetPatience(nowNs);
        sendConfirm(nowNs);
        ready(nowNs);
    }

    private void ready(final long nowNs) {
        state = State.READY;
        isWanted = false;
        isUsed = true;
        readySinceNs = nowNs;
        lastUseNs = nowNs;
        failureCount = 0;
        failure = null;
        counters.opened(isAsker ? nowNs - startedNs : 0);
        if (hasBeenClosed) {
            adaptIdleTime(nowNs);
        }
    }

    /** Needed again soon after it was closed: closed too early. */
    private void adaptIdleTime(final long nowNs) {
        final boolean isSoon = nowNs - closedAtNs < config.idleNs() * idleFactor;
        idleFactor = isSoon ? Math.min(2 * idleFactor, ConnectConfig.MAX_IDLE_FACTOR) : Math.max(1, idleFactor / 2);
    }

    // --- frames ---

    /** One frame whose signature is right. */
    void onFrame(final ControlFrame in, final long nowNs) {
        if (isGivenUp) {
            onFrameInVain(in);
        } else if (in.type == ControlFrame.Type.REQUEST) {
            onRequest(in, nowNs);
        } else if (in.epoch != epoch || in.askerNonce != askerNonce) {
            counters.stale++;
        } else if (in.type == ControlFrame.Type.ANSWER) {
            onAnswer(in, nowNs);
        } else if (in.answererNonce != answererNonce) {
            counters.stale++;
        } else {
            switch (in.type) {
                case CONFIRM -> onConfirm(in, nowNs);
                case ACK -> isConfirmed |= state == State.READY;
                case CLOSE -> onClose(in, nowNs);
                case CLOSED -> onClosed(in, nowNs);
                case DONE -> onDone(nowNs);
                case BROKEN -> onBroken(nowNs);
                default -> onStay(nowNs);
            }
        }
    }

    /** Given up: only whether the peer knows matters. */
    private void onFrameInVain(final ControlFrame in) {
        isTold |= in.epoch == epoch && in.askerNonce == askerNonce
            && (in.type == ControlFrame.Type.DONE || in.type == ControlFrame.Type.BROKEN);
    }

    /** The peer has given up what this side sent it. */
    private void onBroken(final long nowNs) {
        send(ControlFrame.Type.DONE, 0, 0, nowNs);
        if (state == State.READY || state == State.DRAINING) {
            fail("GMT-513 the connection to node " + peer + " broke: it has found a buffer that is forged, damaged or repeated in what came from"
                + " this node", nowNs);
            wasReady = true;
        }
    }

    private void onRequest(final ControlFrame in, final long nowNs) {
        final boolean isCrossing = isAsker && (state == State.CREATING || state == State.REQUESTED);
        if (!isAsker && in.epoch == epoch && in.askerNonce == askerNonce) {
            counters.duplicates++;
            if (state == State.ANSWERED) {
                sendAnswer(nowNs);
            }
        } else if (isCrossing && self < peer) {
            onLosingRequest(in.epoch, nowNs);
        } else if (in.epoch > epoch || in.epoch == epoch && (isCrossing || hasGivenUp())) {
            adopt(in, nowNs);
        } else {
            counters.stale++;
        }
    }

    /** This side has asked in vain; should the other have asked at the same time, it may still wait. */
    private boolean hasGivenUp() {
        return isAsker && failureCount > 0 && (state == State.FAILED || state == State.CLOSED);
    }

    /** Both have asked and this side goes on: with an epoch that the other does not take for an old one. */
    private void onLosingRequest(final long othersEpoch, final long nowNs) {
        if (othersEpoch > epoch) {
            epoch = othersEpoch;
            hasAnswer = false;
            if (hasAsked) {
                sendRequest(nowNs);
            }
        }
    }

    private void adopt(final ControlFrame in, final long nowNs) {
        if (state == State.DRAINING) {
            closed(nowNs);                     // the peer has gone on: it has read everything
        } else if (state == State.READY) {
            counters.open--;                   // the peer has given the last try up
        }
        epoch = in.epoch;
        isAsker = false;
        hasAsked = false;
        askerNonce = in.askerNonce;
        answererNonce = ConnectKey.nonce();
        begin(nowNs);
    }

    private void onAnswer(final ControlFrame in, final long nowNs) {
        if (!isAsker) {
            counters.stale++;
        } else if (hasAnswer) {
            counters.duplicates++;
            if (state == State.READY && in.answererNonce == answererNonce) {
                sendConfirm(nowNs);
            }
        } else if (state == State.CREATING || state == State.REQUESTED) {
            hasAnswer = true;
            answererNonce = in.answererNonce;
            requestTicket = in.request;
            replyTicket = in.reply;
            if (state == State.REQUESTED) {
                confirm(nowNs);
            }
        }
    }

    private void onConfirm(final ControlFrame in, final long nowNs) {
        if (isAsker || state != State.ANSWERED && state != State.READY) {
            counters.stale++;
            return;
        }
        if (state == State.ANSWERED) {
            links.admit(peer, in.request, in.reply);
            outlet.admitted(peer, in.request, in.reply);
            ready(nowNs);
            isConfirmed = true;
        } else {
            counters.duplicates++;
        }
        send(ControlFrame.Type.ACK, 0, 0, nowNs);
    }

    // --- closing ---

    /** Closes a connection that nobody uses. Called now and then; cost: a few reads. */
    void closeIfIdle(final long nowNs) {
        if (state != State.READY || !isConfirmed || !config.closesIdle()) {
            return;
        }
        noteUse(nowNs);
        if (mayRelease(nowNs) && nowNs - readySinceNs >= config.minLifeNs() && nowNs - lastUseNs >= config.idleNs() * idleFactor) {
            state = State.DRAINING;
            isCloser = true;
            resetPatience(nowNs);
            sendClosing(nowNs);
        }
    }

    /** Streams given back more often than the transport forgets them would use up what it can tell apart: then it stays open for now. */
    private boolean mayRelease(final long nowNs) {
        if (nowNs - releasesSinceNs >= links.lingerNs()) {
            releasesSinceNs = nowNs;
            releaseCount = 0;
        }
        return releaseCount < Links.MOST_RELEASES;
    }

    private void noteUse(final long nowNs) {
        final long received = links.receivedPosition(peer, TrafficClass.REQUEST) + links.receivedPosition(peer, TrafficClass.REPLY);
        if (isUsed || received != receivedBefore) {
            isUsed = false;
            receivedBefore = received;
            lastUseNs = nowNs;
        }
    }

    private void onClose(final ControlFrame in, final long nowNs) {
        if (state == State.READY) {
            isConfirmed = true;
            noteUse(nowNs);
            if (nowNs - lastUseNs < config.idleNs() / 2 || !hasRead(in) || !mayRelease(nowNs)) {
                send(ControlFrame.Type.STAY, 0, 0, nowNs);
                return;
            }
            becomeClosee(nowNs);
        } else if (state == State.DRAINING && (!isCloser || self > peer && hasRead(in))) {
            becomeClosee(nowNs);
        }
    }

    private void becomeClosee(final long nowNs) {
        state = State.DRAINING;
        isCloser = false;
        resetPatience(nowNs);
        sendClosing(nowNs);
    }

    private boolean hasRead(final ControlFrame in) {
        return links.receivedPosition(peer, TrafficClass.REQUEST) >= in.request
            && links.receivedPosition(peer, TrafficClass.REPLY) >= in.reply;
    }

    private void onClosed(final ControlFrame in, final long nowNs) {
        if (state == State.CLOSED) {
            counters.duplicates++;
            send(ControlFrame.Type.DONE, 0, 0, nowNs);
        } else if (state == State.DRAINING && isCloser) {
            if (hasRead(in)) {
                send(ControlFrame.Type.DONE, 0, 0, nowNs);
                closed(nowNs);
            } else {
                resetPatience(nowNs);          // the peer lives; this side still has to read
            }
        }
    }

    private void onDone(final long nowNs) {
        if (state == State.DRAINING && !isCloser) {
            closed(nowNs);
        }
    }

    private void onStay(final long nowNs) {
        if (state == State.DRAINING && isCloser) {
            state = State.READY;
            lastUseNs = nowNs;
            isWanted = false;
        }
    }

    private void closed(final long nowNs) {
        state = State.CLOSED;
        hasBeenClosed = true;
        closedAtNs = nowNs;
        counters.open--;
        counters.closed++;
        releaseCount++;
        links.releaseLinks(peer);
    }

    // --- sending ---

    private void sendRequest(final long nowNs) {
        hasAsked = true;
        send(ControlFrame.Type.REQUEST, 0, 0, nowNs);
    }

    private void sendAnswer(final long nowNs) {
        send(ControlFrame.Type.ANSWER, links.ticket(peer, TrafficClass.REQUEST), links.ticket(peer, TrafficClass.REPLY), nowNs);
    }

    private void sendConfirm(final long nowNs) {
        send(ControlFrame.Type.CONFIRM, links.ticket(peer, TrafficClass.REQUEST), links.ticket(peer, TrafficClass.REPLY), nowNs);
    }

    private void sendClosing(final long nowNs) {
        send(isCloser ? ControlFrame.Type.CLOSE : ControlFrame.Type.CLOSED, links.sentPosition(peer, TrafficClass.REQUEST),
            links.sentPosition(peer, TrafficClass.REPLY), nowNs);
    }

    private void send(final ControlFrame.Type type, final long request, final long reply, final long nowNs) {
        out.type = type;
        out.source = self;
        out.destination = peer;
        out.epoch = epoch;
        out.askerNonce = askerNonce;
        out.answererNonce = type == ControlFrame.Type.REQUEST ? 0 : answererNonce;
        out.request = request;
        out.reply = reply;
        outlet.send(peer, out, nowNs);
    }

    @Override
    public String toString() {
        return "connection " + self + "-" + peer + " " + state + " epoch " + epoch;
    }
}

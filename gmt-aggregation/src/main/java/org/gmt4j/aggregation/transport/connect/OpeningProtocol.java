package org.gmt4j.aggregation.transport.connect;

import org.gmt4j.aggregation.transport.Links;

/**
 * The handshake of one side of a {@link Connection}, which draws its states: makes the streams, asks or answers, and
 * proves to each side that the other is alive and has the key. Owned by the thread of the transport; grade: set-up.
 *
 * <pre>
 *  asker ---- REQUEST: asker's nonce ---------------&gt; answerer
 *        &lt;--- ANSWER: both nonces, its tickets -----
 *        ---- CONFIRM: both nonces, its tickets ----&gt;
 *        &lt;--- ACK ----------------------------------
 * </pre>
 */
final class OpeningProtocol {
    private final Connection connection;
    private final Attempt attempt;
    private final Patience patience;
    private final ConnectConfig config;
    private final Links links;
    private final Connection.Outlet outlet;
    private final ConnectCounters counters;
    private boolean hasAsked;
    private boolean hasAnswer;
    private boolean isConfirmed;
    private long requestTicket;          // of the peer's streams
    private long replyTicket;
    private long startedNs;

    OpeningProtocol(final Connection connection, final Attempt attempt, final Patience patience,
                    final ConnectConfig config, final Links links,
                    final Connection.Outlet outlet, final ConnectCounters counters) {
        this.connection = connection;
        this.attempt = attempt;
        this.patience = patience;
        this.config = config;
        this.links = links;
        this.outlet = outlet;
        this.counters = counters;
    }

    /** The peer is known to have admitted this side's streams. */
    boolean isConfirmed() {
        return isConfirmed;
    }

    /** The peer has sent a frame that it sends only when it is ready. */
    void confirmed() {
        isConfirmed = true;
        connection.confirmed();
    }

    // --- this side begins ---

    void start(final long nowNs) {
        attempt.ask();
        hasAsked = false;
        hasAnswer = false;
        begin(nowNs);
    }

    private void begin(final long nowNs) {
        startedNs = nowNs;
        isConfirmed = false;
        patience.reset(nowNs);
        if (attempt.isAsker() && config.mode() != ConnectMode.SERIAL) {
            sendRequest(nowNs);
        }
        connection.enter(Connection.State.CREATING);
        links.createLinks(connection.peer());
        lookAtLinks(nowNs);
    }

    /** While they are being made. */
    void lookAtLinks(final long nowNs) {
        final int peer = connection.peer();
        final int now = links.linkState(peer);
        if (now == Links.BROKEN) {
            connection.onBrokenLink("GMT-511 the connection to node " + peer + " cannot be made: "
                + links.linkFailure(peer), nowNs);
        } else if (now == Links.CREATED) {
            created(nowNs);
        }
    }

    private void created(final long nowNs) {
        if (!attempt.isAsker()) {
            connection.enter(Connection.State.ANSWERED);
            sendAnswer(nowNs);
            return;
        }
        connection.enter(Connection.State.REQUESTED);
        if (!hasAsked) {
            patience.reset(nowNs);
            sendRequest(nowNs);
        }
        if (hasAnswer) {
            confirm(nowNs);
        }
    }

    private void confirm(final long nowNs) {
        admit(requestTicket, replyTicket);
        patience.reset(nowNs);
        sendConfirm(nowNs);
        ready(nowNs);
    }

    private void admit(final long request, final long reply) {
        links.admit(connection.peer(), request, reply);
        outlet.admitted(connection.peer(), request, reply);
    }

    private void ready(final long nowNs) {
        connection.opened(nowNs);
        counters.opened(connection.peer(), attempt.isAsker(), attempt.isAsker() ? nowNs - startedNs : 0);
    }

    // --- frames ---

    void onRequest(final ControlFrame in, final long nowNs) {
        final Connection.State state = connection.state();
        final boolean isAsker = attempt.isAsker();
        final boolean isCrossing = isAsker
            && (state == Connection.State.CREATING || state == Connection.State.REQUESTED);
        if (!isAsker && attempt.isOf(in)) {
            counters.duplicates++;
            if (state == Connection.State.ANSWERED) {
                sendAnswer(nowNs);
            }
        } else if (isCrossing && connection.winsCrossing()) {
            onLosingRequest(in.epoch, nowNs);
        } else if (in.epoch > attempt.epoch()
            || in.epoch == attempt.epoch() && (isCrossing || isAsker && connection.hasFailed())) {
            adopt(in, nowNs);
        } else {
            counters.stale++;
        }
    }

    /** Both have asked and this side goes on: with an epoch that the other does not take for an old one. */
    private void onLosingRequest(final long othersEpoch, final long nowNs) {
        if (othersEpoch > attempt.epoch()) {
            attempt.outbid(othersEpoch);
            hasAnswer = false;
            if (hasAsked) {
                sendRequest(nowNs);
            }
        }
    }

    private void adopt(final ControlFrame in, final long nowNs) {
        connection.replaced(nowNs);
        attempt.adopt(in);
        hasAsked = false;
        begin(nowNs);
    }

    void onAnswer(final ControlFrame in, final long nowNs) {
        final Connection.State state = connection.state();
        if (!attempt.isAsker()) {
            counters.stale++;
        } else if (hasAnswer) {
            counters.duplicates++;
            if (state == Connection.State.READY && attempt.hasSameAnswerer(in)) {
                sendConfirm(nowNs);
            }
        } else if (state == Connection.State.CREATING || state == Connection.State.REQUESTED) {
            hasAnswer = true;
            attempt.answeredBy(in);
            requestTicket = in.request;
            replyTicket = in.reply;
            if (state == Connection.State.REQUESTED) {
                confirm(nowNs);
            }
        }
    }

    void onConfirm(final ControlFrame in, final long nowNs) {
        final Connection.State state = connection.state();
        if (attempt.isAsker() || state != Connection.State.ANSWERED && state != Connection.State.READY) {
            counters.stale++;
            return;
        }
        if (state == Connection.State.ANSWERED) {
            admit(in.request, in.reply);
            ready(nowNs);
            confirmed();
        } else {
            counters.duplicates++;
        }
        attempt.send(ControlFrame.Type.ACK, nowNs);
    }

    void onAck() {
        if (connection.isReady()) {
            confirmed();
        }
    }

    // --- sending ---

    /** False when there is nothing to send again: this side answers, or asks when its streams are there. */
    boolean hasAsked() {
        return hasAsked;
    }

    void sendRequest(final long nowNs) {
        hasAsked = true;
        attempt.send(ControlFrame.Type.REQUEST, nowNs);
    }

    void sendAnswer(final long nowNs) {
        attempt.sendTickets(ControlFrame.Type.ANSWER, nowNs);
    }

    void sendConfirm(final long nowNs) {
        attempt.sendTickets(ControlFrame.Type.CONFIRM, nowNs);
    }
}

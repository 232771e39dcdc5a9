package org.gmt4j.aggregation.transport.connect;

import org.gmt4j.aggregation.transport.Links;
import org.gmt4j.aggregation.transport.TrafficClass;

/**
 * The present try of a pair of nodes to connect, as one side knows it: the asker, and the epoch and nonces which all
 * frames of the try carry. Owned by the thread of the transport; grade: set-up.
 */
final class Attempt {
    private final int self;
    private final int peer;
    private final Links links;
    private final Connection.Outlet outlet;
    private final ControlFrame out = new ControlFrame();
    private boolean isAsker;
    private long epoch;
    private long askerNonce;
    private long answererNonce;

    Attempt(final int self, final int peer, final Links links, final Connection.Outlet outlet) {
        this.self = self;
        this.peer = peer;
        this.links = links;
        this.outlet = outlet;
    }

    /** A new one, in which this side asks. */
    void ask() {
        epoch++;
        isAsker = true;
        askerNonce = ConnectKey.nonce();
        answererNonce = 0;
    }

    /** The one that the peer has begun with this request. */
    void adopt(final ControlFrame request) {
        epoch = request.epoch;
        isAsker = false;
        askerNonce = request.askerNonce;
        answererNonce = ConnectKey.nonce();
    }

    /** Goes on with the greater epoch of a request that crossed and lost. */
    void outbid(final long othersEpoch) {
        epoch = othersEpoch;
    }

    /** Sets the side that answers, from now on. */
    void answeredBy(final ControlFrame answer) {
        answererNonce = answer.answererNonce;
    }

    /** Whether this side asked. */
    boolean isAsker() {
        return isAsker;
    }

    long epoch() {
        return epoch;
    }

    /** Whether a frame is of this try, whichever side answers. */
    boolean isOf(final ControlFrame in) {
        return in.epoch == epoch && in.askerNonce == askerNonce;
    }

    boolean hasSameAnswerer(final ControlFrame in) {
        return in.answererNonce == answererNonce;
    }

    // --- sending ---

    /** A frame without contents. */
    void send(final ControlFrame.Type type, final long nowNs) {
        send(type, 0, 0, 0, nowNs);
    }

    /** The same about a closing of this number. */
    void send(final ControlFrame.Type type, final int closing, final long nowNs) {
        send(type, closing, 0, 0, nowNs);
    }

    /** A frame that names the streams that this side has made. */
    void sendTickets(final ControlFrame.Type type, final long nowNs) {
        send(type, 0, links.ticket(peer, TrafficClass.REQUEST), links.ticket(peer, TrafficClass.REPLY), nowNs);
    }

    /** A frame about a closing of this number that says how far this side has written. */
    void sendPositions(final ControlFrame.Type type, final int closing, final long nowNs) {
        send(type, closing, links.sentPosition(peer, TrafficClass.REQUEST),
            links.sentPosition(peer, TrafficClass.REPLY), nowNs);
    }

    private void send(final ControlFrame.Type type, final int closing, final long request, final long reply,
                      final long nowNs) {
        out.type = type;
        out.closing = closing;
        out.source = self;
        out.destination = peer;
        out.epoch = epoch;
        out.askerNonce = askerNonce;
        out.answererNonce = type == ControlFrame.Type.REQUEST ? 0 : answererNonce;
        out.request = request;
        out.reply = reply;
        outlet.send(peer, out, nowNs);
    }
}

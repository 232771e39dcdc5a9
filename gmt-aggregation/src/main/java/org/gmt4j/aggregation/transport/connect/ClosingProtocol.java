package org.gmt4j.aggregation.transport.connect;

import org.gmt4j.aggregation.transport.Links;
import org.gmt4j.aggregation.transport.TrafficClass;

/**
 * The closing of an unused {@link Connection}, which draws its states, by one side, so that nothing is lost: each
 * side says how far it has written, and gives its streams back when the other has read so far. Owned by the thread of
 * the transport; grade: set-up.
 *
 * <pre>
 *  closer ---- CLOSE: positions written ------&gt; closee
 *         &lt;--- CLOSED: positions written ------        or STAY: it is used, or not read to the end
 *         ---- DONE, when all has been read ---&gt;
 * </pre>
 *
 * <p>The first three carry the number of the closing, which the closer counts: a STAY that is late must not leave a
 * closer ready whose later question the closee agrees to, nor a CLOSE that is late a closee drain alone. A closing that
 * was declined once is declined for good.
 */
final class ClosingProtocol {
    private final Connection connection;
    private final Attempt attempt;
    private final Patience patience;
    private final Links links;
    private final ConnectCounters counters;
    private final IdleTime idle;
    private boolean isCloser;
    /** Number of the present closing, whoever has asked for it; while it drains. */
    private int number;
    /** Of the last one that this side has asked for, and of the last one of the peer's that it has declined. */
    private int lastAsked;
    private int lastDeclined;

    ClosingProtocol(final Connection connection, final Attempt attempt, final Patience patience,
                    final ConnectConfig config, final Links links, final ConnectCounters counters) {
        this.connection = connection;
        this.attempt = attempt;
        this.patience = patience;
        this.links = links;
        this.counters = counters;
        idle = new IdleTime(config, links);
    }

    /** The connection is ready. */
    void opened(final long nowNs) {
        lastAsked = 0;
        lastDeclined = 0;
        idle.opened(nowNs);
    }

    /** Of a ready connection, now and then: closes it when nobody uses it. */
    void closeIfIdle(final long nowNs) {
        noteUse(nowNs);
        if (idle.mayRelease(nowNs) && idle.isOver(nowNs)) {
            lastAsked = lastAsked + 1 & 0xffff;
            drain(true, lastAsked, nowNs);
        }
    }

    private void noteUse(final long nowNs) {
        final long received = links.receivedPosition(connection.peer(), TrafficClass.REQUEST)
            + links.receivedPosition(connection.peer(), TrafficClass.REPLY);
        idle.look(connection.takeUse(), received, nowNs);
    }

    private void drain(final boolean asCloser, final int closing, final long nowNs) {
        connection.enter(Connection.State.DRAINING);
        isCloser = asCloser;
        number = closing;
        patience.reset(nowNs);
        sendClosing(nowNs);
    }

    void onClose(final ControlFrame in, final long nowNs) {
        if (!connection.isReady() && !isDraining()) {
            return;
        }
        if (isDeclined(in.closing)) {
            decline(in.closing, nowNs);
        } else if (isDraining()) {
            if (!isCloser || !connection.winsCrossing() && hasRead(in)) {
                drain(false, in.closing, nowNs);
            }
        } else {
            noteUse(nowNs);
            if (idle.isHalfOver(nowNs) && hasRead(in) && idle.mayRelease(nowNs)) {
                drain(false, in.closing, nowNs);
            } else {
                lastDeclined = in.closing;
                decline(in.closing, nowNs);
            }
        }
    }

    /** The peer may have gone on since. */
    private boolean isDeclined(final int closing) {
        return (short) (closing - lastDeclined) <= 0;
    }

    private void decline(final int closing, final long nowNs) {
        attempt.send(ControlFrame.Type.STAY, closing, nowNs);
    }

    private boolean isDraining() {
        return connection.state() == Connection.State.DRAINING;
    }

    private boolean hasRead(final ControlFrame in) {
        return links.receivedPosition(connection.peer(), TrafficClass.REQUEST) >= in.request
            && links.receivedPosition(connection.peer(), TrafficClass.REPLY) >= in.reply;
    }

    void onClosed(final ControlFrame in, final long nowNs) {
        if (connection.state() == Connection.State.CLOSED) {
            counters.duplicates++;
            attempt.send(ControlFrame.Type.DONE, nowNs);
        } else if (isAsking(in)) {
            if (hasRead(in)) {
                attempt.send(ControlFrame.Type.DONE, nowNs);
                closed(nowNs);
            } else {
                patience.reset(nowNs);         // the peer lives; this side still has to read
            }
        }
    }

    void onDone(final long nowNs) {
        if (isDraining() && !isCloser) {
            closed(nowNs);
        }
    }

    void onStay(final ControlFrame in, final long nowNs) {
        if (isAsking(in)) {
            connection.stay();
            idle.usedByPeer(nowNs);
        }
    }

    /** Whether a frame answers what this side asks for now. */
    private boolean isAsking(final ControlFrame in) {
        return isDraining() && isCloser && in.closing == number;
    }

    /**
     * The peer has not answered. Who has agreed is done: the peer has read everything and asked for it. Who has asked
     * goes on as if it had not been: nothing is lost, the peer may stand still only now, and if it has agreed and given
     * its streams back, it opens them again with its next buffer.
     */
    void onTimeout(final long nowNs) {
        if (isCloser) {
            connection.stay();
            idle.usedByPeer(nowNs);
        } else {
            closed(nowNs);
        }
    }

    /** All has been read: gives the streams back. */
    void closed(final long nowNs) {
        connection.enter(Connection.State.CLOSED);
        idle.closed(nowNs);
        counters.open--;
        counters.closed++;
        links.releaseLinks(connection.peer());
    }

    void sendClosing(final long nowNs) {
        attempt.sendPositions(isCloser ? ControlFrame.Type.CLOSE : ControlFrame.Type.CLOSED, number, nowNs);
    }
}

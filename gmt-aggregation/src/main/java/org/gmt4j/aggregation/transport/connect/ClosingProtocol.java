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
 */
final class ClosingProtocol {
    private final Connection connection;
    private final Attempt attempt;
    private final Patience patience;
    private final Links links;
    private final ConnectCounters counters;
    private final IdleTime idle;
    private boolean isCloser;

    ClosingProtocol(final Connection connection, final Attempt attempt, final Patience patience,
                    final ConnectConfig config, final Links links, final ConnectCounters counters) {
        this.connection = connection;
        this.attempt = attempt;
        this.patience = patience;
        this.links = links;
        this.counters = counters;
        idle = new IdleTime(config, links);
    }

    /** Whether this side has asked for it; while it drains. */
    boolean isCloser() {
        return isCloser;
    }

    /** The connection is ready. */
    void opened(final long nowNs) {
        idle.opened(nowNs);
    }

    /** Of a ready connection, now and then: closes it when nobody uses it. */
    void closeIfIdle(final long nowNs) {
        noteUse(nowNs);
        if (idle.mayRelease(nowNs) && idle.isOver(nowNs)) {
            drain(true, nowNs);
        }
    }

    private void noteUse(final long nowNs) {
        final long received = links.receivedPosition(connection.peer(), TrafficClass.REQUEST)
            + links.receivedPosition(connection.peer(), TrafficClass.REPLY);
        idle.look(connection.takeUse(), received, nowNs);
    }

    private void drain(final boolean asCloser, final long nowNs) {
        connection.enter(Connection.State.DRAINING);
        isCloser = asCloser;
        patience.reset(nowNs);
        sendClosing(nowNs);
    }

    void onClose(final ControlFrame in, final long nowNs) {
        if (connection.isReady()) {
            noteUse(nowNs);
            if (!idle.isHalfOver(nowNs) || !hasRead(in) || !idle.mayRelease(nowNs)) {
                attempt.send(ControlFrame.Type.STAY, nowNs);
                return;
            }
            drain(false, nowNs);
        } else if (isDraining() && (!isCloser || !connection.winsCrossing() && hasRead(in))) {
            drain(false, nowNs);
        }
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
        } else if (isDraining() && isCloser) {
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

    void onStay(final long nowNs) {
        if (isDraining() && isCloser) {
            connection.stay();
            idle.usedByPeer(nowNs);
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
        attempt.sendPositions(isCloser ? ControlFrame.Type.CLOSE : ControlFrame.Type.CLOSED, nowNs);
    }
}

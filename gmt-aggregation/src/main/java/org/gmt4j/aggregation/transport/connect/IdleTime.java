package org.gmt4j.aggregation.transport.connect;

import org.gmt4j.aggregation.transport.Links;

/**
 * How long a connection has not been used, and how long it may lie so: twice as long as before when it was needed again
 * soon after it had been closed, down to half when it was not. Owned by the thread of the transport; grade: set-up.
 */
final class IdleTime {
    private final ConnectConfig config;
    private final Links links;
    private long readySinceNs;
    private long lastUseNs;
    private long receivedBefore;
    private long closedAtNs;
    private boolean hasBeenClosed;
    private int idleFactor = 1;
    private long releasesSinceNs;
    private int releaseCount;            // since then

    IdleTime(final ConnectConfig config, final Links links) {
        this.config = config;
        this.links = links;
    }

    /** The connection is ready. */
    void opened(final long nowNs) {
        readySinceNs = nowNs;
        lastUseNs = nowNs;
        if (hasBeenClosed) {
            adapt(nowNs);
        }
    }

    /** Needed again soon after it was closed: closed too early. */
    private void adapt(final long nowNs) {
        final boolean isSoon = nowNs - closedAtNs < config.idleNs() * idleFactor;
        idleFactor = isSoon ? Math.min(2 * idleFactor, ConnectConfig.MAX_IDLE_FACTOR) : Math.max(1, idleFactor / 2);
    }

    /** The streams have been given back. */
    void closed(final long nowNs) {
        hasBeenClosed = true;
        closedAtNs = nowNs;
        releaseCount++;
    }

    /**
     * Notes whether it has been used since the last look.
     *
     * @param isUsed   this side has claimed room
     * @param received how far this side has read, all streams together
     */
    void look(final boolean isUsed, final long received, final long nowNs) {
        if (isUsed || received != receivedBefore) {
            receivedBefore = received;
            lastUseNs = nowNs;
        }
    }

    /** The peer uses it. */
    void usedByPeer(final long nowNs) {
        lastUseNs = nowNs;
    }

    /** Long enough for this side to ask for its closing. */
    boolean isOver(final long nowNs) {
        return nowNs - readySinceNs >= config.minLifeNs() && nowNs - lastUseNs >= config.idleNs() * idleFactor;
    }

    /** Long enough for this side to agree when the peer asks. */
    boolean isHalfOver(final long nowNs) {
        return nowNs - lastUseNs >= config.idleNs() / 2;
    }

    /**
     * Streams given back more often than the transport forgets them would use up the numbers that it can tell apart:
     * then it stays open for now.
     */
    boolean mayRelease(final long nowNs) {
        if (nowNs - releasesSinceNs >= links.lingerNs()) {
            releasesSinceNs = nowNs;
            releaseCount = 0;
        }
        return releaseCount < Links.MOST_RELEASES;
    }
}

package org.gmt4j.aggregation.transport.connect;

import java.util.Arrays;
import org.agrona.concurrent.NanoClock;
import org.gmt4j.aggregation.transport.Links;
import org.gmt4j.aggregation.transport.TrafficClass;

/**
 * Streams that take longer to make than they do: a model of hardware where making one end of a connection keeps the
 * adapter busy for a known time, for experiments. Owned by the thread of the transport.
 */
final class CostlyLinks implements Links {
    private final Links links;
    private final long costNs;
    private final NanoClock clock;
    private final long[] madeAtNs;
    private final boolean[] isCharged;
    private long busyUntilNs;

    CostlyLinks(final Links links, final int nodeCount, final long costNs, final NanoClock clock) {
        this.links = links;
        this.costNs = costNs;
        this.clock = clock;
        madeAtNs = new long[nodeCount];
        isCharged = new boolean[nodeCount];
        Arrays.fill(madeAtNs, 0);
        busyUntilNs = clock.nanoTime();
    }

    @Override
    public void createLinks(final int node) {
        if (!isCharged[node]) {
            isCharged[node] = true;
            final long nowNs = clock.nanoTime();
            busyUntilNs = (busyUntilNs - nowNs > 0 ? busyUntilNs : nowNs) + costNs;
            madeAtNs[node] = busyUntilNs;
        }
        links.createLinks(node);
    }

    @Override
    public int linkState(final int node) {
        final int state = links.linkState(node);
        return state == CREATED && clock.nanoTime() - madeAtNs[node] < 0 ? CREATING : state;
    }

    @Override
    public String linkFailure(final int node) {
        return links.linkFailure(node);
    }

    @Override
    public long ticket(final int node, final TrafficClass cls) {
        return links.ticket(node, cls);
    }

    @Override
    public void admit(final int node, final long requestTicket, final long replyTicket) {
        links.admit(node, requestTicket, replyTicket);
    }

    @Override
    public long sentPosition(final int node, final TrafficClass cls) {
        return links.sentPosition(node, cls);
    }

    @Override
    public long receivedPosition(final int node, final TrafficClass cls) {
        return links.receivedPosition(node, cls);
    }

    @Override
    public void releaseLinks(final int node) {
        isCharged[node] = false;
        links.releaseLinks(node);
    }

    @Override
    public long lingerNs() {
        return links.lingerNs();
    }

    @Override
    public long bytesPerConnection() {
        return links.bytesPerConnection();
    }
}

package org.gmt4j.aggregation.transport;

import java.util.Optional;
import java.util.function.IntConsumer;

/** Does what the transport below does; for decorators of tests. */
public abstract class ForwardingTransport implements LinkedTransport {
    final LinkedTransport inner;

    protected ForwardingTransport(final LinkedTransport inner) {
        this.inner = inner;
    }

    @Override
    public int poll(final TrafficClass cls, final FragmentConsumer consumer, final int limit) {
        return inner.poll(cls, consumer, limit);
    }

    @Override
    public int deliveringNode() {
        return inner.deliveringNode();
    }

    @Override
    public int deliveringStream() {
        return inner.deliveringStream();
    }

    @Override
    public boolean hasTrafficPending() {
        return inner.hasTrafficPending();
    }

    @Override
    public boolean onArrival(final Runnable listener) {
        return inner.onArrival(listener);
    }

    @Override
    public void gate() {
        inner.gate();
    }

    @Override
    public boolean isExposed() {
        return inner.isExposed();
    }

    @Override
    public boolean isLost() {
        return inner.isLost();
    }

    @Override
    public void createLinks(final int node) {
        inner.createLinks(node);
    }

    @Override
    public int linkState(final int node) {
        return inner.linkState(node);
    }

    @Override
    public String linkFailure(final int node) {
        return inner.linkFailure(node);
    }

    @Override
    public long ticket(final int node, final TrafficClass cls) {
        return inner.ticket(node, cls);
    }

    @Override
    public void admit(final int node, final long requestTicket, final long replyTicket) {
        inner.admit(node, requestTicket, replyTicket);
    }

    @Override
    public long sentPosition(final int node, final TrafficClass cls) {
        return inner.sentPosition(node, cls);
    }

    @Override
    public long receivedPosition(final int node, final TrafficClass cls) {
        return inner.receivedPosition(node, cls);
    }

    @Override
    public void releaseLinks(final int node) {
        inner.releaseLinks(node);
    }

    @Override
    public long bytesPerConnection() {
        return inner.bytesPerConnection();
    }

    @Override
    public int nodeId() {
        return inner.nodeId();
    }

    @Override
    public int nodeCount() {
        return inner.nodeCount();
    }

    @Override
    public int maxPayloadLength() {
        return inner.maxPayloadLength();
    }

    @Override
    public byte[] localAddress() {
        return inner.localAddress();
    }

    @Override
    public void connect(final byte[][] addresses) {
        inner.connect(addresses);
    }

    @Override
    public int tryClaim(final int node, final TrafficClass cls, final int length, final TransportClaim claim) {
        return inner.tryClaim(node, cls, length, claim);
    }

    @Override
    public int doWork(final long nowNs) {
        return inner.doWork(nowNs);
    }

    @Override
    public void onBroken(final IntConsumer listener) {
        inner.onBroken(listener);
    }

    @Override
    public Optional<String> failure() {
        return inner.failure();
    }

    @Override
    public boolean isFailed(final int node) {
        return inner.isFailed(node);
    }

    @Override
    public TransportCounters counters() {
        return inner.counters();
    }

    @Override
    public void close() {
        inner.close();
    }
}

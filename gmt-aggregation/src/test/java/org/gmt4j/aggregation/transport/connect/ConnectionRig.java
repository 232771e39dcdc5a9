package org.gmt4j.aggregation.transport.connect;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.aggregation.transport.Links;
import org.gmt4j.aggregation.transport.TrafficClass;

/**
 * Two sides of one connection, with streams that are numbers, a clock that is set, and a network that does as it is
 * told.
 */
final class ConnectionRig {
    static final long US = 1_000;
    static final long MS = 1_000_000;
    static final long STEP_NS = 50 * US;

    /** What happens to one frame. */
    enum Fate { ARRIVES, IS_LOST, IS_DOUBLED, IS_LATE }

    /** Decides by number, counted from 0 in the order of sending. */
    interface Fates {
        Fate of(int number, ControlFrame frame);
    }

    record Parcel(long dueNs, byte[] bytes) {
    }

    final Side[] sides = new Side[2];
    final List<Parcel> onTheirWay = new ArrayList<>();
    final List<String> sent = new ArrayList<>();
    Fates fates = (number, frame) -> Fate.ARRIVES;
    long delayNs = 100 * US;
    long lateNs = 130 * MS;
    long nowNs = 1_000_000_000L;
    int count;
    boolean isSweeping;

    ConnectionRig(final ConnectConfig config) {
        sides[0] = new Side(0, config);
        sides[1] = new Side(1, config);
    }

    void step() {
        nowNs += STEP_NS;
        for (int i = 0; i < onTheirWay.size(); i++) {
            final Parcel parcel = onTheirWay.get(i);
            if (nowNs - parcel.dueNs >= 0) {
                onTheirWay.remove(i--);
                deliver(parcel.bytes);
            }
        }
        for (final Side side : sides) {
            side.connection.onTime(nowNs);
            if (isSweeping) {
                side.connection.closeIfIdle(nowNs);
            }
        }
    }

    void deliver(final byte[] bytes) {
        final ControlFrame frame = new ControlFrame();
        if (!frame.decode(bytes, ControlFrame.LENGTH)) {
            throw new AssertionError("not a frame");
        }
        sides[frame.destination].connection.onFrame(frame, nowNs);
    }

    void run(final long forNs) {
        for (final long end = nowNs + forNs; nowNs < end; ) {
            step();
        }
    }

    /** Runs until both are in a state; returns whether they came there. */
    boolean runUntilBoth(final Connection.State state, final long limitNs) {
        for (final long end = nowNs + limitNs; nowNs < end; step()) {
            if (sides[0].connection.state() == state && sides[1].connection.state() == state
                && sides[0].connection.isQuiet() && sides[1].connection.isQuiet()) {
                return true;
            }
        }
        return false;
    }

    private void send(final int node, final ControlFrame frame, final long sentNs) {
        final byte[] bytes = new byte[ControlFrame.LENGTH];
        frame.encode(bytes);
        final Fate fate = fates.of(count++, frame);
        sent.add(frame.type + (fate == Fate.ARRIVES ? "" : " " + fate));
        if (fate != Fate.IS_LOST) {
            onTheirWay.add(new Parcel(sentNs + delayNs + (fate == Fate.IS_LATE ? lateNs : 0), bytes));
        }
        if (fate == Fate.IS_DOUBLED) {
            onTheirWay.add(new Parcel(sentNs + 3 * delayNs, bytes));
        }
    }

    /** One node. */
    final class Side implements Links {
        final ConnectCounters counters = new ConnectCounters(2);
        final Connection connection;
        private final int node;
        long creationNs;
        long createdAtNs;
        boolean exists;
        boolean isBroken;
        long lingerNs;
        int creations;
        int releases;
        long ticket = 100;
        long admittedRequest = -1;
        long admittedReply = -1;
        long sentBytes;
        long readBytes;

        Side(final int node, final ConnectConfig config) {
            this.node = node;
            connection = new Connection(node, 1 - node, config, this, ConnectionRig.this::send, counters);
        }

        @Override
        public void createLinks(final int peer) {
            if (!exists) {
                exists = true;
                creations++;
                ticket += 10 + node;
                createdAtNs = nowNs + creationNs;
            }
        }

        @Override
        public int linkState(final int peer) {
            return isBroken ? BROKEN : !exists || nowNs < createdAtNs ? CREATING : CREATED;
        }

        @Override
        public String linkFailure(final int peer) {
            return "broken on purpose";
        }

        @Override
        public long ticket(final int peer, final TrafficClass cls) {
            if (linkState(peer) != CREATED) {
                throw new AssertionError("no streams, no ticket");
            }
            return ticket + cls.ordinal();
        }

        @Override
        public void admit(final int peer, final long requestTicket, final long replyTicket) {
            admittedRequest = requestTicket;
            admittedReply = replyTicket;
        }

        @Override
        public long sentPosition(final int peer, final TrafficClass cls) {
            return sentBytes;
        }

        @Override
        public long receivedPosition(final int peer, final TrafficClass cls) {
            return readBytes;
        }

        @Override
        public void releaseLinks(final int peer) {
            exists = false;
            releases++;
        }

        @Override
        public long lingerNs() {
            return lingerNs;
        }

        @Override
        public long bytesPerConnection() {
            return 1;
        }
    }
}

package org.gmt4j.bench.simulate;

import java.util.Arrays;

/**
 * A message on its way from node to node: at the receiver's link first, then received. Pooled by {@link ClusterModel}.
 */
final class Message implements Event {
    /** A message under way. */
    enum Type {
        /** A buffer of requests; holds a credit of its edge. */
        REQUEST,
        /** Answers for processes of one node. */
        REPLY,
        /** Nothing but credits. */
        ACK
    }

    private final ClusterModel model;
    private int[] processes = new int[4];
    private int count;
    private boolean isAtLink;
    Type type;
    int from;
    int to;
    /** Buffers acknowledged to the receiver, whatever the type. */
    int credits;
    long bytes;

    Message(final ClusterModel model) {
        this.model = model;
    }

    Message reset(final Type newType, final int sender, final int receiver, final long headerBytes) {
        type = newType;
        from = sender;
        to = receiver;
        bytes = headerBytes;
        count = 0;
        credits = 0;
        isAtLink = false;
        return this;
    }

    /** Adds the block of a process's request, or the answer to it. */
    void add(final int process, final long blockBytes) {
        if (count == processes.length) {
            processes = Arrays.copyOf(processes, count * 2);
        }
        processes[count++] = process;
        bytes += blockBytes;
    }

    int count() {
        return count;
    }

    int process(final int index) {
        return processes[index];
    }

    @Override
    public void happen(final long nowPs) {
        final ModelNode receiver = model.node(to);
        if (!isAtLink) {
            isAtLink = true;
            final long receivedPs = receiver.throughLink(this, nowPs);
            if (receivedPs > nowPs) {
                model.at(receivedPs, this);
                return;
            }
        }
        receiver.received(this, nowPs);
    }
}

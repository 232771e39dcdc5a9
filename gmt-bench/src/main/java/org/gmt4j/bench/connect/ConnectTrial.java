package org.gmt4j.bench.connect;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.ConnectMode;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.graph.memory.LocalView;

/**
 * Node 0 connects to all others, one after the other, and sends each a buffer: the experiment of paper 002, figure 12.
 * Two threads, so that both sides can create at the same time: one runs node 0, one all others.
 */
public final class ConnectTrial {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    /**
     * The findings.
     *
     * @param eachNs      by peer, until node 0 may send; mode static: all alike, the total
     * @param totalNs     until node 0 may send to all; connections between others, which mode static makes too, may
     *                    follow
     * @param connections ends of connections open in the whole job at the end, halved
     * @param bytes       of the streams of one connection on one side
     * @param mistake     fault: a node that has not got its buffer, and nothing else, once, or a count of
     *                    connections that the mode does not make; empty when all was right
     */
    public record Outcome(long[] eachNs, long totalNs, long connections, long bytes, Optional<String> mistake) {
    }

    private final Transport[] nodes;
    /**
     * By node: buffers that came, and how many of them differed from the one that node 0 had sent. Written by the other
     * thread, read after its end.
     */
    private final int[] received;
    private final int[] wrong;
    private volatile boolean isOver;
    private volatile Throwable failure;

    private ConnectTrial(final Transport[] nodes) {
        this.nodes = nodes;
        received = new int[nodes.length];
        wrong = new int[nodes.length];
    }

    /** The word that node 0 sends a node. */
    private static long word(final int peer) {
        return RandomIndex.mix(peer);
    }

    private boolean take(final int node, final long address, final int length) {
        received[node]++;
        wrong[node] += length == Long.BYTES && LocalView.words(address, 1).word(0) == word(node) ? 0 : 1;
        return true;
    }

    private Optional<String> mistake(final ConnectMode mode, final long connections) {
        for (int node = 0; node < nodes.length; node++) {
            if (received[node] != (node == 0 ? 0 : 1) || wrong[node] != 0) {
                return Optional.of("node " + node + " got " + received[node] + " buffers, " + wrong[node]
                    + " of them wrong");
            }
        }
        final long expected = mode == ConnectMode.STATIC ? nodes.length * (nodes.length - 1L) / 2 : nodes.length - 1L;
        return connections == expected ? Optional.empty()
            : Optional.of(connections + " connections are open, and " + expected + " should be");
    }

    /**
     * Runs one.
     *
     * @param transports  fresh ones
     * @param linkDelayNs of each frame of the handshake
     * @param createNs    cost of making one end, added to the real cost; 0 for none
     */
    public static Outcome run(final TransportFactory transports, final int nodeCount, final ConnectMode mode,
                              final long linkDelayNs, final long createNs) throws InterruptedException {
        final MemoryControlNetwork control = new MemoryControlNetwork(nodeCount,
            MemoryControlNetwork.Faults.delay(linkDelayNs));
        // nothing is lost
        final ConnectConfig config = ConnectConfig.DEFAULT.withMode(mode).withTimeouts(LIMIT_NS, LIMIT_NS, 0);
        final TransportFactory factory = OnDemandTransport.costly(transports, control, ConnectKey.random(),
            config, createNs);
        final Transport[] nodes = new Transport[nodeCount];
        try {
            final byte[][] addresses = new byte[nodeCount][];
            for (int node = 0; node < nodeCount; node++) {
                nodes[node] = factory.open(node, nodeCount);
                addresses[node] = nodes[node].localAddress();
            }
            for (final Transport node : nodes) {
                node.connect(addresses);
            }
            return new ConnectTrial(nodes).measure(mode);
        } finally {
            for (final Transport node : nodes) {
                if (node != null) {
                    node.close();
                }
            }
        }
    }

    private Outcome measure(final ConnectMode mode) throws InterruptedException {
        final Thread others = new Thread(this::runOthers, "connect-others");
        others.setDaemon(true);
        others.start();
        final long[] eachNs = new long[nodes.length - 1];
        final long totalNs;
        final long connections;
        final long bytes;
        try {
            final long startNs = System.nanoTime();
            for (int peer = 1; peer < nodes.length; peer++) {
                eachNs[peer - 1] = connect(peer);
            }
            totalNs = System.nanoTime() - startNs;
            settle();
            if (mode == ConnectMode.STATIC) {
                awaitAllPairs();
                Arrays.fill(eachNs, totalNs);
            }
            connections = connections();
            bytes = bytes();
        } finally {
            isOver = true;
            others.join();
        }
        return new Outcome(eachNs, totalNs, connections, bytes, mistake(mode, connections));
    }

    private void runOthers() {
        try {
            while (!isOver) {
                for (int node = 1; node < nodes.length; node++) {
                    nodes[node].doWork(System.nanoTime());
                    final int receiver = node;
                    nodes[node].poll(TrafficClass.REQUEST, (address, length) -> take(receiver, address, length), 8);
                }
            }
        } catch (final RuntimeException | Error e) {
            failure = e;
        }
    }

    private long connect(final int peer) {
        final TransportClaim claim = new TransportClaim();
        final long startNs = System.nanoTime();
        while (nodes[0].tryClaim(peer, TrafficClass.REQUEST, 8, claim) != Transport.OK) {
            work(startNs, "node 0 reaches node " + peer);
        }
        final long took = System.nanoTime() - startNs;
        LocalView.words(claim.address(), 1).setWord(0, word(peer));
        claim.commit();
        return took;
    }

    private void awaitAllPairs() {
        final long startNs = System.nanoTime();
        while (connections() < nodes.length * (nodes.length - 1L) / 2) {
            work(startNs, "all connections are open");
        }
    }

    /** Until all sent buffers are confirmed, so that the count is the last word. */
    private void settle() {
        final long startNs = System.nanoTime();
        while (delivered() < nodes.length - 1) {
            work(startNs, "all have got their buffer");
        }
    }

    private long delivered() {
        long count = 0;
        for (int node = 1; node < nodes.length; node++) {
            count += nodes[node].counters().buffersDelivered();
        }
        return count;
    }

    private void work(final long startNs, final String what) {
        final long nowNs = System.nanoTime();
        nodes[0].doWork(nowNs);
        if (failure != null || nowNs - startNs > LIMIT_NS) {
            throw new IllegalStateException("waited in vain until " + what + ": " + nodes[0].failure()
                .orElse("no failure"), failure);
        }
    }

    private long open(final int node) {
        return counter(node, "open");
    }

    private long counter(final int node, final String name) {
        final Map<String, Long> counters = nodes[node].connections().counters();
        return counters.get(name);
    }

    private long connections() {
        long ends = 0;
        for (int node = 0; node < nodes.length; node++) {
            ends += open(node);
        }
        return ends / 2;
    }

    private long bytes() {
        return counter(0, "bytes") / Math.max(1, open(0));
    }
}

package org.gmt4j.aggregation.transport;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.aeron.protocol.DataHeaderFlyweight;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.agrona.BitUtil;
import org.gmt4j.aggregation.settings.HostPort;

/**
 * Settings of an {@link AeronTransport}; the same for all nodes of a job except the host.
 *
 * @param medium     shared memory of one host, or datagrams
 * @param directory  IPC: where the shared driver lives; UDP: where the own driver's directory is made, empty for the
 *                   default
 * @param host       UDP: address to bind, a name or a literal, of IPv6 with or without brackets, but none of one link
 *                   only; the port is chosen by the system
 * @param streams    how streams are numbered
 * @param mtuLength  bytes of the largest frame, at most 65,504; over a real network its largest packet (8,928 for jumbo
 *                   frames)
 * @param termLength bytes of a term buffer, a power of two; 0 = by the number of nodes
 * @param timeouts   patience with drivers and peers
 * @param fillers    UDP: frames sent when a connection falls idle
 */
public record AeronConfig(
        Medium medium, String directory, String host, Streams streams, int mtuLength, int termLength,
        Timeouts timeouts, Fillers fillers) {

    /** The carrier of the bytes. */
    public enum Medium {
        /** Shared memory, through a driver that all nodes of the host share. */
        IPC,
        /** Datagrams, through a driver of the node's own, run by its thread. */
        UDP
    }

    /**
     * Numbers of streams and sessions.
     *
     * @param base first stream id
     * @param salt mixed into session ids, so that strangers are told from nodes of this job
     */
    public record Streams(int base, int salt) {
    }

    /**
     * Patience, in nanoseconds.
     *
     * @param livenessNs how long a driver or a client may stall before the other gives it up; long, as that is final
     * @param connectNs  how long a peer may stay unreachable before claims answer FAILED, and a driver be awaited; over
     *                   UDP a peer that was there is only then looked for when it was silent for so long. Pauses of
     *                   this node count for little
     */
    public record Timeouts(long livenessNs, long connectNs) {
        static final Timeouts DEFAULT = new Timeouts(SECONDS.toNanos(60), SECONDS.toNanos(30));

        /** Checks the ranges. */
        public Timeouts {
            require(livenessNs >= SECONDS.toNanos(1), "livenessNs must be a second or more, found " + livenessNs);
            require(connectNs > 0, "connectNs must be more than 0, found " + connectNs);
        }
    }

    /**
     * Frames without data: a receiver that has lost the last buffer learns so from the next frame.
     *
     * @param delayNs idle time of a connection before the first one, in nanoseconds
     * @param count   frames in all, at doubling distances
     */
    public record Fillers(long delayNs, int count) {
        /** Checks the ranges. */
        public Fillers {
            require(delayNs > 0 && count >= 0, "delayNs must be more than 0 and count at least 0, found " + delayNs
                    + " and " + count);
        }
    }

    /** The largest frame that fits a datagram. */
    public static final int MAX_MTU_LENGTH = 65504;

    private static final int KB = 1024;
    private static final int MB = 1024 * KB;
    static final int TERMS_PER_LOG = 3;
    /** UDP: bytes asked of the system for each socket buffer; less is taken when it permits less. */
    static final int SOCKET_BUFFER_LENGTH = 4 * MB;
    /** UDP: bytes that a sender may be ahead of a receiver; less when half a term or a socket buffer is less. */
    private static final int RECEIVER_WINDOW = 2 * MB;
    private static final long CLOSE_LINGER_NS = MILLISECONDS.toNanos(50);
    private static final Streams FIRST_STREAMS = new Streams(1000, 0);
    private static final int MIN_TERM = 128 * KB;         // a frame is an eighth of it and must hold a network buffer
    private static final int MAX_IPC_TERM = MB;           // a log passes through it: pages touched first are dear
    private static final int MAX_UDP_TERM = 4 * MB;       // half of it is the greatest receiver window
    private static final int MIN_RECEIVER_WINDOW = 256 * KB;
    private static final long LOG_BUDGET = 128L * MB;     // of all busy connections: per host (IPC), per node (UDP)
    private static final int MAX_NODE_COUNT = 1 << 20;    // 20 bits in a session id

    /** Checks the ranges, and writes an IPv6 host as drivers read it. */
    public AeronConfig {
        host = host.indexOf(':') < 0 ? host : numbers(HostPort.withoutBrackets(host));
        require(mtuLength % 32 == 0 && mtuLength >= 1024 && mtuLength <= MAX_MTU_LENGTH,
                "mtuLength must be a multiple of 32 from 1024 to " + MAX_MTU_LENGTH + ", found " + mtuLength);
        require(termLength == 0 || BitUtil.isPowerOfTwo(termLength) && termLength >= 64 * KB && termLength <= 1024 * MB,
                "termLength must be 0 or a power of two from 64 KB to 1 GB, found " + termLength);
    }

    /**
     * Settings for nodes of one host.
     *
     * @param directory of the driver, see {@link MediaDriverLauncher}
     * @return the settings
     */
    public static AeronConfig ipc(final String directory) {
        return new AeronConfig(Medium.IPC, directory, "", FIRST_STREAMS, MAX_MTU_LENGTH, 0, Timeouts.DEFAULT,
                new Fillers(MILLISECONDS.toNanos(1), 0));
    }

    /**
     * Settings for nodes joined by a network.
     *
     * @param host the address of this host which others reach
     * @return the settings
     */
    public static AeronConfig udp(final String host) {
        return new AeronConfig(Medium.UDP, "", host, FIRST_STREAMS, MAX_MTU_LENGTH, 0, Timeouts.DEFAULT,
                new Fillers(MILLISECONDS.toNanos(1), 4));
    }

    /**
     * The same with another directory.
     *
     * @param path see {@link #directory()}
     * @return the settings
     */
    public AeronConfig withDirectory(final String path) {
        return new AeronConfig(medium, path, host, streams, mtuLength, termLength, timeouts, fillers);
    }

    /**
     * The same with another frame length.
     *
     * @param length bytes
     * @return the settings
     */
    public AeronConfig withMtuLength(final int length) {
        return new AeronConfig(medium, directory, host, streams, length, termLength, timeouts, fillers);
    }

    /**
     * The same with another term length.
     *
     * @param length bytes, 0 = by the number of nodes
     * @return the settings
     */
    public AeronConfig withTermLength(final int length) {
        return new AeronConfig(medium, directory, host, streams, mtuLength, length, timeouts, fillers);
    }

    /**
     * The same with other streams: a second transport beside the first.
     *
     * @param base first stream id
     * @return the settings
     */
    public AeronConfig withStreamBase(final int base) {
        return new AeronConfig(medium, directory, host, new Streams(base, streams.salt()), mtuLength, termLength,
                timeouts, fillers);
    }

    /**
     * The same with another salt.
     *
     * @param salt any number that all nodes of the job, and only they, know
     * @return the settings
     */
    public AeronConfig withSessionSalt(final int salt) {
        return new AeronConfig(medium, directory, host, new Streams(streams.base(), salt), mtuLength, termLength,
                timeouts, fillers);
    }

    /**
     * The same with other times.
     *
     * @param livenessNs see {@link Timeouts}
     * @param connectNs  see {@link Timeouts}
     * @return the settings
     */
    public AeronConfig withTimeouts(final long livenessNs, final long connectNs) {
        return new AeronConfig(medium, directory, host, streams, mtuLength, termLength,
                new Timeouts(livenessNs, connectNs), fillers);
    }

    /**
     * The same for nodes that share their cores with many others.
     *
     * @param crowd factor of the time for which a peer may stay unreachable, 1 or more
     */
    public AeronConfig withCrowd(final int crowd) {
        return withTimeouts(timeouts.livenessNs(), crowd * timeouts.connectNs());
    }

    /**
     * The same with other filler frames.
     *
     * @param delayNs see {@link Fillers}
     * @param count   see {@link Fillers}
     * @return the settings
     */
    public AeronConfig withFillers(final long delayNs, final int count) {
        return new AeronConfig(medium, directory, host, streams, mtuLength, termLength,
                timeouts, new Fillers(delayNs, count));
    }

    /**
     * Bytes of a term buffer: as set, or the largest that keeps all logs of a job in which everybody talks to everybody
     * within a budget of 128 MB (per host over IPC, per node over UDP). Not less than 128 KB: the shortest terms keep
     * 13 nodes over IPC and 86 over UDP within the budget; more take more, which {@link MediaDriverLauncher} and the
     * transport check before they make anything (GMT-501).
     *
     * @param nodeCount nodes in the job
     * @return a power of two
     */
    public int termLengthFor(final int nodeCount) {
        if (termLength != 0) {
            return termLength;
        }
        int length = medium == Medium.IPC ? MAX_IPC_TERM : MAX_UDP_TERM;
        while (length > MIN_TERM && logBytes(nodeCount, Math.max(1, nodeCount - 1), length) > LOG_BUDGET) {
            length /= 2;
        }
        return length;
    }

    /**
     * Bytes that all logs take in one directory when every node has talked to every other.
     *
     * @param nodeCount nodes in the job
     * @return bytes
     */
    public long logBytesFor(final int nodeCount) {
        return logBytes(nodeCount, Math.max(1, nodeCount - 1), termLengthFor(nodeCount));
    }

    /** The same with the logs by which nodes talk to themselves: the room that is needed. */
    long logBytesWithOwnFor(final int nodeCount) {
        return logBytes(nodeCount, nodeCount, termLengthFor(nodeCount));
    }

    /**
     * Bytes of the largest frame: as set, at most an eighth of a term.
     *
     * @param nodeCount nodes in the job
     * @return bytes, a multiple of 32
     */
    public int mtuLengthFor(final int nodeCount) {
        return Math.min(mtuLength, termLengthFor(nodeCount) / 8);
    }

    /**
     * Bytes of the largest claim, which fits one frame.
     *
     * @param nodeCount nodes in the job
     * @return bytes, a multiple of 8
     */
    public int maxPayloadLengthFor(final int nodeCount) {
        return mtuLengthFor(nodeCount) - DataHeaderFlyweight.HEADER_LENGTH;
    }

    /**
     * Bytes that a sender may be ahead: all senders of a class together should fit the socket buffer.
     *
     * @param nodeCount          nodes in the job
     * @param socketBufferLength bytes that the system grants
     * @return bytes
     */
    public int receiverWindowFor(final int nodeCount, final int socketBufferLength) {
        final int peers = Math.max(1, nodeCount - 1);
        final int share = Math.max(MIN_RECEIVER_WINDOW, socketBufferLength / peers);
        return Math.min(Math.min(RECEIVER_WINDOW, share), Math.min(socketBufferLength, termLengthFor(nodeCount) / 2));
    }

    /** How long close() goes on sending and answering, for buffers committed just before. */
    long closeLingerNs() {
        return medium == Medium.UDP ? CLOSE_LINGER_NS : 0;
    }

    private long logBytes(final int nodeCount, final int targets, final int length) {
        // sent, received
        final long logs = (long) targets * TrafficClass.COUNT * (medium == Medium.IPC ? nodeCount : 2);
        return logs * TERMS_PER_LOG * length;
    }

    static void checkNodes(final int nodeId, final int nodeCount) {
        require(nodeCount >= 1 && nodeCount <= MAX_NODE_COUNT && nodeId >= 0 && nodeId < nodeCount,
                "nodeId must be from 0 to nodeCount - 1, nodeCount at most " + MAX_NODE_COUNT + ", found node "
                        + nodeId + " of " + nodeCount);
    }

    /** Without the scope, which is another on each host. */
    private static String numbers(final String literal) {
        final int scope = literal.indexOf('%');
        try {
            final InetAddress address = InetAddress.getByName(scope < 0 ? literal : literal.substring(0, scope));
            require(!address.isLinkLocalAddress(), "the address " + literal + " is valid on one link only, and hosts "
                    + "name links differently (%eth0). Give this node another address of its host: by GMT_INTERFACE, "
                    + "or by another GMT_SEED");
            return address.getHostAddress();
        } catch (final UnknownHostException e) {
            throw new TransportException(TransportException.Code.BAD_SETTING, "'" + literal
                    + "' is no IPv6 address", e);
        }
    }

    private static void require(final boolean isTrue, final String message) {
        if (!isTrue) {
            throw new TransportException(TransportException.Code.BAD_SETTING, message);
        }
    }
}

package org.gmt4j.aggregation.transport.connect;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import org.gmt4j.aggregation.settings.Setting;

/**
 * The settings of connections, their opening and their closing; the same on all nodes of a job.
 *
 * @param mode         when, and in which order
 * @param timeoutNs    after this time without an answer a peer counts as unreachable
 * @param retransmitNs wait before a message is sent again, doubled each time up to {@link #MAX_RETRANSMIT_NS}
 * @param backoffNs    wait after a failure before a claim may try again, doubled each time up to
 *                     {@link #MAX_BACKOFF_NS}
 * @param idleNs       a connection that nobody has used for so long is closed, 0 for never; doubled for a peer each
 *                     time a connection to it was needed again soon after
 * @param minLifeNs    no connection is closed younger than this
 * @param signing      which buffers carry a seal
 */
public record ConnectConfig(
    @Setting(key = "gmt.connections", defaultValue = "overlap",
        meaning = "Connections between nodes: static (all at start), serial (on first use, "
            + "one side after the other), overlap (on first use, both sides at once).") ConnectMode mode,
    @Setting(key = "gmt.connect.timeout", unit = "ns", defaultValue = "30s", min = 1_000_000,
        meaning = "A peer that has not answered for so long cannot be reached: operations that wait for it fail. "
            + "The default is twice as long where eight nodes of a job share a core over ipc, four times for sixteen.")
    long timeoutNs,
    @Setting(key = "gmt.connect.retransmit", unit = "ns", defaultValue = "20ms", min = 10_000,
        meaning = "A message of the handshake is sent again after this time, doubled each time up to 500ms.")
    long retransmitNs,
    @Setting(key = "gmt.connect.backoff", unit = "ns", defaultValue = "1s", min = 0,
        meaning = "After a failed connection the next try waits so long, doubled each time up to 30s.") long backoffNs,
    @Setting(key = "gmt.connect.idle", unit = "ns", defaultValue = "60s", min = 0,
        meaning = "A connection without traffic for so long is closed and opened again on next use; 0 keeps all.")
    long idleNs,
    @Setting(key = "gmt.connect.min.life", unit = "ns", defaultValue = "10s", min = 0,
        meaning = "No connection is closed younger than this.") long minLifeNs,
    @Setting(key = "gmt.connect.sign", defaultValue = "auto",
        meaning = "Buffers carry a seal that only nodes of the job can make; others, changed and repeated "
            + "ones are refused: auto (over udp), on, off.") Signing signing) {

    /** Longest wait between two transmissions of a message. */
    public static final long MAX_RETRANSMIT_NS = MILLISECONDS.toNanos(500);
    /** Longest wait between two tries to connect. */
    public static final long MAX_BACKOFF_NS = SECONDS.toNanos(30);
    /** The idle time of a peer grows to at most this many times the setting. */
    public static final int MAX_IDLE_FACTOR = 16;

    /** The settings' own defaults. */
    public static final ConnectConfig DEFAULT = new ConnectConfig(ConnectMode.OVERLAP, SECONDS.toNanos(30),
        MILLISECONDS.toNanos(20), SECONDS.toNanos(1), SECONDS.toNanos(60), SECONDS.toNanos(10), Signing.AUTO);

    /** Checks the ranges. */
    public ConnectConfig {
        require(timeoutNs > 0, "connect time-out", timeoutNs);
        require(retransmitNs > 0, "retransmission time", retransmitNs);
        require(backoffNs >= 0 && idleNs >= 0 && minLifeNs >= 0, "back-off, idle time or minimum life",
            Math.min(backoffNs, Math.min(idleNs, minLifeNs)));
    }

    private static void require(final boolean holds, final String what, final long value) {
        if (!holds) {
            throw new IllegalArgumentException(what + " is " + value + " ns, expected a positive time");
        }
    }

    /** The same in another mode. */
    public ConnectConfig withMode(final ConnectMode other) {
        return new ConnectConfig(other, timeoutNs, retransmitNs, backoffNs, idleNs, minLifeNs, signing);
    }

    /** The same with other times for trouble. */
    public ConnectConfig withTimeouts(final long timeout, final long retransmit, final long backoff) {
        return new ConnectConfig(mode, timeout, retransmit, backoff, idleNs, minLifeNs, signing);
    }

    /**
     * The same for nodes that share their cores with many others. A time-out that somebody has chosen stays.
     *
     * @param crowd factor of the default time-out, 1 or more
     */
    public ConnectConfig withCrowd(final int crowd) {
        return timeoutNs == DEFAULT.timeoutNs ? withTimeouts(crowd * timeoutNs, retransmitNs, backoffNs) : this;
    }

    /** The same with another idle time. */
    public ConnectConfig withIdle(final long idle, final long minLife) {
        return new ConnectConfig(mode, timeoutNs, retransmitNs, backoffNs, idle, minLife, signing);
    }

    /** The same with other seals. */
    public ConnectConfig withSigning(final Signing other) {
        return new ConnectConfig(mode, timeoutNs, retransmitNs, backoffNs, idleNs, minLifeNs, other);
    }

    /** In mode static nothing is ever closed. */
    boolean closesIdle() {
        return idleNs > 0 && mode != ConnectMode.STATIC;
    }
}

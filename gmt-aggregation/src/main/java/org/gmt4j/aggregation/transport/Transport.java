package org.gmt4j.aggregation.transport;

import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * Moves whole buffers between the nodes of a job, without a copy of its own: the sender writes into claimed space, the
 * receiver reads in place. Owned by one thread, the communication server; only {@link #close()},
 * {@link #localAddress()} and {@link #counters()} may be called by others, close after that thread has stopped.
 *
 * <p>The caller promises to call {@link #doWork(long)} at least every few milliseconds, to poll both classes, and to
 * commit or abort each claim at once. Given that, a committed buffer is delivered exactly once and whole; buffers from
 * one node in one {@link TrafficClass} keep their order; the two classes never wait for each other. Nothing is promised
 * when a node dies.
 *
 * <pre>
 *   new --connect(addresses)--> connected --close()--> closed
 *                                   \--client or driver lost--> failed ({@link #failure()} tells why)
 * </pre>
 *
 * <p>Nothing here ever waits except {@link #close()}, which is bounded.
 */
public interface Transport extends AutoCloseable {
    /** The claim is open. */
    int OK = 0;
    /** No room now: go on polling and try again. */
    int BACK_PRESSURED = -1;
    /** The connection is being opened, this call may have started it: go on with doWork and try again. */
    int NOT_CONNECTED = -2;
    /** The transport is closed or lost its driver; see {@link #failure()}. Final. */
    int CLOSED = -3;
    /**
     * This peer cannot be reached or is gone; others may go on; see {@link #failure(int)}. A transport that makes
     * connections on demand tries again when a claim comes after its back-off; of others it is final for the peer.
     */
    int FAILED = -4;

    /** @return the id of this node, 0 .. nodeCount - 1 */
    int nodeId();

    /** @return the number of nodes in the job */
    int nodeCount();

    /** @return bytes of the largest claim, a multiple of 8 */
    int maxPayloadLength();

    /** @return the address of this node for others; opaque; exchanged by the bootstrap */
    byte[] localAddress();

    /**
     * Tells where everybody is. Once, before the first claim. Connections are opened on first use, not here.
     *
     * @param addresses the {@link #localAddress()} of each node, by node id
     * @throws TransportException when they cannot belong to one job
     */
    void connect(byte[][] addresses);

    /**
     * Asks for space in the connection to a node; opens the connection on first use. Never waits.
     *
     * @param node   destination, may be this node
     * @param cls    class of traffic
     * @param length bytes, a multiple of 8, 8 .. {@link #maxPayloadLength()}
     * @param claim  opened when the result is {@link #OK}
     * @return {@link #OK}, {@link #BACK_PRESSURED}, {@link #NOT_CONNECTED}, {@link #FAILED} or {@link #CLOSED}
     * @throws IllegalArgumentException when the length or the node is out of range
     */
    int tryClaim(int node, TrafficClass cls, int length, TransportClaim claim);

    /**
     * Delivers buffers that have arrived, fairly between the sources.
     *
     * @param cls      class of traffic
     * @param consumer offered each buffer
     * @param limit    how many buffers at most
     * @return buffers delivered, that is taken by the consumer
     */
    int poll(TrafficClass cls, FragmentConsumer consumer, int limit);

    /**
     * Sets the nodes that may send requests at all, by the topology: polls look at the request streams of others
     * rarely, see {@link StreamAttention}. Their buffers are delivered like all others, a little later. Before
     * connect; without it everybody is expected.
     *
     * @param senders given a node
     */
    default void expectRequests(final IntPredicate senders) {
    }

    /**
     * One duty cycle of whatever must run besides: driver, client, connections, filler frames. Cheap enough to be
     * called every few microseconds.
     *
     * @param nowNs the time by {@link System#nanoTime()}
     * @return more than 0 when something was done
     */
    int doWork(long nowNs);

    /**
     * Whether a poll would offer a buffer now. A look before parking, dearer than a poll that finds something.
     *
     * @return true when at least one buffer of either class waits
     */
    boolean hasTrafficPending();

    /**
     * Asks for a call, on the thread of whoever sends, each time a buffer has arrived here. Once, before connect. The
     * buffer has been published with release only: a listener that asks whether somebody sleeps needs a full fence
     * before it asks, and whoever falls asleep one between saying so and {@link #hasTrafficPending}.
     *
     * @param listener to be called; must not wait
     * @return whether the transport does so; if not, the owner must look by itself
     */
    default boolean onArrival(final Runnable listener) {
        return false;
    }

    /**
     * Sets the listener, on the thread of the transport, for connections that break after they were open: buffers to
     * the node, or from it, are lost in part, and {@link #failure(int)} says why. At most once per break. Before
     * connect.
     *
     * @param listener given the node; must not use the transport
     */
    default void onBroken(final IntConsumer listener) {
    }

    /** @return why {@link #CLOSED} or {@link #FAILED} were answered; empty as long as nothing failed */
    Optional<String> failure();

    /**
     * Why a peer answers {@link #FAILED}.
     *
     * @param node the peer
     * @return the reason, which names the peer; empty when it did not fail
     */
    default Optional<String> failure(final int node) {
        return failure();
    }

    /**
     * Whether a claim for a peer would answer {@link #FAILED}, asked without a claim: by a caller that has something
     * for it, but waits for an answer of the peer's before it may send. Looks as a claim would, so that a peer that has
     * gone is found out within the same time.
     *
     * @param node the peer
     * @return true when it cannot be reached
     */
    default boolean isFailed(final int node) {
        return false;
    }

    /**
     * Whether buffers committed for a failed peer may be lost. False when no connection to it had been confirmed: then
     * nothing has reached it, and committed buffers go out when a later try succeeds.
     *
     * @param node a peer that answers {@link #FAILED}
     * @return true when the peer had been connected
     */
    default boolean wasConnected(final int node) {
        return true;
    }

    /** @return a report on connections; any thread */
    default ConnectionReport connections() {
        return ConnectionReport.NONE;
    }

    /** @return counters of this transport, a live view readable by any thread */
    TransportCounters counters();

    /**
     * Leaves the job and gives all memory and files back. Any thread, after the owner has stopped; idempotent; bounded;
     * never throws.
     */
    @Override
    void close();

    /**
     * The process is ending in the middle of things, and no thread can be waited for: removes files that would be left
     * behind on the machine. Any thread, also while the owner uses it; it is of no use any more.
     */
    default void abandon() {
    }
}

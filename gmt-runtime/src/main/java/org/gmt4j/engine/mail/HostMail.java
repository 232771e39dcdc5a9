package org.gmt4j.engine.mail;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.server.BlockConsumer;
import org.gmt4j.engine.memory.Window;
import org.gmt4j.engine.memory.WindowHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mail of one node: rings of slots in memory shared by the processes of a host, one for each pair of sender and
 * receiver. A message is a store in one process and a load in the other, tens of nanoseconds, where a buffer of the
 * transport takes microseconds. Long messages, full rings and peers elsewhere take the other way.
 *
 * <pre>
 * file of a receiver:  ring of sender 0 | ring of sender 1 | ...
 * ring:                0 i64 number of messages taken (receiver)      64 slot 0 | slot 1 | ...
 * slot:                0 i64 number of the message, from 1 (sender, last)   8 i64 length   16 message
 * </pre>
 *
 * <pre>
 * create - (all gather offers) - connect - (all gather) - unlink ... close
 * </pre>
 *
 * <p>{@link #claim} and {@link #commit} are for any thread of the sender, also after the end, {@link #poll} for the
 * thread that is the communication server, {@link #hasMail} for any thread. Per message.
 */
public final class HostMail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostMail.class);
    /** With more nodes the rings would take more memory than they are worth. */
    private static final int MOST_NODES = 64;
    private static final int RING_HEADER = 64;
    private static final int SLOTS = 16;
    private static final int SLOT = 256;
    private static final int SLOT_HEADER = 16;
    private static final int RING = RING_HEADER + SLOTS * SLOT;
    private static final int FREE = 0;
    private static final int CLAIMED = 1;
    private static final int CLOSED = 2;
    private static final long CLOSE_LIMIT_NS = TimeUnit.SECONDS.toNanos(1);
    /** Id of the file among the windows of a node, which count from 0. */
    private static final int FILE_ID = -1;

    private final int nodeId;
    private final WindowHost host;                   // null: no mail
    private final Window own;                        // null: no mail
    private final Window[] mapped;                   // by receiver; null where it has no mail for this node
    private final AtomicIntegerArray states;         // by receiver: claimed between claim and commit
    private final long[] sent;                       // by receiver; guarded by its state
    private final long[] seen;                       // by receiver: messages known to have been taken
    private final long[] taken;                      // by sender; of the polling thread
    private int[] senders = new int[0];              // set before the node's threads start
    private long sentCount;                          // for reports; a benign race between lanes
    private long fullCount;

    private HostMail(final int nodeId, final int nodeCount, final WindowHost host, final Window own) {
        this.nodeId = nodeId;
        this.host = host;
        this.own = own;
        mapped = new Window[nodeCount];
        states = new AtomicIntegerArray(nodeCount);
        sent = new long[nodeCount];
        seen = new long[nodeCount];
        taken = new long[nodeCount];
    }

    /** Returns a node's mail without messages. */
    public static HostMail none(final int nodeId, final int nodeCount) {
        return new HostMail(nodeId, nodeCount, null, null);
    }

    /**
     * Creates the rings of a node.
     *
     * @param host where the processes of the host find windows; null when they share nothing
     */
    public static HostMail create(final WindowHost host, final int nodeId, final int nodeCount) {
        if (host == null || nodeCount > MOST_NODES) {
            return none(nodeId, nodeCount);
        }
        try {
            return new HostMail(nodeId, nodeCount, host,
                host.create(FILE_ID, nodeId, (long) RING * nodeCount, Window.newNonce()));
        } catch (final IOException | RuntimeException | OutOfMemoryError e) {   // the last: no room for a mapping
            LOG.debug("node {} gets no mail from its host: {}", nodeId, e.toString());
            return none(nodeId, nodeCount);
        }
    }

    /** Returns the identification by which peers find this node's rings, 0 when it has none. */
    public long offer() {
        return own == null ? 0 : own.nonce();
    }

    /** Maps the rings of the peers of this host by their offers. Before the node's threads start. */
    public void connect(final long[] offers) {
        if (own == null) {
            return;
        }
        final int[] found = new int[offers.length];
        int count = 0;
        for (int node = 0; node < offers.length; node++) {
            if (node == nodeId || offers[node] == 0) {
                continue;
            }
            found[count++] = node;                   // it may be able to map ours even where we cannot map its
            try {
                mapped[node] = host.open(FILE_ID, node, (long) RING * offers.length, offers[node]);
            } catch (final IOException | RuntimeException | OutOfMemoryError e) {
                LOG.debug("no mail from node {} to node {}: {}", nodeId, node, e.toString());
            }
        }
        senders = java.util.Arrays.copyOf(found, count);
    }

    /** Lets nobody else open the rings: all peers have opened them, or given up. */
    public void unlink() {
        try {
            if (own != null) {
                own.unlink();
            }
        } catch (final IOException e) {
            LOG.debug("{} keeps its name until the job has ended: {}", own, e.toString());
        }
    }

    // --- the sender's side ---

    /**
     * Returns the address for a message to a node, which {@link #commit} sends. Returns 0 when the message is too long,
     * the ring is full, another thread is writing a message to the node, or there is no ring.
     */
    public long claim(final int node, final int length) {
        final Window window = mapped[node];
        if (window == null || length > SLOT - SLOT_HEADER || !states.compareAndSet(node, FREE, CLAIMED)) {
            return 0;
        }
        final long ring = window.address() + (long) RING * nodeId;
        final long number = sent[node];
        if (number - seen[node] >= SLOTS) {
            seen[node] = UnsafeApi.getLongAcquire(null, ring);
            if (number - seen[node] >= SLOTS) {
                fullCount++;
                states.setRelease(node, FREE);
                return 0;
            }
        }
        final long slot = slot(ring, number);
        UnsafeApi.putLong(slot + 8, length);
        return slot + SLOT_HEADER;
    }

    /** Sends the claimed message. */
    public void commit(final int node) {
        final long ring = mapped[node].address() + (long) RING * nodeId;
        final long number = sent[node]++;
        UnsafeApi.putLongRelease(null, slot(ring, number), number + 1);
        sentCount++;
        states.setRelease(node, FREE);
    }

    private static long slot(final long ring, final long number) {
        return ring + RING_HEADER + (number & SLOTS - 1) * SLOT;
    }

    // --- the receiver's side ---

    /** Passes on what has arrived, and returns the number of messages. The server's thread. */
    public int poll(final BlockConsumer consumer) {
        int count = 0;
        for (final int sender : senders) {
            final long ring = own.address() + (long) RING * sender;
            long number = taken[sender];
            long slot = slot(ring, number);
            if (UnsafeApi.getLongAcquire(null, slot) != number + 1) {
                continue;
            }
            final long first = number;
            do {
                if (!take(slot, consumer)) {
                    break;
                }
                taken[sender] = ++number;
                UnsafeApi.putLongRelease(null, ring, number);
                slot = slot(ring, number);
            } while (number - first < SLOTS && UnsafeApi.getLongAcquire(null, slot) == number + 1);
            count += (int) (number - first);
        }
        return count;
    }

    private static boolean take(final long slot, final BlockConsumer consumer) {
        final long length = UnsafeApi.getLong(slot + 8);
        if (length < 0 || length > SLOT - SLOT_HEADER) {
            LOG.debug("a message of {} B in the mail is malformed", length);
            return true;
        }
        return consumer.onBlock(slot + SLOT_HEADER, (int) length);
    }

    /** Returns whether a message has arrived. Any thread; the answer may be old for threads that are not the server. */
    public boolean hasMail() {
        for (final int sender : senders) {
            final long number = taken[sender];
            if (UnsafeApi.getLongAcquire(null, slot(own.address() + (long) RING * sender, number)) == number + 1) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of messages sent. */
    public long sentCount() {
        return sentCount;
    }

    /** Returns the number of messages that found a ring full. */
    public long fullCount() {
        return fullCount;
    }

    /**
     * Unmaps all rings, after the node's threads have ended. Other threads, which cancel a job, may still send: their
     * claims are refused from now on.
     */
    @Override
    public void close() {
        for (int node = 0; node < mapped.length; node++) {
            if (mapped[node] != null && endSending(node)) {
                close(mapped[node]);
            }
        }
        close(own);
    }

    /** Returns false when a thread keeps a claim, in which something must have failed: it may still write. */
    private boolean endSending(final int node) {
        final long endNs = System.nanoTime() + CLOSE_LIMIT_NS;
        while (!states.compareAndSet(node, FREE, CLOSED)) {
            if (states.get(node) == CLOSED) {
                return true;
            }
            if (System.nanoTime() - endNs > 0) {
                LOG.debug("node {} keeps the mail of node {} mapped: a message is being written", nodeId, node);
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    private static void close(final Window window) {
        try {
            if (window != null) {
                window.close();
            }
        } catch (final IOException e) {
            LOG.debug("closing {}: {}", window, e.toString());
        }
    }
}

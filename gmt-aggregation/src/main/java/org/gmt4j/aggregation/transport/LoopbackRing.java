package org.gmt4j.aggregation.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * A bounded ring of whole buffers from one node to another, written and read in place. One producer thread, one
 * consumer thread; grade: per buffer.
 *
 * <pre>
 *   +--------+------------------+--------+-----------+--------+---------+
 *   | length | payload, 8-align | length | payload   |  -pad  | unused  |   records never wrap: a negative length
 *   +--------+------------------+--------+-----------+--------+---------+   leads to the start of the ring
 *    8 bytes                     ^head (consumer)     ^tail (producer)
 * </pre>
 *
 * <p>Positions only grow; position modulo capacity is the place. A buffer is published by moving the tail.
 */
final class LoopbackRing {
    static final int HEADER_LENGTH = 8;
    static final int MIN_CAPACITY = 1024;

    private static final int ALIGNMENT = 64;
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(Positions.class, "head", long.class);
            TAIL = lookup.findVarHandle(ProducerFields.class, "tail", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int sourceNode;
    private final int ticket;
    private volatile boolean isClosed;        // written by the producer
    private boolean isAdmitted;               // consumer only
    private final ByteBuffer memory;          // keeps the bytes alive as long as the ring is reachable
    private final long base;
    private final int capacity;
    private final int mask;
    private final Positions positions = new Positions();

    /** Makes a ring of {@code capacity} bytes, a power of two. */
    LoopbackRing(final int sourceNode, final int capacity) {
        this(sourceNode, 0, capacity);
    }

    /** With a number that tells it from other rings of the same source. */
    LoopbackRing(final int sourceNode, final int ticket, final int capacity) {
        if (!BitUtil.isPowerOfTwo(capacity) || capacity < MIN_CAPACITY) {
            throw new TransportException(TransportException.Code.BAD_SETTING,
                    "loopback ring capacity must be a power of two from " + MIN_CAPACITY + ", found " + capacity);
        }
        this.sourceNode = sourceNode;
        this.ticket = ticket;
        this.capacity = capacity;
        this.mask = capacity - 1;
        this.memory = ByteBuffer.allocateDirect(capacity + ALIGNMENT);      // not a slice: those cannot be freed
        this.base = BitUtil.align(BufferUtil.address(memory), ALIGNMENT);
    }

    /**
     * Largest payload that a ring of this capacity takes: with a quarter there is room even after the worst padding.
     */
    static int maxPayloadLength(final int capacity) {
        return capacity / 4 - HEADER_LENGTH;
    }

    int sourceNode() {
        return sourceNode;
    }

    int ticket() {
        return ticket;
    }

    /** Consumer: whether it may be read. */
    boolean isAdmitted() {
        return isAdmitted;
    }

    /** Consumer: it may be read. */
    void admit() {
        isAdmitted = true;
    }

    /** Producer: nothing will follow; the consumer frees the ring when it has read it. */
    void finish() {
        isClosed = true;
    }

    /** Consumer: finished and read. */
    boolean isDone() {
        return isClosed && isEmpty();
    }

    /** Producer: bytes published since the beginning. */
    long written() {
        return positions.tail;
    }

    /** Consumer: bytes released since the beginning. */
    long read() {
        return positions.head;
    }

    /**
     * Producer: the address of free space for {@code length} bytes, or 0. Nothing is visible before {@link #publish}.
     */
    long claim(final int length) {
        final Positions p = positions;
        final int recordLength = length + HEADER_LENGTH;
        final int place = (int) p.tail & mask;
        final int padding = place + recordLength > capacity ? capacity - place : 0;
        final long end = p.tail + padding + recordLength;
        if (end - p.cachedHead > capacity) {
            p.cachedHead = (long) HEAD.getAcquire(p);       // partner: setRelease in release()
            if (end - p.cachedHead > capacity) {
                return 0;
            }
        }
        if (padding > 0) {
            UnsafeApi.putLong(base + place, -padding);
        }
        final long record = base + (padding > 0 ? 0 : place);
        UnsafeApi.putLong(record, length);
        p.claimEnd = end;
        return record + HEADER_LENGTH;
    }

    /** Producer: makes the last claim visible. */
    void publish() {
        // partner: getAcquire in next() and isEmpty(); before a reader that sleeps is looked for: Transport.onArrival
        TAIL.setRelease(positions, positions.claimEnd);
    }

    /** Consumer: the address of the next buffer, or 0; the same again until {@link #release}. */
    long next() {
        final Positions p = positions;
        final long head = p.head;
        if (head == p.cachedTail) {
            p.cachedTail = (long) TAIL.getAcquire(p);       // partner: setRelease in publish()
            if (head == p.cachedTail) {
                return 0;
            }
        }
        long record = base + ((int) head & mask);
        final long length = UnsafeApi.getLong(record);
        if (length < 0) {
            p.head = head - length;                         // padding; told to the producer with the next release
            record = base;
        }
        return record + HEADER_LENGTH;
    }

    /** Consumer: bytes of the buffer that {@link #next} returned. */
    int length(final long payloadAddress) {
        return (int) UnsafeApi.getLong(payloadAddress - HEADER_LENGTH);
    }

    /** Consumer: gives the buffer of this length, the one that {@link #next} returned, back to the producer. */
    void release(final int length) {
        final Positions p = positions;
        HEAD.setRelease(p, p.head + HEADER_LENGTH + length);   // partner: getAcquire in claim()
    }

    /** Consumer, or a look by anybody: whether a buffer waits. */
    boolean isEmpty() {
        final Positions p = positions;
        return (long) HEAD.getAcquire(p) == (long) TAIL.getAcquire(p);
    }

    /** Gives the memory back at once. The caller knows that neither side will touch the ring again. */
    void free() {
        BufferUtil.free(memory);
    }

    /** Producer's fields. Strata keep the two sides on cache lines of their own. */
    private abstract static class ProducerFields {
        long tail;                // written by the producer, read by the consumer
        long cachedHead;          // producer only
        long claimEnd;            // producer only
    }

    @SuppressWarnings("unused")     // keeps the cache lines apart
    private abstract static class Gap extends ProducerFields {
        long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
    }

    private static final class Positions extends Gap {
        long head;                // written by the consumer, read by the producer
        long cachedTail;          // consumer only
    }
}

package org.gmt4j.armci;

import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.gmt4j.OperationHandle;
import org.gmt4j.engine.onesided.LocalSpan;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Gathers small puts, or small gets, between one local side and one node. Operations of one length become one vector,
 * which is sent by {@link #await}, by a change of the length, or when enough operations have been gathered. Belongs to
 * the task that made it; may be used again after the wait, also for the other kind.
 *
 * <pre>{@code
 * AggregatedHandle many = armci.aggregate(LocalBuffer.of(values), memory, node);
 * for (int i = 0; i < n; i++) { many.put(i * 8L, place[i] * 8L, 8); }
 * many.await();
 * }</pre>
 *
 * <p>The sources of puts may be reused at once. Operations that were gathered but not awaited are not sent when the
 * task ends.
 */
public final class AggregatedHandle {
    private static final int CAPACITY = 4096;
    private static final int STAGING_LENGTH = 32 * 1024;
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);

    private enum Kind { NONE, PUT, GET }

    private final Armci armci;
    private final LocalBuffer local;
    private final ArmciMemory remote;
    private final int node;
    private final OperationHandle handle;
    private Kind kind = Kind.NONE;
    private int bytes;
    private int count;
    private long[] localOffsets = new long[64];
    private long[] remoteOffsets = new long[64];
    private byte[] staging;
    private LocalBuffer staged;

    AggregatedHandle(final Armci armci, final LocalBuffer local, final ArmciMemory remote, final int node) {
        this.armci = armci;
        this.local = local;
        this.remote = remote;
        this.node = node;
        handle = armci.context().newOperation();
    }

    /**
     * Gathers a put; its source may be reused at once.
     *
     * @throws IllegalStateException GMT-275 when gets have been gathered and not awaited
     */
    public void put(final long from, final long to, final int length) {
        begin(Kind.PUT, from, to, length);
        if (length > STAGING_LENGTH) {
            flush();
            armci.putNb(handle, local, from, remote, node, to, length);
        } else if (length > 0) {
            makeRoom(length, STAGING_LENGTH / length);
            if (staging == null) {
                staging = new byte[STAGING_LENGTH];
                staged = LocalBuffer.of(staging);
            }
            final long at = (long) count * length;
            LocalSpan.of(local).copyTo(from, staging, BYTES + at, length);
            add(at, to);
        }
    }

    /**
     * Gathers a get; its target must not be touched until the wait has returned.
     *
     * @throws IllegalStateException GMT-275 when puts have been gathered and not awaited
     */
    public void get(final long from, final long to, final int length) {
        begin(Kind.GET, to, from, length);
        if (length > 0) {
            makeRoom(length, CAPACITY);
            add(to, from);
        }
    }

    private void begin(final Kind wanted, final long localOffset, final long remoteOffset, final int length) {
        if (kind != wanted && kind != Kind.NONE) {
            throw new IllegalStateException("GMT-275 an aggregated handle gathers puts or gets, not both: this one has "
                + kind + "s that have not been awaited");
        }
        remote.region.check(node, remoteOffset, length);
        LocalSpan.of(local).check(localOffset, length);
        kind = wanted;
    }

    private void makeRoom(final int length, final int most) {
        if (count > 0 && (length != bytes || count >= Math.min(most, CAPACITY))) {
            flush();
        }
        bytes = length;
    }

    private void add(final long localOffset, final long remoteOffset) {
        if (count == localOffsets.length) {
            localOffsets = Arrays.copyOf(localOffsets, count * 2);
            remoteOffsets = Arrays.copyOf(remoteOffsets, count * 2);
        }
        localOffsets[count] = localOffset;
        remoteOffsets[count++] = remoteOffset;
    }

    private void flush() {
        if (count > 0) {
            final IoVector vector = new IoVector(localOffsets, remoteOffsets, 0, count, bytes);
            count = 0;
            armci.move(kind == Kind.PUT, handle, kind == Kind.PUT ? staged : local, remote, node, vector);
        }
    }

    /** Returns the number of operations that have been gathered and not sent. */
    public int gatheredCount() {
        return count;
    }

    /** Sends the gathered operations and suspends until all have taken effect. */
    public void await() throws SuspendExecution {
        remote.region.requireAlive();
        if (kind == Kind.GET) {
            LocalSpan.of(local).check(0, 0);                 // may have been freed since the gets were gathered
        }
        flush();
        kind = Kind.NONE;
        armci.context().await(handle);
    }
}

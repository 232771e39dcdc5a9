package org.gmt4j;

import java.nio.file.Path;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * An array of fixed-size records of bytes in the global address space. A record is never split over two nodes. See
 * {@link GlobalArray} for sizes, waiting and consistency; positions in the Java arrays of the caller count bytes.
 */
public final class GlobalRecordArray extends GlobalArray {
    private static final int BASE = UnsafeApi.arrayBaseOffset(byte[].class);

    GlobalRecordArray(final ArrayPart part) {
        super(part);
    }

    /** Allocates a zeroed, partitioned array of records of {@code recordLength} bytes. */
    public static GlobalRecordArray allocate(final TaskContext ctx, final long size, final int recordLength)
        throws SuspendExecution {
        return allocate(ctx, ArraySpec.of(size), recordLength);
    }

    /**
     * Allocates an array of records over the nodes. Called by one task.
     *
     * @throws IllegalArgumentException GMT-412 when a record is longer than a command or a reply may be
     */
    public static GlobalRecordArray allocate(final TaskContext ctx, final ArraySpec spec, final int recordLength)
        throws SuspendExecution {
        final int longestPut = EngineTask.of(ctx).runtime().commandLimit() - 24;
        final int longestGet = EngineTask.of(ctx).aggregator().maxGetLength();
        if (recordLength < 1 || recordLength > longestPut || recordLength > longestGet) {
            throw new IllegalArgumentException("GMT-412 record length is " + recordLength + " B, expected 1 to "
                + Math.min(longestPut, longestGet) + ": a command block has room for " + longestPut
                + " B of a record (gmt.block.length), a reply for " + longestGet
                + " B (gmt.comm.buffer.size less gmt.block.length); where a transport carries less at once, such as "
                + "gmt.aeron.mtu, both are shorter than set");
        }
        return (GlobalRecordArray) ArrayCatalog.allocate(ctx, spec.typed(ElementType.RECORD, recordLength));
    }

    /** Allocates a partitioned array of the elements that {@link #save} wrote on any number of nodes. */
    public static GlobalRecordArray load(final TaskContext ctx, final Path path) throws SuspendExecution {
        return (GlobalRecordArray) ArrayFile.load(ctx, ArrayCatalog.of(ctx), ElementType.RECORD, path);
    }

    /** Returns the array with the given name. */
    public static GlobalRecordArray attach(final TaskContext ctx, final String name) {
        return ArrayCatalog.attach(ctx, name, GlobalRecordArray.class);
    }

    private long bytesIn(final byte[] records, final int from, final int count) {
        Objects.checkFromIndexSize(from, (long) count * elementLength(), (long) records.length);
        return BASE + from;
    }

    /** Gets {@code count} records into {@code target[from ...]}, and waits. */
    public void get(final TaskContext ctx, final long index, final byte[] target, final int from, final int count)
        throws SuspendExecution {
        getRange(ctx, index, target, bytesIn(target, from, count), count);
    }

    /** Starts to get {@code count} elements into {@code target[from ...]}, valid after the wait. */
    public void getNb(final Issuer issuer, final long index, final byte[] target, final int from, final int count) {
        BulkTransfer.get(this, issuer, index, target, bytesIn(target, from, count), count);
    }

    /** Puts {@code count} records from {@code source[from ...]}, and waits. */
    public void put(final TaskContext ctx, final long index, final byte[] source, final int from, final int count)
        throws SuspendExecution {
        putRange(ctx, index, source, bytesIn(source, from, count), count);
    }

    /** Starts to put {@code count} elements; the source may be reused when the call returns. */
    public void putNb(final Issuer issuer, final long index, final byte[] source, final int from, final int count) {
        BulkTransfer.put(this, issuer, false, index, source, bytesIn(source, from, count), count);
    }
}

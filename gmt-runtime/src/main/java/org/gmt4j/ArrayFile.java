package org.gmt4j;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Arrays in files. Every node writes and reads its own elements, so all nodes must see the file at the same path. The
 * file does not depend on the number of nodes. It appears under its name only when it is complete. Per piece; the
 * thread of the task waits for the disk.
 *
 * <pre>
 *  0  "GMTARRAY"      8 i32 version    12 i32 kind of element    16 i32 bytes of an element    20 i32 0
 * 24  i64 size       32 i64 checksum   40 zeros
 * 64  elements in order of index; all little-endian
 * </pre>
 *
 * <p>The checksum is the sum of a number for each element that depends on its index and bytes, so the checksums of
 * parts can be added in any order.
 */
final class ArrayFile {
    private static final long MAGIC = 0x5941_5252_4154_4D47L;    // "GMTARRAY", lowest byte first
    private static final int VERSION = 1;
    private static final int HEADER_LENGTH = 64;
    private static final int PIECE_LENGTH = 1 << 20;
    private static final int BASE = UnsafeApi.arrayBaseOffset(byte[].class);

    private ArrayFile() {
    }

    // --- writing ---

    static void save(final TaskContext ctx, final GlobalArray array, final Path path) throws SuspendExecution {
        PartitionedWork.read(ctx, array, parts -> {
            savePartitioned(ctx, parts, path);
            return 0;
        });
    }

    private static void savePartitioned(final TaskContext ctx, final GlobalArray array, final Path path)
        throws SuspendExecution {
        final Path target = path.toAbsolutePath();
        final Path draft = target.resolveSibling(target.getFileName() + ".tmp-" + UUID.randomUUID());
        final String name = draft.toString();
        try {
            create(draft, HEADER_LENGTH + array.size() * array.elementLength());
            final long checksum = pieces(ctx, array).sum((low, high, c) -> write(c, array, low, high, name));
            finish(draft, target, array, checksum);
        } catch (final RuntimeException e) {
            delete(draft);
            throw e;
        }
    }

    private static LoopReduction pieces(final TaskContext ctx, final GlobalArray array) {
        return ctx.loop(array.size(), Math.max(1, PIECE_LENGTH / array.elementLength()))
            .with(SpawnPolicy.ownerOf(array));
    }

    private static void create(final Path draft, final long length) {
        try (FileChannel file = FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(1), length - 1);
        } catch (final IOException e) {
            throw failed("cannot be written", draft.toString(), e);
        }
    }

    /** Writes a run of this node's elements and returns its part of the checksum. */
    private static long write(final TaskContext ctx, final GlobalArray array, final long low, final long high,
                              final String name) {
        final int length = array.elementLength();
        final byte[] bytes = new byte[(int) (high - low) * length];
        ArrayOrMemory.copy(null, array.segment.addressOf(array.settledRun(ctx, low)),
            bytes, BASE, bytes.length);
        try (FileChannel file = FileChannel.open(Path.of(name), StandardOpenOption.WRITE)) {
            final ByteBuffer buffer = ByteBuffer.wrap(bytes);
            for (long at = HEADER_LENGTH + low * length; buffer.hasRemaining(); ) {
                at += file.write(buffer, at);
            }
        } catch (final IOException e) {
            throw failed("cannot be written by node " + ctx.nodeId(), name, e);
        }
        return checksum(bytes, length, low);
    }

    private static void finish(final Path draft, final Path target, final GlobalArray array, final long checksum) {
        final ByteBuffer header = ByteBuffer.allocate(HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(MAGIC).putInt(VERSION).putInt(array.spec().type().ordinal())
            .putInt(array.elementLength()).putInt(0).putLong(array.size()).putLong(checksum).clear();
        try (FileChannel file = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            file.write(header, 0);
            file.force(true);
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (final IOException e) {
            throw failed("cannot be written", target.toString(), e);
        }
    }

    private static void delete(final Path draft) {
        try {
            Files.deleteIfExists(draft);
        } catch (final IOException e) {
            throw failed("cannot be removed", draft.toString(), e);
        }
    }

    private static GmtException failed(final String what, final String path, final IOException cause) {
        return new GmtException("GMT-686",
            "the file " + path + " " + what + ": " + cause + "; all nodes need a folder that they share", cause);
    }

    // --- reading ---

    /** Allocates a partitioned array with the elements of a file. */
    static GlobalArray load(final TaskContext ctx, final ArrayHome home, final ElementType type, final Path path)
        throws SuspendExecution {
        final String name = path.toAbsolutePath().toString();
        final ByteBuffer header = header(name);
        final long size = header.getLong(24);
        final int length = header.getInt(16);
        check(name, header, type);
        final GlobalArray array = home.make(ctx, ArraySpec.of(size).unzeroed().typed(type, length));
        try {
            if (pieces(ctx, array).sum((low, high, c) -> read(c, array, low, high, name)) != header.getLong(32)) {
                throw new GmtException("GMT-688",
                    "the file " + name + " is damaged: its elements do not have the checksum of its header");
            }
        } catch (final RuntimeException e) {
            array.free(ctx);
            throw e;
        }
        return array;
    }

    private static ByteBuffer header(final String name) {
        final ByteBuffer header = ByteBuffer.allocate(HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel file = FileChannel.open(Path.of(name), StandardOpenOption.READ)) {
            while (header.hasRemaining() && file.read(header) >= 0) {
                continue;
            }
            if (header.hasRemaining() || header.getLong(0) != MAGIC) {
                throw new GmtException("GMT-687",
                    "the file " + name + " holds no global array: it does not begin with GMTARRAY");
            }
            requireLength(name, header.getLong(24), header.getInt(16), file.size());
        } catch (final IOException e) {
            throw failed("cannot be read", name, e);
        }
        return header;
    }

    /** Refuses a file of another length than its header gives it. One of less than nothing is refused later. */
    private static void requireLength(final String name, final long size, final int each, final long bytes) {
        if (size >= 0 && each > 0 && (size > (Long.MAX_VALUE - HEADER_LENGTH) / each
            || bytes != HEADER_LENGTH + size * each)) {
            throw new GmtException("GMT-687", "the file " + name + " has " + bytes + " bytes, its header promises "
                + HEADER_LENGTH + " and " + size + " elements of " + each + " B: it was cut off or changed");
        }
    }

    private static void check(final String name, final ByteBuffer header, final ElementType type) {
        if (header.getInt(8) != VERSION) {
            throw new GmtException("GMT-687", "the file " + name + " is of version " + header.getInt(8)
                + ", this program reads " + VERSION);
        }
        if ((header.getInt(20) | header.getLong(40) | header.getLong(48) | header.getLong(56)) != 0) {
            throw new GmtException("GMT-687",
                "the file " + name + " has other bytes where a header has zeros: it was changed");
        }
        final int kind = header.getInt(12);
        final String found = kind >= 0 && kind < ElementType.values().length ? ElementType.values()[kind].toString()
            : "kind " + kind;
        if (kind != type.ordinal()) {
            throw new GmtException("GMT-687", "the file " + name + " holds elements of type " + found
                + ", expected " + type);
        }
        if (header.getLong(24) < 0 || header.getInt(16) < 1
            || type.length() > 0 && header.getInt(16) != type.length()) {
            throw new GmtException("GMT-687", "the file " + name + " has " + header.getLong(24) + " elements of "
                + header.getInt(16) + " B by its header, which cannot be");
        }
    }

    private static long read(final TaskContext ctx, final GlobalArray array, final long low, final long high,
                             final String name) {
        final int length = array.elementLength();
        final byte[] bytes = new byte[(int) (high - low) * length];
        try (FileChannel file = FileChannel.open(Path.of(name), StandardOpenOption.READ)) {
            final ByteBuffer buffer = ByteBuffer.wrap(bytes);
            for (long at = HEADER_LENGTH + low * length; buffer.hasRemaining(); ) {
                final int count = file.read(buffer, at);
                if (count < 0) {
                    throw new IOException("it ends at byte " + at);
                }
                at += count;
            }
        } catch (final IOException e) {
            throw failed("cannot be read by node " + ctx.nodeId(), name, e);
        }
        ArrayOrMemory.copy(bytes, BASE, null, array.segment.addressOf(array.settledRun(ctx, low)),
            bytes.length);
        return checksum(bytes, length, low);
    }

    private static long checksum(final byte[] bytes, final int length, final long low) {
        long sum = 0;
        for (int at = 0; at < bytes.length; at += length) {
            long element = mix(low + at / length + 1);
            int i = 0;
            for (; i + Long.BYTES <= length; i += Long.BYTES) {
                element = mix(element ^ ArrayOrMemory.getLong(bytes, (long) BASE + at + i));
            }
            for (; i < length; i++) {
                element = mix(element ^ bytes[at + i]);
            }
            sum += element;
        }
        return sum;
    }

    /** The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
    private static long mix(final long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}

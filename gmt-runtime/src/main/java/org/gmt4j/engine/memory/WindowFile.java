package org.gmt4j.engine.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;

/**
 * Memory mapped by several processes of one host: a file without space on a disk. Any thread; set-up.
 *
 * <pre>
 * owner: create -- sends name, length and nonce ---------- unlink ------------ close
 * peer:                       open (checks the seal) ------------------ close
 * </pre>
 *
 * <p>The owner fills the file by writing, so that missing room causes an {@link IOException} here instead of a signal
 * at the first access. Once it is unlinked only the mappings keep its memory, so killed processes leave nothing behind.
 * Each side unmaps for itself; the other's mapping stays valid until then.
 */
public final class WindowFile implements Window {
    /** Greatest length of one mapping of a file. */
    public static final long LONGEST = Integer.MAX_VALUE;
    private static final int PIECE = 1 << 20;

    private final Path path;
    private final boolean isOwner;
    private final long nonce;
    private final long lengthInBytes;
    private final long address;
    private MappedByteBuffer mapped;     // guarded by this
    private boolean isUnlinked;          // guarded by this

    private WindowFile(final Path path, final boolean isOwner, final WindowSeal seal, final MappedByteBuffer mapped) {
        this.path = path;
        this.isOwner = isOwner;
        this.mapped = mapped;
        nonce = seal.nonce();
        lengthInBytes = seal.lengthInBytes();
        address = BufferUtil.address(mapped);
    }

    /**
     * Creates a file of zeros that only this user may open, and maps it.
     *
     * @param nonce identification for peers, not 0
     * @throws IOException when the file exists, or there is no room: nothing is left behind
     */
    public static WindowFile create(final Path path, final long lengthInBytes, final long nonce) throws IOException {
        checkLength(lengthInBytes);
        final WindowSeal seal = WindowSeal.here(nonce, lengthInBytes);
        try (FileChannel file = FileChannel.open(path,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            return new WindowFile(path, true, seal, filled(file, path, seal));
        } catch (final UnsupportedOperationException e) {
            throw new IOException("the file system of " + path + " knows no permissions", e);
        }
    }

    private static MappedByteBuffer filled(final FileChannel file, final Path path, final WindowSeal seal)
        throws IOException {
        MappedByteBuffer mapped = null;
        try {
            // first: a file system with huge pages uses them only inside the file's length
            seal.write(file);
            final ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(PIECE, seal.lengthInBytes()));
            try {
                for (long at = 0; at < seal.lengthInBytes(); ) {
                    zeros.clear().limit((int) Math.min(zeros.capacity(), seal.lengthInBytes() - at));
                    at += file.write(zeros, at);
                }
            } finally {
                BufferUtil.free(zeros);
            }
            mapped = mapped(file, seal.lengthInBytes());
            return mapped;
        } finally {
            if (mapped == null) {
                Files.deleteIfExists(path);
            }
        }
    }

    /**
     * Maps a file that another process of this host has created.
     *
     * @throws IOException when the file does not exist, or is not the expected memory
     */
    public static WindowFile open(final Path path, final long lengthInBytes, final long nonce) throws IOException {
        checkLength(lengthInBytes);
        try (FileChannel file = FileChannel.open(path,
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            final WindowSeal found = WindowSeal.read(file, lengthInBytes);
            if (!found.equals(WindowSeal.here(nonce, lengthInBytes))) {
                throw new IOException(path + " is not the memory that was meant, or that of another host: found "
                    + found);
            }
            return new WindowFile(path, false, found, mapped(file, lengthInBytes));
        }
    }

    /**
     * Maps a file and reads each page once. A fault by a read maps all pages around that are in memory, one by a write
     * maps a single page: 8 MB took 0.5 ms to be read and then written, 3.5 ms to be written.
     */
    private static MappedByteBuffer mapped(final FileChannel file, final long lengthInBytes) throws IOException {
        return file.map(FileChannel.MapMode.READ_WRITE, 0, lengthInBytes).load();
    }

    private static void checkLength(final long lengthInBytes) throws IOException {
        if (lengthInBytes <= 0 || lengthInBytes > LONGEST) {
            throw new IOException("a window of " + lengthInBytes + " B, expected 1 to " + LONGEST);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public long nonce() {
        return nonce;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long lengthInBytes() {
        return lengthInBytes;
    }

    /**
     * Removes the name of the file, when all peers have mapped it or given up. Owner; does nothing for peers.
     * Idempotent.
     */
    @Override
    public synchronized void unlink() throws IOException {
        if (isOwner && !isUnlinked) {
            isUnlinked = true;
            Files.deleteIfExists(path);
        }
    }

    /** Unmaps the memory, and removes the name if it still exists. Idempotent. */
    @Override
    public synchronized void close() throws IOException {
        if (mapped != null) {
            IoUtil.unmap(mapped);
            mapped = null;
        }
        unlink();
    }

    @Override
    public String toString() {
        return "window of " + lengthInBytes + " B in " + path;
    }
}

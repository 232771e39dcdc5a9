package org.gmt4j.aggregation.transport;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.agrona.IoUtil;

/**
 * Gives sparse files in memory their pages a moment after they were made, by reading them: from then on no program that
 * fills the file system can harm their users. A daemon thread that lives while there is something to do; grade:
 * set-up.
 *
 * <p>Reading changes nothing, so that the files may be in use. A connection that has just been made is one that
 * somebody waits for, and shall not share its cores with this; one that is gone again before its turn costs nothing.
 */
final class LogToucher implements AutoCloseable {
    static final long DELAY_MS = 100;
    private static final long CLOSING_LIMIT_MS = 2_000;

    private final DriverErrors errors;
    private final Queue<Path> files = new ArrayDeque<>();      // guarded by this
    private Thread thread;                                     // guarded by this
    private boolean isClosed;                                  // guarded by this

    LogToucher(final DriverErrors errors) {
        this.errors = errors;
    }

    synchronized void add(final Path file) {
        files.add(file);
        if (thread == null && !isClosed) {
            thread = new Thread(this::run, "gmt-log-toucher");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        try {
            for (Path file = next(); file != null; file = next()) {
                touch(file);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next file when it is time, or null at the end of the thread. */
    private synchronized Path next() throws InterruptedException {
        if (!files.isEmpty() && !isClosed) {
            final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DELAY_MS);
            for (long leftNs = endNs - System.nanoTime(); leftNs > 0 && !isClosed; leftNs = endNs - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, leftNs);
            }
        }
        if (files.isEmpty() || isClosed) {
            thread = null;
            return null;
        }
        return files.remove();
    }

    /** Reads a byte of each page: that makes the pages of a file in memory. */
    private void touch(final Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final long length = channel.size();
            if (file.getParent().toFile().getUsableSpace() < length) {
                throw new IOException("no room");
            }
            final MappedByteBuffer pages = channel.map(FileChannel.MapMode.READ_ONLY, 0, length);
            try {
                pages.load();
            } finally {
                IoUtil.unmap(pages);
            }
        } catch (final NoSuchFileException e) {
            return;                  // the connection is gone
        } catch (final IOException | InternalError e) {
            if (Files.exists(file)) {
                errors.onError(new TransportException(TransportException.Code.NO_SPACE,
                    DriverDirectory.fullText(file.toFile(), 0), e));
            }
        }
    }

    /** Ends the thread. Never throws. */
    @Override
    public void close() {
        final Thread ending;
        synchronized (this) {
            isClosed = true;
            ending = thread;
            notifyAll();
        }
        if (ending != null) {
            try {
                ending.join(CLOSING_LIMIT_MS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

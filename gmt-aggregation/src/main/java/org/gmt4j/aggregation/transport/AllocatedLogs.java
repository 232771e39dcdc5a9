package org.gmt4j.aggregation.transport;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.buffer.FileStoreLogFactory;
import io.aeron.driver.buffer.LogFactory;
import io.aeron.driver.buffer.RawLog;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.aeron.exceptions.StorageSpaceException;
import io.aeron.logbuffer.LogBufferDescriptor;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.CloseHelper;

/**
 * The logs of a driver with all their bytes. Aeron's own are sparse, or are allocated by touching mapped pages: where
 * the file system is full, either ends whatever process touches them next by a signal. Owned by the driver's conductor,
 * once it runs; grade: set-up.
 *
 * <pre>
 *   room is short    all logs' bytes are reserved in a file at start; each log takes its part out of it and is written
 *                    before it is used
 *   there is plenty  logs are sparse when they are made, since writing costs more than making, and are filled by
 *                    {@link LogToucher} soon
 * </pre>
 *
 * Room is short when less than {@value #PLENTY} times the driver's possible need is free. On a disk, where reading
 * allocates nothing, logs are always written first.
 */
final class AllocatedLogs implements LogFactory {
    static final int PLENTY = 4;
    static final String RESERVE = "reserve";
    private static final int PIECE = 1 << 16;

    private final MediaDriver.Context context;
    private final File directory;
    private final long neededBytes;
    private final LogToucher toucher;
    private final Path reserve;
    private FileStoreLogFactory store;      // made when the driver has made its directory, at the first log

    private AllocatedLogs(final MediaDriver.Context context, final File directory, final long neededBytes,
            final boolean isInMemory, final DriverErrors errors) {
        this.context = context;
        this.directory = directory;
        this.neededBytes = neededBytes;
        toucher = isInMemory ? new LogToucher(errors) : null;
        reserve = directory.toPath().resolve(RESERVE);
    }

    /**
     * Makes a driver that is about to be launched allocate its logs.
     *
     * @param directory   of ours around the driver's
     * @param logBytes    that its logs will take
     * @param neededBytes that it will take in all
     * @throws TransportException when so much cannot be reserved
     */
    static void install(final MediaDriver.Context context, final File directory, final long logBytes,
            final long neededBytes, final DriverErrors errors) {
        final AllocatedLogs logs = new AllocatedLogs(context, directory, neededBytes, isInMemory(directory), errors);
        if (logs.isShort()) {
            logs.reserve(logBytes);
        }
        try {
            // Aeron keeps this door for itself, and has no other
            final Method door = MediaDriver.Context.class.getDeclaredMethod("logFactory", LogFactory.class);
            door.setAccessible(true);
            door.invoke(context, logs);
        } catch (final ReflectiveOperationException | RuntimeException e) {
            throw new TransportException(TransportException.Code.DRIVER_FAILED,
                "this version of Aeron does not let its logs be allocated: "
                    + "use the one that GMT was built with", e);
        }
    }

    private static boolean isInMemory(final File directory) {
        try {
            return Files.getFileStore(directory.toPath()).type().equals("tmpfs");
        } catch (final IOException e) {
            return false;
        }
    }

    private boolean isShort() {
        return directory.getUsableSpace() / PLENTY < neededBytes;
    }

    private void reserve(final long bytes) {
        try (FileChannel file = FileChannel.open(reserve, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            fill(file, bytes);
        } catch (final IOException e) {
            throw DriverDirectory.noSpace(directory.getParentFile(), neededBytes, e);
        }
    }

    private static void fill(final FileChannel file, final long bytes) throws IOException {
        final ByteBuffer zeros = ByteBuffer.allocate(PIECE);
        for (long at = 0; at < bytes; ) {
            zeros.clear().limit((int) Math.min(PIECE, bytes - at));
            at += file.write(zeros, at);
        }
    }

    @Override
    public RawLog newPublication(final long correlationId, final int termLength, final boolean useSparseFiles) {
        final boolean isShort = makeRoom(termLength);
        return allocated(store().newPublication(correlationId, termLength, true), isShort);
    }

    @Override
    public RawLog newImage(final long correlationId, final int termLength, final boolean useSparseFiles) {
        final boolean isShort = makeRoom(termLength);
        return allocated(store().newImage(correlationId, termLength, true), isShort);
    }

    private FileStoreLogFactory store() {
        if (store == null) {
            store = new FileStoreLogFactory(context.aeronDirectoryName(), context.filePageSize(), true,
                    0, context.errorHandler(),
                    context.systemCounters().get(SystemCounterDescriptor.BYTES_CURRENTLY_MAPPED));
        }
        return store;
    }

    private static long length(final int termLength) {
        return (long) LogBufferDescriptor.PARTITION_COUNT * termLength + LogBufferDescriptor.LOG_META_DATA_LENGTH;
    }

    /** Gives a log's part of the reserve back to the file system. @return is there little room besides? */
    private boolean makeRoom(final int termLength) {
        final boolean isShort = isShort();
        if (Files.exists(reserve)) {
            try (FileChannel file = FileChannel.open(reserve, StandardOpenOption.WRITE)) {
                file.truncate(Math.max(0, file.size() - length(termLength)));
            } catch (final IOException e) {
                throw new StorageSpaceException("the reserve " + reserve + " cannot be used: " + e);
            }
        }
        return isShort;
    }

    /** The rest of the reserve stays after the last log was made: logs that are made anew need it. */
    private RawLog allocated(final RawLog log, final boolean isShort) {
        if (!isShort && toucher != null) {
            toucher.add(Path.of(log.fileName()));
            return log;
        }
        try (FileChannel file = FileChannel.open(Path.of(log.fileName()), StandardOpenOption.WRITE)) {
            fill(file, length(log.termLength()));       // of zeros nobody has written to yet
            return log;
        } catch (final IOException e) {
            log.free();
            throw new StorageSpaceException(DriverDirectory.fullText(directory, length(log.termLength()))
                + " (" + e.getMessage() + ")");
        }
    }

    @Override
    public void close() {
        if (toucher != null) {
            toucher.close();
        }
        CloseHelper.close(store);
    }
}

package org.gmt4j.aggregation.transport;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.aeron.driver.Configuration;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.LogBufferDescriptor;
import java.io.File;
import org.agrona.BitUtil;
import org.agrona.concurrent.status.CountersReader;

/**
 * Common settings of our drivers, shared or own: small fixed buffers, sparse logs, long timeouts, quiet errors.
 * Grade: set-up.
 */
final class DriverSettings {
    private static final int KB = 1024;
    private static final int COUNTERS_PER_STREAM = 8;
    private static final int FIXED_COUNTERS = 512;
    private static final int MAX_COUNTER_VALUES = 64 * KB * KB;
    private static final int FIXED_BUFFERS = Configuration.CONDUCTOR_BUFFER_LENGTH_DEFAULT
            + Configuration.TO_CLIENTS_BUFFER_LENGTH_DEFAULT + Configuration.ERROR_BUFFER_LENGTH_DEFAULT
            + Configuration.LOSS_REPORT_BUFFER_LENGTH_DEFAULT;                                     // cannot be less

    private DriverSettings() {
    }

    static MediaDriver.Context context(final AeronConfig config, final int nodeCount, final File directory,
            final DriverErrors errors) {
        final long livenessNs = config.timeouts().livenessNs();
        return new MediaDriver.Context()
                .aeronDirectoryName(directory.getAbsolutePath())
                .dirDeleteOnStart(false)             // true would delete a directory under a running driver
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .errorHandler(errors)
                .asyncExecutorEnabled(false)         // no thread besides ours
                .driverTimeoutMs(NANOSECONDS.toMillis(livenessNs))
                .clientLivenessTimeoutNs(livenessNs)
                .imageLivenessTimeoutNs(livenessNs)
                .publicationConnectionTimeoutNs(Math.min(livenessNs, config.timeouts().connectNs()))
                .publicationUnblockTimeoutNs(2 * livenessNs)
                .termBufferSparseFile(true)
                .performStorageChecks(true)
                .lowStorageWarningThreshold(0)       // the space was checked before
                .counterValuesBufferLength(counterValuesLength(config, nodeCount));
    }

    /** Bytes that a driver's directory takes when every node has talked to every other. */
    static long neededBytes(final AeronConfig config, final int nodeCount) {
        final long values = counterValuesLength(config, nodeCount);
        final long metadata = values * (CountersReader.METADATA_LENGTH / CountersReader.COUNTER_LENGTH);
        final long logMetadata = (long) LogBufferDescriptor.LOG_META_DATA_LENGTH * streams(config, nodeCount);
        return config.logBytesWithOwnFor(nodeCount) + logMetadata + values + metadata + FIXED_BUFFERS;
    }

    private static int counterValuesLength(final AeronConfig config, final int nodeCount) {
        final long counters = FIXED_COUNTERS + COUNTERS_PER_STREAM * streams(config, nodeCount);
        final long length = Math.min(MAX_COUNTER_VALUES, counters * CountersReader.COUNTER_LENGTH);
        return Math.max(Configuration.COUNTERS_VALUES_BUFFER_LENGTH_MIN,
                BitUtil.findNextPositivePowerOfTwo((int) length));
    }

    private static long streams(final AeronConfig config, final int nodeCount) {
        final long perNode = 2L * TrafficClass.COUNT * nodeCount;
        return config.medium() == AeronConfig.Medium.IPC ? perNode * nodeCount / 2 : perNode;
    }
}

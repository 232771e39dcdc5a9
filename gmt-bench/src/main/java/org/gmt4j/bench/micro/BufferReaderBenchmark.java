package org.gmt4j.bench.micro;

import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.server.BufferReader;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Walking one incoming buffer block by block, checks included, without executing anything. One operation is one buffer. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
public class BufferReaderBenchmark {
    private static final int BUFFER_LENGTH = 16 * 1024;
    private static final long JOB = 42;
    private static final int SEQUENCE_AT = 24;

    /** Bytes of each block, its header included. */
    @Param({"64", "512", "4080"})
    public int blockLength;

    private long buffer;
    private int length;
    private long sequence;
    private long seenBytes;
    private BufferReader reader;

    @Setup
    public void open() {
        final int blocks = (BUFFER_LENGTH - BufferHeader.LENGTH) / blockLength;
        length = BufferHeader.LENGTH + blocks * blockLength;
        buffer = UnsafeApi.allocateMemory(BUFFER_LENGTH);
        BufferHeader.encode(buffer, length, JOB, 1, TrafficClass.REQUEST.ordinal(), 0);
        for (int at = BufferHeader.LENGTH; at < length; at += blockLength) {
            BlockHeader.encode(buffer + at, blockLength, 1, 0, 0, BlockHeader.REQUEST, 0, 0, 0, 0, 0);
        }
        reader = new BufferReader(0, 2, JOB, TrafficClass.REQUEST, 16 * 1024, (block, bytes) -> {
            seenBytes += bytes;
            return true;
        }, (source, expected, found) -> {
            throw new IllegalStateException("expected buffer " + expected + ", found " + found);
        });
    }

    @TearDown
    public void close() {
        UnsafeApi.freeMemory(buffer);
    }

    @Benchmark
    public long walk() {
        UnsafeApi.putLong(buffer + SEQUENCE_AT, sequence++);
        if (!reader.onFragment(buffer, length)) {
            throw new IllegalStateException("the reader has refused a buffer");
        }
        return seenBytes;
    }
}

package org.gmt4j.bench.micro;

import java.util.concurrent.TimeUnit;
import org.gmt4j.bench.kernel.BufferWalk;
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

/**
 * Walking one incoming buffer block by block, checks included, without executing anything. One operation is one buffer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
public class BufferReaderBenchmark {
    /** Bytes of each block, its header included. */
    @Param({"64", "512", "4080"})
    public int blockLength;

    private BufferWalk walk;

    @Setup
    public void open() {
        walk = new BufferWalk(blockLength);
    }

    @TearDown
    public void close() {
        walk.close();
    }

    @Benchmark
    public long walk() {
        return walk.walk();
    }
}

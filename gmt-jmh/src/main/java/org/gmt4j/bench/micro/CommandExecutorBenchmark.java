package org.gmt4j.bench.micro;

import java.util.concurrent.TimeUnit;
import org.gmt4j.bench.kernel.BlockExecution;
import org.gmt4j.bench.kernel.CommandMix;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Executing prepared blocks of single-element commands, replies included. One operation is one command. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
public class CommandExecutorBenchmark {
    @Param({"ADD", "GET", "MIXED"})
    public CommandMix mix;

    /** The segment has 2^log2 elements of 8 bytes. */
    @Param({"13", "20", "24"})
    public int log2;

    /** Does one thread own the memory, so that plain stores will do? */
    @Param("true")
    public boolean exclusive;

    private BlockExecution execution;

    @Setup
    public void open() {
        execution = new BlockExecution(mix, log2, exclusive);
    }

    @TearDown
    public void close() {
        execution.close();
    }

    @Benchmark
    @OperationsPerInvocation(BlockExecution.COMMANDS)
    public long execute() {
        return execution.execute();
    }
}

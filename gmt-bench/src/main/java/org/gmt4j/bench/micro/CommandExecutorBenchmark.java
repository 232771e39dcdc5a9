package org.gmt4j.bench.micro;

import java.util.concurrent.TimeUnit;
import org.gmt4j.GmtCluster;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.runtime.helper.CommandExecutor;
import org.gmt4j.runtime.memory.SegmentTable;
import org.gmt4j.runtime.task.BodyCodec;
import org.gmt4j.runtime.task.TaskConfig;
import org.gmt4j.runtime.task.TaskRuntime;
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
    private static final int COMMANDS = 1 << 16;
    private static final int SEGMENT = 1;

    @Param({"ADD", "GET", "MIXED"})
    public CommandMix mix;

    /** The segment has 2^log2 elements of 8 bytes. */
    @Param({"13", "20", "24"})
    public int log2;

    /** Does one thread own the memory, so that plain stores will do? */
    @Param("true")
    public boolean exclusive;

    private SegmentTable segments;
    private PreparedBlocks blocks;
    private int[] lengths;
    private InstantReplies own;
    private Lane lane;
    private CommandExecutor executor;

    @Setup
    public void open() {
        final long bytes = 8L << log2;
        segments = new SegmentTable(exclusive, bytes);
        segments.tryReserve(bytes);
        segments.create(SEGMENT, Long.BYTES, 1L << log2, true);
        blocks = new PreparedBlocks(mix, SEGMENT, log2, COMMANDS);
        lengths = blocks.lengths();
        final AggregationConfig config = AggregationConfig.DEFAULT;
        final TaskRuntime tasks = new TaskRuntime(0, 2, 1, 1, TaskConfig.DEFAULT,
            new BodyCodec(GmtCluster.registryOf(), (kind, id) -> null),
            config.maxCommandLength());
        own = new InstantReplies(0, 2);
        lane = new Lane(0, own.aggregator(), new ReplyBuffers(config, 2, NetworkBuffer::release));
        executor = new CommandExecutor(lane, segments, tasks, config.maxReplyLength());
    }

    @TearDown
    public void close() {
        own.close();
        lane.replies().close();
        blocks.close();
        segments.close();
    }

    @Benchmark
    @OperationsPerInvocation(COMMANDS)
    public long execute() {
        long at = blocks.address();
        for (final int length : lengths) {
            if (!executor.onBlock(at, length)) {
                throw new IllegalStateException("the executor has refused a block though replies are free");
            }
            at += length;
        }
        lane.replies().flushAll();
        return executor.executedCount();
    }
}

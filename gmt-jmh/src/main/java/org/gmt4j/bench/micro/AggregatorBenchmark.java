package org.gmt4j.bench.micro;

import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.bench.kernel.InstantReplies;
import org.gmt4j.bench.kernel.Pending;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.graph.memory.LocalView;
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

/** Level 1: encoding commands into blocks, logging who waits, and completing them. One operation is one command. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
public class AggregatorBenchmark {
    private static final int COMMANDS = 4096;
    private static final int SEGMENT = 1;

    /** Nodes that commands go to, at random. */
    @Param({"1", "8", "512"})
    public int destinations;

    private InstantReplies replies;
    private Aggregator aggregator;
    private int[] nodes;
    private final Pending owner = new Pending();
    private final long[] target = new long[COMMANDS];

    @Setup
    public void open() {
        replies = new InstantReplies(0, destinations + 1);
        aggregator = replies.aggregator();
        nodes = new int[COMMANDS];
        for (int k = 0; k < COMMANDS; k++) {
            nodes[k] = 1 + (int) Long.remainderUnsigned(RandomIndex.word(1, k), destinations);
        }
    }

    @TearDown
    public void close() {
        replies.close();
    }

    /** An add that brings nothing back. */
    @Benchmark
    @OperationsPerInvocation(COMMANDS)
    public int update() {
        final long base = CommandWord.base(CommandType.UPDATE + CommandType.ADD, SEGMENT);
        for (int k = 0; k < COMMANDS; k++) {
            aggregator.update(nodes[k], base | k, 1, owner);
        }
        return owner.pendingCount();
    }

    /** A get whose value goes to an element of an array. */
    @Benchmark
    @OperationsPerInvocation(COMMANDS)
    public long fetch() {
        final long base = CommandWord.base(CommandType.GET, SEGMENT);
        for (int k = 0; k < COMMANDS; k++) {
            aggregator.fetch(nodes[k], base | k, owner, target, RequestBlock.toLong(k));
        }
        return target[0];
    }

    /** A command of 64 bytes that its issuer writes in place. */
    @Benchmark
    @OperationsPerInvocation(COMMANDS)
    public int claimAndCommit() {
        final long base = CommandWord.base(CommandType.PUT, SEGMENT);
        for (int k = 0; k < COMMANDS; k++) {
            final LocalView command = LocalView.words(aggregator.claim(nodes[k], 64, owner), 64 / Long.BYTES);
            command.setWord(0, base | k);
            command.setWord(1, 48);
            aggregator.commit(nodes[k]);
        }
        return owner.pendingCount();
    }
}

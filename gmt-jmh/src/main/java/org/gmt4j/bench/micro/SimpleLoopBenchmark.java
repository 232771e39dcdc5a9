package org.gmt4j.bench.micro;

import java.util.concurrent.TimeUnit;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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

/**
 * The loops of plain programs in pairs: what the documentation recommends, beside what it is compared with. Each
 * measured call is a job of a cluster inside the process, whose only task makes so many accesses that the begin and end
 * of the job do not matter. One operation is one access, one element of a row, or one iteration.
 *
 * <p>With one node its memory is shared by two threads, as in {@code gmt run -n 1} on two cores. With two, each has one
 * thread, and the elements of rows and updates are the other node's.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
public class SimpleLoopBenchmark {
    @Param({"1", "2"})
    public int nodes;

    private GmtCluster cluster;
    private final SimpleLoops.Plain plain = new SimpleLoops.Plain();

    @Setup(Level.Trial)
    public void open() {
        cluster = GmtCluster.builder().nodes(nodes).register(SimpleLoops.class, SimpleLoopBenchmark.class)
            .set("gmt.plan", nodes == 1 ? "shared" : "combined").set("gmt.workers", nodes == 1 ? 2 : 1)
            .set("gmt.helpers", 0).start();
        cluster.run(ctx -> {
            final long size = SimpleLoops.SIZE * ctx.nodeCount();
            GlobalLongArray.allocate(ctx, ArraySpec.of(size).named(SimpleLoops.VALUES));
            GlobalLongArray.allocate(ctx, ArraySpec.of(size).named(SimpleLoops.SUMS).combining(Combining.ADD));
            GlobalLongArray.allocate(ctx, ArraySpec.of(size).named(SimpleLoops.LEAST).combining(Combining.MIN));
        });
    }

    @TearDown(Level.Trial)
    public void close() {
        cluster.close();
    }

    // --- one element: a load and a store of Java, and those of an array at hand ---

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long loadOfJava() {
        return plain.loads();
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long getAtHand() {
        return cluster.call(SimpleLoops::gets);
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long storeOfJava() {
        return plain.stores();
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long putAtHand() {
        return cluster.call(SimpleLoops::puts);
    }

    // --- a row: in place, into a new array, into an array of a scratch ---

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long rowByView() {
        return cluster.call(SimpleLoops::views);
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long rowIntoNewArray() {
        return cluster.call(SimpleLoops::newRows);
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long rowIntoScratch() {
        return cluster.call(SimpleLoops::scratchRows);
    }

    // --- additions: an array as it is, one declared ADD; one by one, and as a list ---

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long addToPlainArray() {
        return cluster.call(ctx -> SimpleLoops.adds(ctx, SimpleLoops.VALUES));
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long addToAddArray() {
        return cluster.call(ctx -> SimpleLoops.adds(ctx, SimpleLoops.SUMS));
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long addListToPlainArray() {
        return cluster.call(ctx -> SimpleLoops.addLists(ctx, SimpleLoops.VALUES));
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long addListToAddArray() {
        return cluster.call(ctx -> SimpleLoops.addLists(ctx, SimpleLoops.SUMS));
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long minToMinArray() {
        return cluster.call(SimpleLoops::mins);
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long minListToMinArray() {
        return cluster.call(SimpleLoops::minLists);
    }

    // --- a loop: chunks of measured size, and of a size that is named ---

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long loopMeasured() {
        return cluster.call(ctx -> SimpleLoops.loop(ctx, 0));
    }

    @Benchmark
    @OperationsPerInvocation(SimpleLoops.ACCESSES)
    public long loopOfNamedChunks() {
        return cluster.call(ctx -> SimpleLoops.loop(ctx, 16_384));
    }
}

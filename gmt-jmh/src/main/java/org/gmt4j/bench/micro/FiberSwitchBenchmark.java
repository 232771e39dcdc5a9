package org.gmt4j.bench.micro;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.bench.kernel.InstantReplies;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.task.Worker;
import org.gmt4j.engine.travel.BodyCodec;
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

/** A worker without a node that resumes fibers in a round. One operation is one resumed fiber. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = {"--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Djmh.executor=CUSTOM",
    "-Djmh.executor.class=org.gmt4j.bench.micro.StrandExecutor"})
public class FiberSwitchBenchmark {
    private static final int SLICE = 256;

    @Param({"16", "256", "4096"})
    public int fibers;

    private final List<TaskContext> contexts = new ArrayList<>();
    private InstantReplies own;
    private Lane lane;
    private Worker worker;
    private boolean isYielding;
    private boolean isStopping;
    private boolean hasEnded;
    private int nextToWake;

    @Setup(Level.Trial)
    public void open() {
        final AggregationConfig config = AggregationConfig.DEFAULT;
        final TaskConfig defaults = TaskConfig.DEFAULT;
        final TaskConfig tasks = new TaskConfig(2 * fibers, defaults.fiberStack(), defaults.sliceChunks(), SLICE,
            defaults.taskCredits(), defaults.taskLimit());
        final TaskRuntime runtime = new TaskRuntime(0, 1, 1, 1, tasks,
            new BodyCodec(NodeStarter.registryOf(), (kind, id) -> null), config.maxCommandLength());
        own = new InstantReplies(0, 1);
        lane = new Lane(0, own.aggregator(), new ReplyBuffers(config, 1, NetworkBuffer::release));
        worker = runtime.newWorker(0, lane, new NoPause());
        worker.begin();
        final RangeBody body = fiberBody();
        final TaskFunction<Void> program = program(fibers, body);
        runtime.start(program, (result, failure) -> hasEnded = true);
        for (int turn = 0; contexts.size() < fibers; turn++) {
            worker.run(System.nanoTime());
            if (turn > fibers) {
                throw new IllegalStateException("only " + contexts.size() + " of " + fibers + " fibers have started");
            }
        }
    }

    private static TaskFunction<Void> program(final int fibers, final RangeBody body) {
        return ctx -> {
            ctx.parFor(fibers, 1, SpawnPolicy.LOCAL, body);
            return null;
        };
    }

    /** First all park, so that the worker starts them all; then they park or yield until the end. */
    private RangeBody fiberBody() {
        return (low, high, ctx) -> {
            contexts.add(ctx);
            while (!isStopping) {
                if (isYielding) {
                    ctx.yield();
                } else {
                    EngineTask.of(ctx).issued();
                    ctx.await();
                }
            }
        };
    }

    /** A worker that has nothing else to look after. */
    private static final class NoPause implements Worker.Pause {
        @Override
        public long betweenChunks() {
            return System.nanoTime();       // no communication
        }
    }

    @TearDown(Level.Trial)
    public void close() {
        isStopping = true;
        wakeAll();
        while (!hasEnded) {
            worker.run(System.nanoTime());
        }
        lane.close();
        own.close();
    }

    private void wakeAll() {
        for (final TaskContext context : contexts) {
            if (EngineTask.of(context).pendingCount() > 0) {
                EngineTask.of(context).completed(1);
            }
        }
    }

    /** Fibers that yield: each is queued again as soon as it has unwound. */
    @Benchmark
    @OperationsPerInvocation(SLICE)
    public int yieldAndResume() {
        if (!isYielding) {
            isYielding = true;
            wakeAll();
        }
        return worker.run(System.nanoTime());
    }

    /** Fibers that wait for an operation, woken by its completion, a slice at a time. */
    @Benchmark
    @OperationsPerInvocation(SLICE)
    public int parkAndWake() {
        int next = nextToWake;
        for (int i = 0; i < SLICE; i++) {
            EngineTask.of(contexts.get(next)).completed(1);
            next = next + 1 == fibers ? 0 : next + 1;
            if (next == 0) {
                worker.run(System.nanoTime());
            }
        }
        nextToWake = next;
        return worker.run(System.nanoTime());
    }
}

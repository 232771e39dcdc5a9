package org.gmt4j.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import org.gmt4j.bench.kernel.CommandMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Each benchmark does what it says, once, without JMH around it; and JMH knows them all. */
@Timeout(240)
class MicroBenchmarkTest {
    @Test
    void shouldBeKnownToJmh() {
        final Set<String> found = BenchmarkList.defaultList().getAll(
            OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), java.util.List.of()).stream()
            .map(entry -> entry.getUsername().substring("org.gmt4j.bench.micro.".length())).collect(Collectors.toSet());
        assertEquals(Set.of("AggregatorBenchmark.update", "AggregatorBenchmark.fetch",
            "AggregatorBenchmark.claimAndCommit", "BufferReaderBenchmark.walk", "CommandExecutorBenchmark.execute",
            "FiberSwitchBenchmark.yieldAndResume", "FiberSwitchBenchmark.parkAndWake",
            "SimpleLoopBenchmark.loadOfJava", "SimpleLoopBenchmark.getAtHand",
            "SimpleLoopBenchmark.storeOfJava", "SimpleLoopBenchmark.putAtHand",
            "SimpleLoopBenchmark.rowByView", "SimpleLoopBenchmark.rowIntoNewArray",
            "SimpleLoopBenchmark.rowIntoScratch", "SimpleLoopBenchmark.addToPlainArray",
            "SimpleLoopBenchmark.addToAddArray", "SimpleLoopBenchmark.addListToPlainArray",
            "SimpleLoopBenchmark.addListToAddArray", "SimpleLoopBenchmark.minToMinArray",
            "SimpleLoopBenchmark.minListToMinArray", "SimpleLoopBenchmark.loopMeasured",
            "SimpleLoopBenchmark.loopOfNamedChunks"), found);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 512})
    void shouldGatherForAnyNumberOfDestinations(final int destinations) {
        final AggregatorBenchmark benchmark = new AggregatorBenchmark();
        benchmark.destinations = destinations;
        benchmark.open();
        for (int i = 0; i < 20; i++) {
            benchmark.update();
            benchmark.fetch();
            benchmark.claimAndCommit();
        }
        benchmark.close();
    }

    @ParameterizedTest
    @EnumSource(CommandMix.class)
    void shouldExecuteEveryCommand(final CommandMix mix) {
        final CommandExecutorBenchmark benchmark = new CommandExecutorBenchmark();
        benchmark.mix = mix;
        benchmark.log2 = 10;
        benchmark.exclusive = true;
        benchmark.open();
        assertEquals(1 << 16, benchmark.execute());
        assertEquals(2 << 16, benchmark.execute());
        benchmark.close();
    }

    @Test
    void shouldWalkWholeBuffers() {
        final BufferReaderBenchmark benchmark = new BufferReaderBenchmark();
        benchmark.blockLength = 512;
        benchmark.open();
        assertEquals(31 * 512, benchmark.walk());
        assertEquals(2 * 31 * 512, benchmark.walk());
        benchmark.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 256, 1000})
    void shouldResumeAsManyFibersAsItSays(final int fibers) throws Exception {
        final ExecutorService strand = new StrandExecutor(1, "strand");
        strand.submit(() -> parkAndWake(fibers)).get();
        strand.submit(() -> yieldAndResume(fibers)).get();
        strand.shutdown();
    }

    private static void parkAndWake(final int fibers) {
        final FiberSwitchBenchmark parking = new FiberSwitchBenchmark();
        parking.fibers = fibers;
        parking.open();
        for (int i = 0; i < 30; i++) {
            parking.parkAndWake();
        }
        parking.close();
    }

    private static void yieldAndResume(final int fibers) {
        final FiberSwitchBenchmark yielding = new FiberSwitchBenchmark();
        yielding.fibers = fibers;
        yielding.open();
        for (int i = 0; i < 30; i++) {
            assertEquals(256, yielding.yieldAndResume());
        }
        yielding.close();
    }

    /** What is compared does the same. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldCompareTheSameLoops(final int nodes) {
        final SimpleLoopBenchmark benchmark = new SimpleLoopBenchmark();
        benchmark.nodes = nodes;
        benchmark.open();
        assertEquals(benchmark.storeOfJava(), benchmark.putAtHand());
        assertEquals(benchmark.loadOfJava(), benchmark.getAtHand());
        benchmark.addToPlainArray();
        benchmark.addListToPlainArray();
        final long rows = benchmark.rowByView();
        assertEquals(rows, benchmark.rowIntoNewArray());
        assertEquals(rows, benchmark.rowIntoScratch());
        benchmark.addToAddArray();
        benchmark.addListToAddArray();
        benchmark.minToMinArray();
        benchmark.minListToMinArray();
        assertEquals(benchmark.loopMeasured(), benchmark.loopOfNamedChunks());
        benchmark.close();
    }
}

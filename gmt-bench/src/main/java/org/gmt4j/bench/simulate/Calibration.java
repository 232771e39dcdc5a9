package org.gmt4j.bench.simulate;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.gmt4j.aggregation.topology.EdgeBuffers;
import org.gmt4j.aggregation.topology.ForwardQueue;
import org.gmt4j.bench.kernel.BlockExecution;
import org.gmt4j.bench.kernel.BufferWalk;
import org.gmt4j.bench.kernel.CommandMix;
import org.gmt4j.cli.CliException;
import org.gmt4j.graph.memory.LocalView;

/**
 * Measures on this machine those costs that its parts show: executing commands, walking buffers and blocks, the
 * transport over shared memory, waking a thread. Costs that cannot be measured here, of a network above all, keep their
 * defaults. Noise of a busy machine goes into the result.
 *
 * <p>Measured in a process of its own, since the launcher's neither compiles its code well nor has the memory.
 */
final class Calibration {
    private static final String PREFIX = "cost ";
    private static final int EDGES = 7;

    private Calibration() {
    }

    /** Prints its measurements; for {@link #inProcessOfItsOwn}. */
    public static void main(final String[] arguments) throws InterruptedException {
        measure(new StepTimer(700_000_000, 700_000_000))
            .forEach((cost, value) -> System.out.println(PREFIX + cost.spelling() + "=" + value));
    }

    /** @throws CliException when the process fails */
    static CostModel inProcessOfItsOwn(final PrintWriter err) {
        err.println("calibrating, this takes some 15 seconds");
        err.flush();
        final List<String> command =
            new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xmx512m", "-XX:-UsePerfData",
            "-Dagrona.disable.bounds.checks=true", "-Dslf4j.internal.verbosity=ERROR",
            "-Dco.paralleluniverse.fibers.disableAgentWarning=true"));
        if (Runtime.version().feature() >= 24) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Calibration.class.getName()));
        Process process = null;
        try {
            process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(new File("/dev/null")).start();
            final CostModel measured = read(process);
            final int status = process.waitFor();
            if (status == 0) {
                return measured;
            }
            throw failed("it ended with status " + status, null);
        } catch (final IOException e) {
            throw failed(e.getMessage(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("it was interrupted", e);
        } finally {
            if (process != null) {
                process.destroy();
            }
        }
    }

    private static CliException failed(final String why, final Throwable cause) {
        return CliException.failed("GMT-362",
            "the calibration failed: " + why + ". Run without --calibrate, and set costs with --cost.", cause);
    }

    private static CostModel read(final Process process) throws IOException {
        CostModel model = CostModel.DEFAULT;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(),
            StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(PREFIX)) {
                    model = model.with(line.substring(PREFIX.length()));
                }
            }
        }
        return model;
    }

    /** The costs that can be measured, lowest deciles, rounded to three digits. */
    static Map<Cost, Double> measure(final StepTimer timer) throws InterruptedException {
        final Map<Cost, Double> costs = new EnumMap<>(Cost.class);
        costs.put(Cost.COMMAND, command(timer));
        buffers(timer, costs);
        costs.put(Cost.FORWARD, forward(timer));
        costs.put(Cost.COPY, copy(timer));
        transport(timer, costs);
        costs.put(Cost.ACK, costs.get(Cost.BUFFER)); // a buffer of nothing but its header
        costs.put(Cost.WAKE, wake());
        costs.replaceAll((cost, value) -> rounded(Math.max(0, value)));
        return costs;
    }

    private static double rounded(final double value) {
        final double unit = value == 0 ? 1 : Math.pow(10, Math.floor(Math.log10(value)) - 2);
        return Math.round(value / unit) * unit < 1 ? Math.round(value * 1e4) / 1e4
            : Math.round(Math.round(value / unit) * unit * 100) / 100.0;
    }

    /** Random adds in 8 MB, more than the caches near the core hold. */
    private static double command(final StepTimer timer) {
        try (BlockExecution execution = new BlockExecution(CommandMix.ADD, 20, true)) {
            return timer.ns(BlockExecution.COMMANDS, execution::execute);
        }
    }

    /** Buffers of many short blocks and of a few long ones: the difference is the blocks'. */
    private static void buffers(final StepTimer timer, final Map<Cost, Double> costs) {
        final int length = 16 * 1024 - 32;
        final int manyBlocks = length / 64;
        final int fewBlocks = length / 4080;
        final double many = walk(timer, 64);
        final double few = walk(timer, 4080);
        final double block = (many - few) / (manyBlocks - fewBlocks);
        costs.put(Cost.BLOCK, block);
        costs.put(Cost.BUFFER, few - fewBlocks * block);
    }

    private static double walk(final StepTimer timer, final int blockLength) {
        try (BufferWalk walk = new BufferWalk(blockLength)) {
            return timer.ns(16, () -> {
                for (int i = 0; i < 16; i++) {
                    walk.walk();
                }
            });
        }
    }

    /** A block into a slot and a queue, and out again. */
    private static double forward(final StepTimer timer) {
        final EdgeBuffers buffers = new EdgeBuffers(32, 4);
        final ForwardQueue queue = new ForwardQueue();
        return timer.ns(64, () -> {
            for (int i = 0; i < 64; i++) {
                queue.add(i, buffers.admit(i & 31, 1));
                buffers.leave(queue.slot(0));
                queue.remove(1);
                buffers.takeOwed(i & 31);
            }
            buffers.tidy();
        });
    }

    private static double copy(final StepTimer timer) {
        final int length = 4096;
        final int words = length / Long.BYTES;
        try (LocalView memory = LocalView.allocate(2L * words, true)) {
            memory.fill(1);
            final LocalView half = memory.first(words);
            return timer.ns(64, () -> {
                for (int i = 0; i < 64; i++) {
                    half.copyTo(memory, words);
                }
            }) / length;
        }
    }

    private static void transport(final StepTimer timer, final Map<Cost, Double> costs) throws InterruptedException {
        final double fewEdges;
        try (TransportTimer two = new TransportTimer(2)) {
            final double send = two.sendNs(timer);
            final double poll = two.pollNs(timer);
            fewEdges = two.idleTurnNs(timer);
            costs.put(Cost.SEND, send);
            costs.merge(Cost.BUFFER, poll, Double::sum);
            costs.put(Cost.LATENCY, two.roundTripNs(timer) / 2 - send - poll);
        }
        try (TransportTimer eight = new TransportTimer(EDGES + 1)) {
            // a stream of each class for each
            final double edge = (eight.idleTurnNs(timer) - fewEdges) / (EDGES - 1) / 2;
            costs.put(Cost.EDGE, edge);
            costs.put(Cost.PASS, fewEdges - 2 * edge);
        }
    }

    /** From unpark to running; the lowest decile, as everywhere. */
    private static double wake() throws InterruptedException {
        final int times = 200;
        final AtomicLong calledNs = new AtomicLong();
        final AtomicLong tookNs = new AtomicLong();
        final Thread sleeper = new Thread(() -> {
            for (int i = 0; i < times; i++) {
                while (calledNs.get() == 0) {
                    LockSupport.park();
                }
                tookNs.set(Math.max(1, System.nanoTime() - calledNs.getAndSet(0)));
            }
        }, "sleeper");
        sleeper.setDaemon(true);
        sleeper.start();
        final double[] took = new double[times];
        for (int i = 0; i < times; i++) {
            while (sleeper.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            tookNs.set(0);
            calledNs.set(System.nanoTime());
            LockSupport.unpark(sleeper);
            while (tookNs.get() == 0) {
                Thread.onSpinWait();
            }
            took[i] = tookNs.get();
        }
        sleeper.join();
        Arrays.sort(took);
        return took[times / 10];
    }
}

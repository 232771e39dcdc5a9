package org.gmt4j.bench.power;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gmt4j.GmtCluster;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.runtime.array.GlobalByteArray;
import org.gmt4j.runtime.array.GlobalLongArray;
import org.gmt4j.runtime.power.EnergyMeter;
import org.gmt4j.runtime.waiting.WaitMode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt bench ring}: time and energy, or its proxy, for each megabyte in a displaced ring, for each way to wait. */
public final class RingBenchmark implements GmtApp {
    private static final int LARGEST = 1 << 24;

    @Option(names = "--bytes", paramLabel = "N", split = ",", defaultValue = "1,16,256,4096,16384,65536,262144,1048576",
        description = "sizes; accumulate takes multiples of 8, strided of 16 (default: ${DEFAULT-VALUE})")
    private List<Integer> sizes = new ArrayList<>();

    @Option(names = "--verbs", paramLabel = "VERB", split = ",", defaultValue = "put,get,accumulate,strided",
        description = "what is done (default: ${DEFAULT-VALUE})")
    private List<RingVerb> verbs = new ArrayList<>();

    @Mixin
    private ModeOptions modes;

    @Option(names = "--trials", paramLabel = "N", defaultValue = "3",
        description = "timed repetitions; the median counts (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = "--seconds", paramLabel = "S", defaultValue = "0.1",
        description = "about how long one trial takes (default: ${DEFAULT-VALUE})")
    private double seconds;

    @Option(names = "--svg", paramLabel = "FILE", description = "draw the paper's figures there")
    private Path svg;

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public String summary() {
        return "Displaced ring: time and energy (or CPU time) per MB by verb and size, for each way to wait.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public void validate(final CommonOptions common) {
        if (trials < 1 || !(seconds > 0) || modes.modes().isEmpty() || verbs.isEmpty()) {
            throw CliException.usage("--trials must be at least 1, --seconds more than 0; --modes and --verbs name at least one.");
        }
        for (final int bytes : sizes) {
            if (bytes < 1 || bytes > LARGEST) {
                throw CliException.usage("--bytes " + bytes + ": expected 1 to " + LARGEST + ".");
            }
        }
    }

    private int slotBytes() {
        return 2 * Math.max(Long.BYTES, sizes.stream().mapToInt(bytes -> (bytes + 7) & ~7).max().orElse(Long.BYTES));
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return AppMemory.builder().array("slots", AppMemory.Phase.BOTH, ByteCount.times(job.plan().nodes(), slotBytes()), 1)
            .array("slots of longs", AppMemory.Phase.BOTH, ByteCount.times(job.plan().nodes(), slotBytes()), 1).build();
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {RingBodies.class, RingArrays.class, RingVerb.class, PowerBodies.class, WaitMode.class};
    }

    @Override
    public void run(final AppRun run) throws IOException {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final int nodes = cluster.nodeCount();
        if (nodes == 1) {
            run.result().note("one node has nobody to talk to: nothing was measured");
            return;
        }
        final Consumption consumption = new Consumption(cluster, EnergyMeter.ofMachine());
        final RingArrays arrays = allocate(cluster, nodes);
        final RingChart chart = new RingChart(modes.modes(), consumption);
        for (final RingVerb verb : verbs) {
            final List<Integer> taken = sizes.stream().filter(verb::takes).toList();
            final List<RingExperiment.Cost[]> costs = new ArrayList<>();
            for (final int size : taken) {
                run.progress().update(verb.label(), costs.size() + 1, taken.size(), size + " bytes");
                costs.add(measure(run, consumption, verb, arrays.withSize(size)));
            }
            chart.add(verb, taken, costs);
        }
        cluster.run(arrays.bytes()::free);
        cluster.run(arrays.longs()::free);
        run.result().with("energy", consumption.label());
        run.result().note(consumption.figure() + ": " + consumption.label());
        if (svg != null) {
            chart.sheet().write(svg);
        }
    }

    private RingArrays allocate(final GmtCluster cluster, final int nodes) {
        final long slots = (long) nodes * nodes;
        final int slotBytes = slotBytes();
        final GlobalByteArray bytes = cluster.call(ctx -> GlobalByteArray.allocate(ctx, slots * slotBytes));
        final GlobalLongArray longs = cluster.call(ctx -> GlobalLongArray.allocate(ctx, slots * (slotBytes / 2 / Long.BYTES)));
        return new RingArrays(bytes, longs, 1, slotBytes);
    }

    private RingExperiment.Cost[] measure(final AppRun run, final Consumption consumption, final RingVerb verb, final RingArrays arrays) {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final RingExperiment experiment = new RingExperiment(cluster, consumption, verb, arrays);
        final RingExperiment.Cost[] costs = experiment.run(modes.modes(), trials, seconds);
        if (run.verify()) {
            run.result().verified(experiment.isRight());
        }
        for (int mode = 0; mode < costs.length; mode++) {
            final RingExperiment.Cost cost = costs[mode];
            final BenchResult result = BenchResult.of(verb.label()).param("bytes", arrays.size())
                .param("wait", modes.modes().get(mode).name().toLowerCase(Locale.ROOT)).mops(cost.mops()).mbPerSecond(1 / cost.secondsPerMb())
                .figure("microsecondsPerMb", cost.secondsPerMb() * 1e6).figure(consumption.figure(), cost.usedPerMb() * 1e6)
                .figure("timeShare", cost.secondsPerMb() / costs[0].secondsPerMb());
            if (costs[0].usedPerMb() > 0) {
                result.figure(consumption.isProxy() ? "cpuShare" : "energyShare", cost.usedPerMb() / costs[0].usedPerMb());
            }
            run.result().result(result);
        }
        return costs;
    }
}

package org.gmt4j.bench.simulate;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.bench.contention.Contenders;
import org.gmt4j.bench.simulate.output.ByteSizes;
import org.gmt4j.bench.simulate.output.OutputOptions;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gmt simulate contention}: how long operations on one node take while others do the same. */
@Command(name = "contention", mixinStandardHelpOptions = true,
    description = {"Each process in turn does some operations on node 0 and notes their mean time, "
        + "while a percentage of all processes does the same all the time; for each virtual topology.",
        "Times are the model's: they follow from the costs, which are printed with the result, "
            + "and not from the speed of this machine."},
    footerHeading = "%nExamples:%n",
    footer = {"  gmt simulate contention --nodes 256 --processes 4 --percent 20 --kind fadd",
        "  gmt simulate contention --topology fcg,mfcg --gather 1 --machine xt5 --format csv -o ranks.csv "
            + "--svg ranks.svg",
        "  gmt simulate contention --nodes 1024 --processes 12 --every 97 --iterations 2 --percent 20"})
final class ContentionCommand implements Callable<Integer> {
    /** Beyond that the edges of a fully connected graph fill the launcher's memory. */
    private static final int MOST_NODES = 2048;
    /** Of a model: two nodes of the fully connected graph, which knows of every other, and a process. */
    private static final long BYTES_OF_PAIR = 32;
    private static final long BYTES_OF_PROCESS = 256;
    /** The rest of the memory is for events, results, and the launcher itself. */
    private static final double MODELS_OF_MEMORY = 0.6;
    private static final int MOST_PROCESSES = 1 << 16;
    private static final int MOST_BUFFERS = 1024;

    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOptions output;

    @Option(names = {"-n", "--nodes"}, paramLabel = "N", defaultValue = "256",
        description = "nodes (default: ${DEFAULT-VALUE})")
    private int nodes;

    @Option(names = "--processes", paramLabel = "P", defaultValue = "4",
        description = "processes of each node (default: ${DEFAULT-VALUE})")
    private int processes;

    @Option(names = "--percent", paramLabel = "C", defaultValue = "0,11,20", split = ",",
        description = "of the processes contend: one in 100/C, about a whole number; several with commas "
            + "(default: ${DEFAULT-VALUE})")
    private int[] percents;

    @Option(names = "--kind", paramLabel = "vput|fadd|lock|acc", defaultValue = "fadd",
        description = "operation: vectored put, fetch-and-add, lock and unlock, accumulate (default: ${DEFAULT-VALUE})")
    private RequestKind kind;

    @Option(names = "--bytes", paramLabel = "BYTES", defaultValue = "2048",
        description = "of a put or an accumulate (default: ${DEFAULT-VALUE})")
    private int payloadBytes;

    @Option(names = "--topology", paramLabel = "all|fcg|mfcg|cfcg|hypercube", defaultValue = "all", split = ",",
        description = "virtual topologies, several with commas (default: ${DEFAULT-VALUE})")
    private String[] topologies;

    @Option(names = "--routing", paramLabel = "ldf|nfdf", defaultValue = "ldf",
        description = "lowest dimension first, or falling coordinates first (default: ${DEFAULT-VALUE})")
    private RoutingRule routing;

    @Option(names = "--iterations", paramLabel = "I", defaultValue = "20",
        description = "operations of a process (default: ${DEFAULT-VALUE})")
    private int iterations;

    @Option(names = "--buffers", paramLabel = "B", defaultValue = "4",
        description = "request buffers of each edge, for all processes of the sending node together (default: "
            + "${DEFAULT-VALUE})")
    private int buffers;

    @Option(names = "--buffer-size", paramLabel = "BYTES", defaultValue = "16k",
        description = "length of a buffer (default: ${DEFAULT-VALUE})")
    private String bufferSize;

    @Option(names = "--gather", paramLabel = "G", defaultValue = "1024",
        description = "most requests of one buffer; 1: each travels alone, as in ARMCI (default: ${DEFAULT-VALUE}, "
            + "and no more than a buffer holds)")
    private int gather;

    @Option(names = "--waiting", paramLabel = "poll|block|adaptive", defaultValue = "adaptive",
        description = "behaviour of an idle server (default: ${DEFAULT-VALUE})")
    private Waiting waiting;

    @Option(names = "--polling", paramLabel = "attentive|all", defaultValue = "attentive",
        description = "streams that a server polls: as in the runtime, or all streams each time (default: "
            + "${DEFAULT-VALUE})")
    private Polling polling;

    @Option(names = "--replies", paramLabel = "direct|routed", defaultValue = "direct",
        description = "the way of answers: straight, which connects every asking process, or over the topology's "
            + "edges (default: ${DEFAULT-VALUE})")
    private Replies replies;

    @Option(names = "--every", paramLabel = "K", defaultValue = "1",
        description = "measures one process in K, for large jobs (default: ${DEFAULT-VALUE})")
    private int every;

    @Option(names = "--machine", paramLabel = "here|xt5", defaultValue = "here",
        description = "a set of costs: measured on the machine of docs/performance.md, or after the "
            + "paper's Cray XT5 (default: ${DEFAULT-VALUE})")
    private Machine machine;

    @Option(names = "--cost", paramLabel = "NAME=VALUE",
        description = "sets a cost; the result lists all (default: as measured once, see there)")
    private List<String> costs = List.of();

    @Option(names = "--calibrate", description = "first measures the costs that this machine can measure; takes some "
        + "seconds")
    private boolean calibrate;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
        description = "random seed (default: ${DEFAULT-VALUE})")
    private long seed;

    @Override
    public Integer call() {
        final int bufferLength = ByteSizes.parse("--buffer-size", bufferSize);
        check(bufferLength);
        output.check();
        final PrintWriter err = spec.commandLine().getErr();
        CostModel model = calibrate ? Calibration.inProcessOfItsOwn(err) : machine.costs();
        for (final String cost : costs) {
            model = model.with(cost);
        }
        final long startNs = System.nanoTime();
        final List<ContentionRun> runs = run(configs(bufferLength, model));
        output.write(new ContentionReport(configs(bufferLength, model).get(0), runs, iterations, every,
            machine, calibrate, (System.nanoTime() - startNs) / 1e9),
            spec.commandLine().getOut(), err);
        return ExitCode.OK;
    }

    private void check(final int bufferLength) {
        range("--nodes", nodes, 2, MOST_NODES);
        range("--processes", processes, 1, MOST_PROCESSES / nodes);
        range("--iterations", iterations, 1, 1_000_000);
        range("--every", every, 1, (long) processes * (nodes - 1));
        if (calibrate && machine != Machine.HERE) {
            throw CliException.usage("--calibrate measures this machine, and --machine " + machine.spelling()
                + " is another: give one of them.");
        }
        range("--buffers", buffers, 1, MOST_BUFFERS);
        range("--gather", gather, 1, 1 << 20);
        range("--bytes", payloadBytes, 1, 1 << 20);
        for (final int percent : percents) {
            final String refusal = Contenders.refusal(percent);
            if (refusal != null) {
                throw CliException.usage(refusal);
            }
        }
        final int needed = BufferHeader.LENGTH + BlockHeader.LENGTH + kind.requestBytes(payloadBytes);
        if (needed > bufferLength) {
            throw CliException.usage("--buffer-size " + bufferSize + " is too small for a request of --bytes "
                + payloadBytes + ": with its headers it has " + needed
                + " bytes. Larger transfers do not pass through request buffers.");
        }
    }

    private static void range(final String option, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw CliException.usage(option + " " + value + ": expected " + min + " .. " + max + ".");
        }
    }

    private List<ModelConfig> configs(final int bufferLength, final CostModel model) {
        final List<ModelConfig> configs = new ArrayList<>();
        for (final TopologyKind topology : kinds()) {
            final VirtualTopology shaped = VirtualTopology.of(topology, nodes, topology.defaultShape(nodes), routing);
            configs.add(new ModelConfig(shaped, new ModelConfig.Load(processes, kind, payloadBytes, seed),
                new ModelConfig.Buffers(buffers, bufferLength, gather),
                new ModelConfig.Server(waiting, polling, replies), model));
        }
        return configs;
    }

    private List<TopologyKind> kinds() {
        if (topologies.length == 1 && topologies[0].equalsIgnoreCase("all")) {
            return List.of(TopologyKind.values());
        }
        return Arrays.stream(topologies).map(name -> Arrays.stream(TopologyKind.values())
            .filter(topology -> topology.spelling().equals(name.strip().toLowerCase(Locale.ROOT))).findFirst()
            .orElseThrow(() -> CliException.usage("--topology " + name + ": expected all, or some of "
                + Arrays.stream(TopologyKind.values()).map(TopologyKind::spelling).collect(Collectors.joining(", "))
                + "."))).distinct().toList();
    }

    /** Returns how many models, which do not know of each other, may run at once in this memory. */
    static int atOnce(final long memory, final int nodes, final int processes, final int cores) {
        final long bytes = BYTES_OF_PAIR * nodes * nodes + BYTES_OF_PROCESS * nodes * processes;
        return (int) Math.max(1, Math.min(cores, MODELS_OF_MEMORY * memory / bytes));
    }

    private List<ContentionRun> run(final List<ModelConfig> configs) {
        final Runtime runtime = Runtime.getRuntime();
        final int atOnce = atOnce(runtime.maxMemory(), nodes, processes, runtime.availableProcessors());
        final ExecutorService pool = Executors.newFixedThreadPool(atOnce, task -> {
            final Thread thread = new Thread(task, "simulate");
            thread.setDaemon(true);
            return thread;
        });
        try {
            final List<Future<ContentionRun>> runs = new ArrayList<>();
            for (final int percent : Arrays.stream(percents).distinct().toArray()) {
                for (final ModelConfig config : configs) {
                    runs.add(pool.submit(() -> ContentionRun.of(config, percent, iterations, every)));
                }
            }
            final List<ContentionRun> done = new ArrayList<>();
            for (final Future<ContentionRun> run : runs) {
                done.add(run.get());
            }
            return done;
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CliException.failed("GMT-364", "the simulation was interrupted.", e);
        } finally {
            pool.shutdownNow();
        }
    }
}

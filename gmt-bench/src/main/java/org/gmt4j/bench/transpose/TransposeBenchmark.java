package org.gmt4j.bench.transpose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.bench.power.ModeOptions;
import org.gmt4j.bench.power.PowerBodies;
import org.gmt4j.bench.power.PowerMode;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.bench.variant.VariantOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppPreset;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench transpose}: a matrix of Global Arrays is turned over by remote gets and by remote puts, through
 * shared memory and with several eager limits, each way to wait in turn, all within one run. Every element is checked,
 * for each row, before and after.
 *
 * @see "Murugappan, Analyzing and Optimizing Global Array Toolkit for Cray Gemini Interconnect, 2010, 3-1 to 6-2"
 */
public final class TransposeBenchmark implements GmtApp {
    private static final int LARGEST = 40_000;
    private static final String WINDOWS = "windows";

    @Option(names = {"-g", "--size"}, paramLabel = "N", defaultValue = "1600",
        description = "rows and columns of the matrix of ints; the paper's are 6400 and 12800 (default: "
            + "${DEFAULT-VALUE})")
    private int size;

    @Option(names = "--ways", paramLabel = "WAY", split = ",", defaultValue = "naive,library",
        description = "naive: each node gets columns of the others; library: it puts columns to the others "
            + "(default: ${DEFAULT-VALUE})")
    private List<String> ways = new ArrayList<>();

    @Option(names = "--limits", paramLabel = "BYTES", split = ",", defaultValue = "windows,2k,10k,40k",
        description = "eager limits of messages; windows: through memory that the processes of a host share, "
            + "where nothing is sent (default: ${DEFAULT-VALUE})")
    private List<String> limits = new ArrayList<>();

    /** Not the setting of that flag, which would take one value: each row sets it on all nodes. */
    @Option(names = {"--modes", "--waits", "--wait"}, paramLabel = "MODE", split = ",",
        defaultValue = "adaptive,poll,block", description = "how threads wait, row by row; between rows as by "
            + "--set gmt.wait=MODE. '+frequency' behind poll or block lowers the processor's frequency during long "
            + "waits, where the machine lets us (default: ${DEFAULT-VALUE})")
    private List<String> modes = new ArrayList<>();

    @Option(names = "--trials", paramLabel = "N", defaultValue = "5",
        description = "timed repetitions of each row, in turn (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = {"--warmup", "--warm-up"}, paramLabel = "N", defaultValue = "2",
        description = "repetitions before them that do not count (default: ${DEFAULT-VALUE})")
    private int warmup;

    /** One line of the table. */
    private record Row(Variant variant, TransposeJob job, PowerMode mode, Way way, RankSeconds seconds) {
        List<Double> run() {
            return job.run(mode, way);
        }
    }

    @Override
    public String name() {
        return "transpose";
    }

    @Override
    public String summary() {
        return "Transpose of Global Arrays by remote gets and by remote puts: eager limits and ways to wait in turn.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench transpose -g 6400 --ways naive,library --limits 2k,10k,40k --wait poll,block",
            "gmt bench transpose -n 4 --limits windows --wait adaptive --format json -o transpose.json");
    }

    @Override
    public List<AppPreset> presets() {
        return List.of(
            AppPreset.of("paper", "6,400 rows, graphs 3-1 to 4-4, 6-1 and 6-2 of the dissertation on Gemini", "--size",
                "6400", "--ways", "naive,library", "--limits", "2k,10k,40k", "--modes", "poll,block"),
            AppPreset.of("paper-9600", "9,600 rows, the last table of its appendix, by 24 to 384 cores", "--size",
                "9600", "--ways", "naive,library", "--limits", "2k", "--modes", "poll"),
            AppPreset.of("paper-12800", "12,800 rows, graphs 3-1 and 3-2", "--size", "12800", "--ways", "naive,library",
                "--limits", "2k", "--modes", "poll"));
    }

    @Override
    public void validate(final CommonOptions common) {
        if (size < 1 || size > LARGEST) {
            throw CliException.usage("-g " + size + ": expected 1 to " + LARGEST + " rows.");
        }
        if (trials < 1 || warmup < 0) {
            throw CliException.usage("--trials must be at least 1, --warmup at least 0.");
        }
        ways.forEach(Way::parse);
        ModeOptions.of(modes).validate();
        VariantOptions.check(variants());
    }

    private List<Variant> variants() {
        final List<Variant> variants = new ArrayList<>();
        for (final String limit : limits.stream().map(String::strip).distinct().toList()) {
            final Map<String, String> overrides = new LinkedHashMap<>();
            if (!limit.equals(WINDOWS)) {
                for (final String verb : new String[] {"put", "get", "accumulate", "strided"}) {
                    overrides.put("gmt.armci.eager." + verb, limit);
                }
                overrides.put("gmt.armci.shared", "off");
            }
            variants.add(new Variant(Map.of("limit", limit), overrides));
        }
        return variants;
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return memory(job, size).input(new AppMemory.Input("--size", size, 1, LARGEST,
            other -> memory(job, other).build())).build();
    }

    private AppMemory.Builder memory(final Invocation job, final int side) {
        return AppMemory.builder().furtherJobs(Variant.furtherJobs(variants())).array("matrices",
            AppMemory.Phase.BOTH, ByteCount.times(ByteCount.parts(side, job.plan().nodes()), side),
            2L * Integer.BYTES * variants().size());
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return Map.of("--size", String.valueOf(Math.round(size * Math.sqrt(nodes))));
    }

    @Override
    public Class<?>[] registeredClasses() {
        return VariantClusters.tasks(TransposeBodies.class, TransposeJob.class, PowerBodies.class, PowerMode.class);
    }

    @Override
    public void run(final AppRun run) {
        try (VariantClusters clusters = VariantClusters.open(run, variants(), registeredClasses())) {
            final List<PowerMode> possible = possibleModes(run, clusters);
            final List<TransposeJob> jobs = new ArrayList<>();
            final List<Row> rows = new ArrayList<>();
            for (int i = 0; i < clusters.size(); i++) {
                final Variant variant = clusters.variants().get(i);
                final TransposeJob job = new TransposeJob(clusters.cluster(i), size);
                jobs.add(job);
                for (final PowerMode mode : possible) {
                    ways.stream().map(Way::parse).distinct()
                        .forEach(way -> rows.add(new Row(variant, job, mode, way, new RankSeconds())));
                }
            }
            if (prove(run, rows)) {
                measure(rows);
                prove(run, rows);
                rows.forEach(row -> report(run, row));
            }
            jobs.forEach(TransposeJob::free);
        }
        facts(run);
    }

    /** Those that lower frequencies only where all jobs can. */
    private List<PowerMode> possibleModes(final AppRun run, final VariantClusters clusters) {
        final ModeOptions options = ModeOptions.of(modes);
        String obstacle = "";
        for (int i = 0; i < clusters.size() && obstacle.isEmpty(); i++) {
            obstacle = options.obstacle(clusters.cluster(i));
        }
        if (!obstacle.isEmpty()) {
            run.result().with("frequency", obstacle).note(options.notMeasured(obstacle));
        }
        return options.possible(obstacle);
    }

    private void measure(final List<Row> rows) {
        for (int trial = -warmup; trial < trials; trial++) {
            for (final Row row : rows) {
                final List<Double> seconds = row.run();
                if (trial >= 0) {
                    row.seconds.add(seconds);
                }
            }
        }
    }

    private static boolean prove(final AppRun run, final List<Row> rows) {
        if (!run.verify()) {
            return true;
        }
        for (final Row row : rows) {
            final long wrong = row.job.wrong(row.mode, row.way);
            run.result().verified(wrong == 0);
            if (wrong > 0) {
                run.result().note(row.way.label() + ", " + row.variant.label() + ", " + row.mode.label() + ": " + wrong
                    + " elements are wrong");
                return false;
            }
        }
        return true;
    }

    private void report(final AppRun run, final Row row) {
        final double[] whole = row.seconds.whole();
        final double[] rates = Arrays.stream(whole).map(seconds -> (double) size * size / seconds / 1e6).toArray();
        final BenchResult result = result(row, "all").mops(rates).figure("seconds", Medians.of(whole))
            .figure("minSeconds", Arrays.stream(whole).min().orElseThrow())
            .figure("maxSeconds", Arrays.stream(whole).max().orElseThrow());
        run.result().result(result);
        final long[] elements = row.job.elements();
        for (int rank = 0; rank < elements.length; rank++) {
            final DoubleSummaryStatistics one = row.seconds.ranks().get(rank);
            final BenchResult ofRank = result(row, String.valueOf(rank)).figure("seconds", one.getAverage())
                .figure("minSeconds", one.getMin()).figure("maxSeconds", one.getMax());
            if (elements[rank] > 0) {
                ofRank.mops(elements[rank] / one.getAverage() / 1e6);
            }
            run.result().result(ofRank);
        }
    }

    private static BenchResult result(final Row row, final String rank) {
        return BenchResult.of(row.way.label()).param("limit", row.variant.label()).param("wait", row.mode.label())
            .param("rank", rank);
    }

    private void facts(final AppRun run) {
        final long nodes = run.plan().nodes();
        run.result().with("matrix", size + "x" + size)
            .with("messageBytes", (long) Integer.BYTES * size * size / nodes / nodes);
        run.result().note("rank all: median, least and greatest of the slowest node's seconds; rank r: mean, least and "
            + "greatest of that node's, and the rate of its own elements;"
            + " messageBytes: n x n x 4 / P^2, of which a piece has at most 256 KB");
    }
}

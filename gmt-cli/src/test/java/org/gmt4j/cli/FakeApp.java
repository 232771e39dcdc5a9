package org.gmt4j.cli;

import java.util.List;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.Trial;
import picocli.CommandLine.Option;

/** Applications that do what tests need. */
final class FakeApp implements GmtApp {

    private final String name;

    @Option(names = "-g", defaultValue = "16", description = "scale")
    private int scale;

    @Option(names = "--ways", split = ",", defaultValue = "a,b", description = "a list")
    private List<String> ways = List.of();

    @Option(names = "--counts", split = ",", description = "numbers")
    private int[] counts = {};

    @Option(names = "--names", split = ",", description = "words")
    private String[] names = {};

    private FakeApp(final String name) {
        this.name = name;
    }

    static List<GmtApp> all() {
        return List.of(new FakeApp("fine"), new FakeApp("wrong"), new FakeApp("boom"), new FakeApp("wait"),
            new FakeApp("quick"), new FakeApp("refused"));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return "Does what its name says, 10 %n included.";
    }

    @Override
    public boolean isBenchmark() {
        return name.equals("quick");
    }

    @Override
    public List<AppPreset> presets() {
        return name.equals("fine") ? List.of(AppPreset.of("paper", "figure 1, 100 % of it", "-g", "12"),
            AppPreset.of("paper-2", "figure 2", "-g", "39")) : List.of();
    }

    @Override
    public void validate(final CommonOptions common) {
        if (scale > 40) {
            throw CliException.usage("-g " + scale + ": at most 40.");
        }
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return memory(job, scale);
    }

    private static AppMemory memory(final Invocation job, final int scale) {
        return AppMemory.builder().array("numbers", AppMemory.Phase.BOTH,
            ByteCount.parts(1L << scale, job.plan().nodes()), 16)
            .input(new AppMemory.Input("-g", scale, 0, 40, other -> memory(job, other))).build();
    }

    @Override
    public void run(final AppRun run) throws Exception {
        final FakeRuntime.FakeCluster cluster = run.cluster(FakeRuntime.FakeCluster.class);
        run.result().graph("fake-" + scale, 1L << scale, 16L << scale);
        switch (name) {
            case "boom" -> throw new IllegalStateException("as asked");
            case "refused" -> {
                cluster.closeLast();
                throw CliException.usage("as asked");
            }
            case "wait" -> {
                System.err.println("fake app is waiting");
                cluster.awaitFailure();
            }
            case "quick" -> run.result().result(BenchResult.of("add").mops(1, 2, 3));
            default -> run.result().trial(Trial.of(0.5).edges(1_000_000).reached(10).levels(3));
        }
        if (run.verify()) {
            run.result().verified(!name.equals("wrong"));
        }
    }
}

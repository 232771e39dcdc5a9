package org.gmt4j.apps.ssor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppPreset;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.Trial;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run ssor}: LU of the NAS Parallel Benchmarks, verified by its published norms. */
public final class SsorApp implements GmtApp {
    @Mixin
    private SsorProgram program;

    @Option(names = "--trials", paramLabel = "N", defaultValue = "1",
        description = "timed repetitions (default: ${DEFAULT-VALUE})")
    private int trials = 1;

    @Option(names = {"--warm-up", "--warmup"}, paramLabel = "N", defaultValue = "0",
        description = "repetitions before the first that counts (default: ${DEFAULT-VALUE}; each begins with an "
            + "iteration that is not timed)")
    private int warmUp;

    /** For the service loader. */
    public SsorApp() {
        this(new SsorProgram());
    }

    SsorApp(final SsorProgram program) {
        this.program = program;
    }

    @Override
    public String name() {
        return "ssor";
    }

    @Override
    public String summary() {
        return "Solves the gas flow of NPB's LU by a wavefront over all nodes, verified by the published norms.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run ssor", "gmt run ssor --class A -n 4 --topology mfcg --set gmt.armci.shared=off");
    }

    @Override
    public List<AppPreset> presets() {
        return List.of(
            AppPreset.of("paper", "figure 8 of the paper on virtual topologies, which does not name its class: this is "
                + "the largest here", "--class", "A"));
    }

    @Override
    public void validate(final CommonOptions common) {
        program.validate();
        if (trials < 1) {
            throw CliException.usage("--trials " + trials + ": at least 1.");
        }
        if (warmUp < 0) {
            throw CliException.usage("--warm-up " + warmUp + ": 0 or more.");
        }
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final AppMemory.Builder memory = AppMemory.builder();
        program.addMemory(memory, job);
        return memory.build();
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return program.weakOptions(nodes);
    }

    @Override
    public Class<?>[] registeredClasses() {
        return program.classes();
    }

    @Override
    public void run(final AppRun run) {
        final SsorWork work = program.prepare(run);
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        for (int i = 0; i < warmUp; i++) {
            work.solve(cluster);
        }
        final List<SsorRun.Answer> answers = new ArrayList<>();
        for (int i = 0; i < trials; i++) {
            answers.add(work.solve(cluster));
        }
        report(run, work, answers);
    }

    private static void report(final AppRun run, final SsorWork work, final List<SsorRun.Answer> answers) {
        answers.forEach(answer -> run.result().trial(Trial.of(answer.seconds())));
        final Norms norms = answers.get(answers.size() - 1).norms();
        run.result().section("norms", values(norms), lines(norms));
        if (run.verify()) {
            judge(run, work, answers.stream().mapToDouble(work::deviation).reduce(0, Math::max));
        }
        if (!run.result().isWrong()) {
            run.result().result(work.rate(BenchResult.of("operations"),
                answers.stream().mapToDouble(SsorRun.Answer::seconds).toArray()));
        }
    }

    private static void judge(final AppRun run, final SsorWork work, final double deviation) {
        final String complaint = work.complaint(deviation);
        run.result().verified(complaint.isEmpty()).with("deviation", deviation);
        if (!complaint.isEmpty()) {
            run.result().note(complaint);
        }
    }

    /** As texts: numbers of a result are cut after a few digits. */
    private static Map<String, Object> values(final Norms norms) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("residual", texts(norms.residual()));
        values.put("error", texts(norms.error()));
        values.put("surface", text(norms.surface()));
        return values;
    }

    private static String lines(final Norms norms) {
        return String.format("  residuals         %s%n  errors            %s%n  surface integral  %s%n",
            String.join("  ", texts(norms.residual())), String.join("  ", texts(norms.error())),
            text(norms.surface()));
    }

    private static List<String> texts(final double[] values) {
        return Arrays.stream(values).mapToObj(SsorApp::text).toList();
    }

    private static String text(final double value) {
        return String.format(Locale.ROOT, "%.13e", value);
    }
}

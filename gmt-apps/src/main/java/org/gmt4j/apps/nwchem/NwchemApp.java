package org.gmt4j.apps.nwchem;

import java.util.List;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppPreset;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;

/** {@code gmt run nwchem}: replays what NWChem asks of Global Arrays. */
public final class NwchemApp implements GmtApp {
    @Mixin
    private ReplayProgram program = new ReplayProgram();

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Override
    public String name() {
        return "nwchem";
    }

    @Override
    public String summary() {
        return "Replays what NWChem asks of Global Arrays: tasks from one counter, patches, computing; verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run nwchem -n 4 --topology mfcg --set gmt.armci.shared=off",
            "gmt run nwchem --kind ccsd --tasks 100 --compute-us 5000 --format json");
    }

    @Override
    public List<AppPreset> presets() {
        return List.of(
            AppPreset.of("paper", "table 3-1 of the dissertation on Gemini for each of its 256 processes; times and "
                + "extents are ours", "--kind", "dft", "--tasks", "114688"),
            AppPreset.of("paper-process", "table 3-1, for one process", "--kind", "dft", "--tasks", "448"),
            AppPreset.of("paper-ccsd", "figure 9 (b) of the paper on virtual topologies, which has no sizes: these are "
                + "ours", "--kind", "ccsd", "--tasks", "64"));
    }

    @Override
    public void validate(final CommonOptions common) {
        program.validate();
        trials.validate();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return program.memory(job);
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
        final ReplayWork work = program.prepare(run);
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        for (int i = 0; i < trials.warmUp(); i++) {
            work.replay(cluster);
        }
        final double[] seconds = new double[trials.trials()];
        for (int i = 0; i < seconds.length; i++) {
            final Replayed found = work.replay(cluster);
            final String complaint = work.complaint(found);
            if (!complaint.isEmpty()) {
                run.result().verified(false).note("trial " + (i + 1) + ": " + complaint);
                return;
            }
            run.result().trial(ReplayReport.trial(found));
            seconds[i] = found.seconds();
            if (i == seconds.length - 1) {
                ReplayReport.add(run.result(), found);
            }
        }
        run.result().result(work.rate(BenchResult.of("tasks").param("kind", work.plan().mix().label()), seconds));
        if (run.verify()) {
            run.result().verified(true);
        }
    }
}

package org.gmt4j.apps.paper;

import java.util.List;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.Outcome;
import org.gmt4j.apps.trial.TimedRuns;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.WeakScaling;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run strings}: a set of strings over all nodes, whose strings are looked up, reversed, inserted again. */
public final class StringsApp implements GmtApp {
    private static final int SHORTEST = 2;
    private static final int LONGEST = 2048;
    private static final long MOST = 1L << 40;
    /** Of an entry besides its bytes, half of the table empty. */
    private static final int ENTRY = 56;
    /** Of a string in java.util.HashSet besides its bytes. */
    private static final int SERIAL_ENTRY = 96;

    @Option(names = "--strings", paramLabel = "N", defaultValue = "100000",
        description = "strings that are inserted first (default: ${DEFAULT-VALUE})")
    private long strings;

    @Option(names = "--accesses", paramLabel = "N", defaultValue = "1000000",
        description = "strings that are looked up; half of them are found, reversed and inserted again (default: "
            + "${DEFAULT-VALUE})")
    private long accesses;

    @Option(names = "--length", paramLabel = "L", defaultValue = "16",
        description = "characters of a string (default: ${DEFAULT-VALUE})")
    private int length;

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Override
    public String name() {
        return "strings";
    }

    @Override
    public String summary() {
        return "Looks strings of a concurrent hash set up, reverses them and inserts them again, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run strings", "gmt run strings --strings 1000000 --accesses 5000000 -n 4 --format json");
    }

    @Override
    public void validate(final CommonOptions common) {
        if (strings < 1 || strings > MOST || accesses < 0 || accesses > MOST) {
            throw CliException.usage("--strings " + strings + ", --accesses " + accesses + ": 1 (0) to 2^40.");
        }
        if (length < SHORTEST || length > LONGEST) {
            throw CliException.usage("--length " + length + ": " + SHORTEST + " to " + LONGEST + " characters.");
        }
        trials.validate();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final long most = ByteCount.plus(strings, Math.min(strings, accesses));
        final AppMemory.Builder memory = AppMemory.builder().array("set", AppMemory.Phase.RUNNING,
            ByteCount.parts(most, job.plan().nodes()), ENTRY + length);
        if (job.options().verify()) {
            memory.heapOfNodeZero("one thread's set", AppMemory.Phase.RUNNING,
                ByteCount.times(most, SERIAL_ENTRY + length));
        }
        return memory.build();
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return Map.of("--strings", WeakScaling.product("--strings", strings, nodes),
            "--accesses", WeakScaling.product("--accesses", accesses, nodes));
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {StringsApp.class, StringSet.class, Outcome.class};
    }

    @Override
    public void run(final AppRun run) {
        final StringSet plan = new StringSet(strings, accesses, length, run.seed());
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        run.result().with("strings", strings).with("accesses", accesses).with("length", length);
        new TimedRuns(run, trials, "accesses").run(() -> cluster.call(ctx -> plan.onNodes(ctx)), plan::serial);
    }
}

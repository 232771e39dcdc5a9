package org.gmt4j.apps.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.GlobalStringCounters;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
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
import org.gmt4j.fibers.SuspendExecution;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run wordcount}: counts the words of a file, or of a text that is made. */
public final class WordCountApp implements GmtApp {
    private static final long USUAL_WORDS = 2_000_000;
    private static final int USUAL_KINDS = 100_000;
    private static final long MOST = 1L << 40;
    private static final int PIECE = 1 << 18;
    /** Words that are told. */
    private static final int MOST_FREQUENT = 10;
    /** Of a counter of a short word, its table half empty. */
    private static final int ENTRY = 72;
    /** Of a word and its count in java.util.HashMap. */
    private static final int SERIAL_ENTRY = 144;
    /** Bytes of a text for each different word, in long texts of people more. */
    private static final int TEXT_OF_A_KIND = 64;

    @Option(names = "-f", paramLabel = "FILE", description = "a text in UTF-8, which all nodes can read (default: a"
        + " text is made)")
    private Path file;

    @Option(names = "--words", paramLabel = "N",
        description = "words of a text that is made (default: " + USUAL_WORDS + ")")
    private Long words;

    @Option(names = "--kinds", paramLabel = "N",
        description = "different words of a text that is made, at most; their frequencies follow Zipf's law (default: "
            + USUAL_KINDS + ")")
    private Integer kinds;

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Override
    public String name() {
        return "wordcount";
    }

    @Override
    public String summary() {
        return "Counts the words of a file, or of a text that is made, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run wordcount -f README.md", "gmt run wordcount --words 10000000 -n 4 --format json");
    }

    @Override
    public void validate(final CommonOptions common) {
        if (file != null && (words != null || kinds != null)) {
            throw CliException.usage((words == null ? "--kinds" : "--words") + " belongs to a text that is made, not to"
                + " -f " + file + ". Leave out one of both.");
        }
        if (words() < 1 || words() > MOST || kinds() < 1) {
            throw CliException.usage("--words " + words() + ", --kinds " + kinds()
                + ": at least 1, and at most 2^40 words.");
        }
        if (file != null && (!Files.isRegularFile(file) || !Files.isReadable(file))) {
            throw CliException.usage("GMT-395", "-f " + file + ": "
                + (Files.exists(file) ? "not a file that can be read" : "there is no such file")
                + ". Name a text file.");
        }
        trials.validate();
    }

    private long words() {
        return words == null ? USUAL_WORDS : words;
    }

    private int kinds() {
        return kinds == null ? USUAL_KINDS : kinds;
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final long most = file == null ? kinds() : ByteCount.plus(bytes() / TEXT_OF_A_KIND, 1000);
        final AppMemory.Builder memory = AppMemory.builder().array("counters", AppMemory.Phase.RUNNING,
            ByteCount.parts(most, job.plan().nodes()), ENTRY);
        if (job.options().verify()) {
            memory.heapOfNodeZero("one thread's counts", AppMemory.Phase.RUNNING, ByteCount.times(most, SERIAL_ENTRY));
        }
        if (file != null) {
            memory.unknown("different words beyond some " + most + " of " + file);
        }
        return memory.build();
    }

    private long bytes() {
        try {
            return file == null ? 0 : Files.size(file);
        } catch (final IOException e) {
            throw CliException.failed("GMT-395", "-f " + file + ": " + e.getMessage() + ". Name a text file.", e);
        }
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        if (file != null) {
            throw CliException.usage("-f " + file + " does not grow with the nodes: leave it out for a text that is "
                + "made, or measure with --strong.");
        }
        return Map.of("--words", WeakScaling.product("--words", words(), nodes));
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {WordCountApp.class, WordCount.class, Outcome.class};
    }

    @Override
    public void run(final AppRun run) {
        final WordCount plan = new WordCount(file == null ? "" : file.toAbsolutePath().toString(), bytes(), PIECE,
            words(), kinds(), run.seed());
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        run.result().with("text", file == null ? "made of " + words() + " words of " + kinds() + " kinds"
            : file.toString());
        new TimedRuns(run, trials, "words").run(() -> cluster.call(ctx -> count(ctx, plan)), plan::serial);
        if (!run.result().isWrong()) {
            final List<GlobalStringCounters.Count> top = cluster.call(ctx -> top(ctx, plan));
            final Map<String, Object> most = new LinkedHashMap<>();
            top.forEach(word -> most.put(word.key(), word.count()));
            run.result().with("mostFrequent", most);
            if (run.verify()) {
                plan.mistakeOf(top, MOST_FREQUENT).ifPresent(text -> run.result().verified(false).note(text));
            }
        }
    }

    private static Outcome count(final TaskContext ctx, final WordCount plan) throws SuspendExecution {
        final GlobalStringCounters counts = GlobalStringCounters.allocate(ctx, plan.kinds());
        try {
            return plan.onNodes(ctx, counts);
        } finally {
            counts.free(ctx);
        }
    }

    private static List<GlobalStringCounters.Count> top(final TaskContext ctx, final WordCount plan)
        throws SuspendExecution {
        final GlobalStringCounters counts = GlobalStringCounters.allocate(ctx, plan.kinds());
        try {
            plan.onNodes(ctx, counts);
            return counts.top(ctx, MOST_FREQUENT);
        } finally {
            counts.free(ctx);
        }
    }
}

package org.gmt4j.cli.top;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.result.JsonValues;
import org.gmt4j.cli.result.ResultWriter;
import org.gmt4j.engine.publish.JobDirectory;
import org.gmt4j.engine.publish.RunningJob;
import org.gmt4j.engine.publish.TopException;
import org.gmt4j.engine.publish.TopReading;
import org.gmt4j.engine.publish.WaitInquiry;

/**
 * Watches jobs: reads, compares with the reading before, shows, waits. Ends with the jobs, after a number of rounds, or
 * when the user has had enough. Owned by one thread.
 */
final class TopSession implements AutoCloseable {
    /**
     * The request.
     *
     * @param job        which job, empty for all
     * @param intervalMs between two rounds
     * @param rounds     how many, 0 for no limit
     * @param format     of each round
     * @param isLive     is the screen drawn anew each time, instead of lines below each other?
     */
    record Wish(String job, long intervalMs, long rounds, ResultWriter.Format format, boolean isLive) {
    }

    private static final long ANSWER_WITHIN_MS = 5_000;
    private static final long LOOK_EVERY_MS = 50;
    private static final String HOME_AND_CLEAR_LINE = "\u001b[H";
    private static final String CLEAR_SCREEN = "\u001b[2J";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final CliContext context;
    private final Wish wish;
    private final RunningJobs jobs;
    private final TopKeys keys;
    private final Publications publications = new Publications();
    /** The one that is meant, once it has been found. */
    private RunningJob chosen;

    TopSession(final CliContext context, final Wish wish, final TopKeys keys) {
        this.context = context;
        this.wish = wish;
        this.keys = keys;
        jobs = new RunningJobs(context);
    }

    /** @return the exit code: 0 also when the jobs have ended */
    int run() throws IOException, InterruptedException {
        List<JobView> views = lookFirst();
        if (wish.format() == ResultWriter.Format.CSV) {
            context.out().println(String.join(",", JobView.COLUMNS));
        }
        if (wish.isLive()) {
            context.out().print(CLEAR_SCREEN);
        }
        for (long round = 0; wish.rounds() == 0 || round < wish.rounds(); round++) {
            if (wish.isLive() && round == 0) {
                show(views);        // no rates yet, but something to look at
            }
            if (keys.quitsWithin(wish.intervalMs())) {
                return ExitCode.OK;
            }
            views = round == 0 && !wish.isLive() ? lookForRates() : look();
            if (views.isEmpty()) {
                context.err().println(wish.job().isEmpty() ? "all jobs have ended" : "the job has ended");
                return ExitCode.OK;
            }
            show(views);
            if (context.out().checkError()) {
                return ExitCode.OK;     // nobody reads any more; the launcher says so at its end
            }
        }
        return ExitCode.OK;
    }

    /** The second look: without a screen, where rates would come with the next round, it waits for them. */
    private List<JobView> lookForRates() throws IOException, InterruptedException {
        final long startNs = System.nanoTime();
        List<JobView> views = look();
        while (!publications.haveRates() && System.nanoTime() - startNs < Publications.PATIENCE_NS
            && !keys.quitsWithin(LOOK_EVERY_MS)) {
            views = look();
        }
        return views;
    }

    private List<JobView> lookFirst() {
        final List<JobView> views = look();
        if (views.isEmpty()) {
            throw CliException.failed("GMT-660", "no job of yours is running on this host (looked in " + jobs.places()
                + "). Start one, for example: gmt run bfs -g 20", null);
        }
        return views;
    }

    /** Asks all wanted jobs for the waits of their tasks. @return the exit code */
    int why() {
        for (final JobView view : lookFirst()) {
            context.out().println("job " + view.name() + (view.nodes().isEmpty() ? ": " + view.remark() : ""));
            if (!view.nodes().isEmpty()) {
                final List<Integer> nodes = view.nodes().stream().map(node -> node.now().identity().nodeId()).toList();
                final int all = view.nodes().get(0).now().identity().nodeCount();
                context.out().print(new WaitInquiry(Path.of(view.folder()), nodes, all, ANSWER_WITHIN_MS).report());
            }
        }
        context.out().flush();
        return ExitCode.OK;
    }

    /** Reads all jobs that are wanted and running. */
    private List<JobView> look() {
        final List<RunningJob> wanted = wish.job().isEmpty() ? jobs.all() : List.of(job());
        publications.begin();
        final List<JobView> views = new ArrayList<>();
        for (final RunningJob job : wanted) {
            view(job).ifPresent(views::add);
        }
        return views;
    }

    private RunningJob job() {
        if (chosen == null) {
            chosen = jobs.named(wish.job());
        }
        return chosen;
    }

    private Optional<JobView> view(final RunningJob job) {
        final List<TopReading> readings;
        try {
            readings = job.read();
        } catch (final TopException e) {
            if (!wish.job().isEmpty()) {
                throw CliException.failed(e.getMessage().substring(0, 7), e.getMessage().substring(8), e);
            }
            return Optional.of(new JobView(job.name(), job.folder().toString(), List.of(), e.getMessage()));
        }
        if (readings.isEmpty()) {
            return JobDirectory.isHeld(job.folder()) ? Optional.of(new JobView(job.name(), job.folder().toString(),
                List.of(),
                "no node publishes: it is starting or ending, or was started with gmt.top.interval=0"))
                : Optional.empty();
        }
        final List<NodeRates> nodes = new ArrayList<>();
        for (final TopReading reading : readings) {
            nodes.add(publications.add(job.name(), reading, System.currentTimeMillis()));
        }
        return Optional.of(new JobView(job.name(), job.folder().toString(), nodes, ""));
    }

    private void show(final List<JobView> views) throws IOException {
        final PrintStream out = context.out();
        switch (wish.format()) {
            case JSON -> out.println(json(views));
            case CSV -> views.forEach(view -> view.rows().forEach(out::println));
            default -> text(views, out);
        }
        out.flush();
    }

    private void text(final List<JobView> views, final PrintStream out) {
        final StringBuilder text = new StringBuilder(wish.isLive() ? HOME_AND_CLEAR_LINE : "");
        final String end = wish.isLive() ? CLEAR_LINE + "\n" : "\n";
        for (final JobView view : views) {
            view.lines().forEach(line -> text.append(line.stripTrailing()).append(end));
            text.append(end);
        }
        out.print(wish.isLive() ? text + "q ends" + CLEAR_LINE + CLEAR_BELOW : text.toString());
    }

    /** One line, so that rounds can be told apart. */
    private static String json(final List<JobView> views) throws IOException {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            JsonValues.write(json, Map.of("jobs", views.stream().map(JobView::values).toList()));
        }
        return text.toString();
    }

    @Override
    public void close() {
        if (wish.isLive()) {
            context.out().println();
            context.out().flush();
        }
        jobs.close();
    }
}

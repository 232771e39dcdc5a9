package org.gmt4j.cli.top;

import java.util.concurrent.Callable;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.Signals;
import org.gmt4j.cli.result.ResultWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gmt top}: counters of running jobs of this host, live. */
public final class TopCommand implements Callable<Integer> {
    private static final double MOST_SECONDS = 3600;
    private static final double LEAST_SECONDS = 0.05;

    private final CliContext context;

    @Parameters(arity = "0..1", paramLabel = "JOB", defaultValue = "",
        description = "the job: a part of its folder's name, the number of its launcher's process, "
            + "or its folder (default: all of yours)")
    private String job;

    @Option(names = "--interval", paramLabel = "S", defaultValue = "1",
        description = "seconds between two rounds (default: ${DEFAULT-VALUE})")
    private double seconds;

    @Option(names = "--iterations", paramLabel = "N", defaultValue = "0",
        description = "ends after so many rounds (default: with the job)")
    private long iterations;

    @Option(names = "--once", description = "one round, after one interval and as soon as there are rates: the same as "
        + "--iterations 1")
    private boolean once;

    @Option(names = "--format", paramLabel = "text|json|csv", defaultValue = "text",
        description = "json: one line each round; csv: one row for each node each round (default: ${DEFAULT-VALUE})")
    private ResultWriter.Format format;

    @Option(names = "--why", description = "instead of counters: the waits of the jobs' tasks, dead-locks first "
        + "(text, once)")
    private boolean why;

    private TopCommand(final CliContext context) {
        this.context = context;
    }

    /** @return the command */
    public static CommandSpec spec(final CliContext context) {
        final CommandSpec spec = CommandSpec.forAnnotatedObject(new TopCommand(context)).name("top");
        spec.mixinStandardHelpOptions(true);
        spec.usageMessage()
            .description("Shows the counters of running jobs of this host, live; ends with the job, with q or Ctrl-C.");
        return spec;
    }

    @Override
    public Integer call() throws Exception {
        if (!(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS)) {
            throw CliException.usage("--interval " + seconds + ": expected 0.05 to 3600 seconds.");
        }
        if (iterations < 0) {
            throw CliException.usage("--iterations " + iterations + ": 0 or more.");
        }
        if (why && format != ResultWriter.Format.TEXT) {
            throw CliException.usage("--why is for people: remove --format.");
        }
        final boolean isLive = !why && format == ResultWriter.Format.TEXT && !once && iterations == 0
            && context.machine().standardOutputIsTerminal() && CliContext.takesEscapes(context.environment());
        final TopSession.Wish wish = new TopSession.Wish(job, Math.round(seconds * 1000), once ? 1 : iterations,
            format, isLive);
        // hooks restore the terminal
        final Runnable giveBack = Signals.handle("INT", () -> Runtime.getRuntime().exit(ExitCode.OK));
        try (TopKeys keys = isLive ? TopKeys.ofTerminal() : TopKeys.none();
             TopSession session = new TopSession(context, wish, keys)) {
            return why ? session.why() : session.run();
        } finally {
            giveBack.run();
        }
    }
}

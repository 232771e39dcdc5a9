package org.gmt4j.bench.trial;

import java.time.Duration;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.engine.bootstrap.RunPlan;
import picocli.CommandLine.Option;

/** The option that bounds the time of a benchmark. Set by the command line. */
public final class LimitOptions {
    /** Where nodes share cores, figures are functional ones, and each run takes long. */
    private static final double SECONDS_ON_SHARED_CORES = 120;
    private static final double SECONDS = 180;
    /** Of a job, for all that comes on top of its limit. */
    private static final long SECONDS_BESIDE = 60;
    private static final Duration UNLIMITED = Duration.ofDays(365);

    @Option(names = "--within", paramLabel = "S",
        description = "seconds after which warm-ups end unsettled and trials are left away, of each measurement its "
            + "part; the result says so; 0 for none (default: 180, or 120 where nodes share cores, "
            + "240 for 8 nodes of a core, 480 for 16)")
    private Double seconds;

    private TimeLimit begun;

    public void validate() {
        if (seconds != null && !(seconds >= 0)) {
            throw CliException.usage("--within must be at least 0.");
        }
    }

    /** The limit of a job, which begins with the first call. */
    public TimeLimit of(final AppRun run) {
        if (begun == null) {
            final double most = seconds(run.plan().nodes(), Runtime.getRuntime().availableProcessors());
            begun = most == 0 ? TimeLimit.NONE : TimeLimit.ofSeconds(most);
        }
        return begun;
    }

    /** Returns the limit in seconds; 0 for none. */
    public double seconds(final int nodes, final int cores) {
        return seconds != null ? seconds : usual(nodes, cores);
    }

    /** Returns the time in which a job with this limit has ended, with its start, verification and end. */
    public Duration patience(final int nodes, final int cores) {
        final double most = seconds(nodes, cores);
        return most == 0 ? UNLIMITED
            : Duration.ofSeconds((long) Math.ceil(most) + RunPlan.crowd(nodes, cores) * SECONDS_BESIDE);
    }

    /** Returns the usual limit in seconds; longer where many nodes share a core, since each compiles for itself. */
    static double usual(final int nodes, final int cores) {
        return nodes > cores ? RunPlan.crowd(nodes, cores) * SECONDS_ON_SHARED_CORES : SECONDS;
    }
}

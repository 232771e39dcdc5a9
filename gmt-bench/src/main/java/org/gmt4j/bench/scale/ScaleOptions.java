package org.gmt4j.bench.scale;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gmt4j.bench.scale.series.ScalingKind;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import picocli.CommandLine.Option;

/** The options of {@code gmt scale} itself. Set by the command line. */
final class ScaleOptions {
    /** Options about results, not about the measurement. */
    static final List<String> NOT_MEASURED = List.of("--report", "--resume", "--compare-with", "--threshold",
        "--limit", "--format",
        "--output", "--debug");

    /** Some thirty years. */
    private static final long LONGEST_LIMIT = 1_000_000_000;

    @Option(names = "--weak", description = "the work of each node stays the same: sizes given are those of one node")
    private boolean weak;

    @Option(names = "--strong", description = "the work of all nodes together stays the same")
    private boolean strong;

    @Option(names = "--repeat", paramLabel = "R",
        description = "jobs of each point, the k-th with seed S + k - 1 at all points (default: 3)")
    private Integer repeat;

    @Option(names = "--sweep", paramLabel = "KEY=V,V",
        description = "also vary a setting or an option of the application; repeatable: all combinations "
            + "(values with commas: V;V)")
    private List<String> sweeps = new ArrayList<>();

    @Option(names = "--preset", paramLabel = "NAME",
        description = "a named series, see above; given options replace its own; 'help' lists the series")
    private String preset;

    @Option(names = "--report", paramLabel = "FOLDER",
        description = "folder of series.json, series.csv, the plots and report.html"
        + " (default: scale/NAME-KIND-TIME)")
    private Path report;

    @Option(names = "--resume", paramLabel = "FOLDER",
        description = "go on with the series in this folder: jobs that ended well are not repeated")
    private Path resume;

    @Option(names = {"--compare", "--compare-with"}, paramLabel = "OLD.json",
        description = "afterwards compare with an earlier series; exit code 1 beyond the threshold")
    private Path compare;

    @Option(names = "--threshold", paramLabel = "PERCENT", defaultValue = "10",
        description = "of --compare: the largest tolerated loss of rate (default: ${DEFAULT-VALUE})")
    private double threshold;

    @Option(names = "--limit", paramLabel = "T", defaultValue = "600s",
        description = "a job that takes longer is ended and lost, for example 90s or 20min; without a unit seconds"
            + " (default: ${DEFAULT-VALUE})")
    private String limit;

    /** Refuses impossible options. */
    void validate() {
        if (repeat != null && repeat < 1) {
            throw CliException.usage("--repeat " + repeat + ": at least 1.");
        }
        limit();
        if (!(threshold >= 0 && threshold < 100)) {
            throw CliException.usage("--threshold " + threshold + ": a percentage, 0 or more and less than 100.");
        }
        if (weak && strong) {
            throw CliException.usage("--weak and --strong exclude each other: use one, and run the other afterwards.");
        }
        if (resume != null && report != null) {
            throw CliException.usage("--resume " + resume + " goes on in its own folder: remove --report.");
        }
    }

    /** @return weak or strong, if one was given */
    Optional<ScalingKind> kind() {
        return weak ? Optional.of(ScalingKind.WEAK) : strong ? Optional.of(ScalingKind.STRONG) : Optional.empty();
    }

    Optional<Integer> repeat() {
        return Optional.ofNullable(repeat);
    }

    List<Sweep> sweeps() {
        return sweeps.stream().map(Sweep::parse).toList();
    }

    Optional<String> preset() {
        return Optional.ofNullable(preset);
    }

    Optional<Path> report() {
        return Optional.ofNullable(report);
    }

    Optional<Path> resume() {
        return Optional.ofNullable(resume);
    }

    Optional<Path> compare() {
        return Optional.ofNullable(compare);
    }

    /** As a share: 0.1 for 10 percent. */
    double threshold() {
        return threshold / 100;
    }

    /** How long a job may take; refused when it is no time. */
    Duration limit() {
        if (!limit.matches("-?[0-9]+")) {
            return CommonOptions.time(limit);
        }
        if (!limit.matches("0*[1-9][0-9]{0,9}") || Long.parseLong(limit) > LONGEST_LIMIT) {
            throw CliException.usage("--limit " + limit + ": 1 to " + LONGEST_LIMIT
                + " seconds, or a time with its unit, such as 90s, 20min or 2h.");
        }
        return Duration.ofSeconds(Long.parseLong(limit));
    }
}

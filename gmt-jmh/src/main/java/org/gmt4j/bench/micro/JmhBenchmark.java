package org.gmt4j.bench.micro;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.result.BenchResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code gmt bench jmh [PATTERN]}: the JMH benchmarks with short defaults, each in a process of its own that node 0
 * starts. The nodes of the job idle. Whoever needs more of JMH's options calls {@code org.openjdk.jmh.Main} with the
 * same class path.
 */
public final class JmhBenchmark implements GmtApp {
    private static final double NS_PER_US = 1e3;

    @Parameters(arity = "0..1", paramLabel = "PATTERN", defaultValue = ".*",
        description = "part of a benchmark's name, as a regular expression (default: all)")
    private String pattern;

    @Option(names = "--iterations", paramLabel = "N", defaultValue = "3",
        description = "measured iterations, and as many for warm-up (default: ${DEFAULT-VALUE})")
    private int iterations;

    @Option(names = "--milliseconds", paramLabel = "MS", defaultValue = "300",
        description = "length of an iteration (default: ${DEFAULT-VALUE})")
    private long milliseconds;

    @Option(names = {"-p", "--param"}, paramLabel = "NAME=V,V",
        description = "values of a benchmark's parameter, instead of its own")
    private List<String> params = List.of();

    @Override
    public String name() {
        return "jmh";
    }

    @Override
    public String summary() {
        return "Micro-benchmarks of the hot paths by JMH, each in a process of its own.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench jmh -n 1 Aggregator",
            "gmt bench jmh -n 1 CommandExecutor -p log2=20 --format json -o jmh.json");
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        throw CliException.usage("jmh runs on one thread of one process: there is nothing to scale.");
    }

    @Override
    public void validate(final CommonOptions common) {
        if (iterations < 1 || milliseconds < 1) {
            throw CliException.usage("--iterations and --milliseconds must be at least 1.");
        }
        try {
            Pattern.compile(pattern);
        } catch (final PatternSyntaxException e) {
            throw CliException.usage("jmh: '" + pattern + "' is no regular expression: " + e.getDescription()
                + ". Take a part of a benchmark's name, for example Aggregator.");
        }
        for (final String param : params) {
            if (param.indexOf('=') < 1) {
                throw CliException.usage("-p " + param + ": expected NAME=VALUE,VALUE.");
            }
        }
    }

    @Override
    public void run(final AppRun run) {
        final OutputFormat people = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL);
        final Collection<RunResult> results;
        try {
            results = new Runner(options(), people).run();
        } catch (final NoBenchmarksException e) {
            throw CliException.usage("jmh: no benchmark has '" + pattern
                + "' in its name. Leave it away to run all, or take for example Aggregator.");
        } catch (final RunnerException e) {
            throw CliException.failed("GMT-251", "JMH cannot run '" + pattern + "': " + e.getMessage(), e);
        }
        results.forEach(result -> run.result().result(convert(result)));
        run.result().note("each benchmark ran alone, on one thread of a process of its own");
    }

    private org.openjdk.jmh.runner.options.Options options() {
        final ChainedOptionsBuilder options = new OptionsBuilder().include(pattern).forks(1).shouldFailOnError(true)
            .warmupIterations(iterations).measurementIterations(iterations)
            .warmupTime(TimeValue.milliseconds(milliseconds)).measurementTime(TimeValue.milliseconds(milliseconds));
        for (final String param : params) {
            final int equals = param.indexOf('=');
            options.param(param.substring(0, equals), param.substring(equals + 1).split(","));
        }
        return options.build();
    }

    /** All our benchmarks report nanoseconds for one operation. */
    private static BenchResult convert(final RunResult result) {
        final String name = result.getParams().getBenchmark();
        final int method = name.lastIndexOf('.');
        final BenchResult converted = BenchResult.of(name.substring(name.lastIndexOf('.', method - 1) + 1));
        for (final String key : result.getParams().getParamsKeys()) {
            converted.param(key, result.getParams().getParam(key));
        }
        final double[] nanoseconds = result.getAggregatedResult().getIterationResults().stream()
            .mapToDouble(iteration -> iteration.getPrimaryResult().getScore()).toArray();
        return converted.figure("ns", Math.round(result.getPrimaryResult().getScore() * 100) / 100.0)
            .mops(Arrays.stream(nanoseconds).map(ns -> NS_PER_US / ns).toArray());
    }
}

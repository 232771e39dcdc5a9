package org.gmt4j.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.aggregation.settings.SettingCatalog;
import org.gmt4j.aggregation.settings.SettingDescriptor;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.cli.program.ProgramFiles;
import org.gmt4j.cli.program.ProgramLine;
import org.gmt4j.cli.result.ResultWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The options that all applications and benchmarks share; those that are settings go through {@link #settings}. */
public final class CommonOptions {
    private static final Pattern TIME = Pattern.compile("([0-9]+) ?(ms|s|min|h)");
    private static final Map<String, Long> UNITS = Map.of("ms", 1_000_000L, "s", 1_000_000_000L, "min",
        60_000_000_000L, "h", 3_600_000_000_000L);

    @Option(names = {"-n", "--nodes"}, paramLabel = "N", description = "node processes on this machine (default: 2)")
    private String nodes;

    @Option(names = "--in-process", description = "all nodes inside one JVM")
    private boolean inProcess;

    @Option(names = "--transport", paramLabel = "ipc|udp|loopback",
        description = "Aeron IPC, Aeron UDP, or in-process (default: ipc; loopback with --in-process)")
    private String transport;

    @Option(names = "--workers", paramLabel = "W",
        description = "worker threads per node (default: from cores and nodes)")
    private String workers;

    @Option(names = "--helpers", paramLabel = "H",
        description = "helper threads per node, in plan dedicated (default: 1)")
    private String helpers;

    @Option(names = "--plan", paramLabel = "combined|shared|dedicated",
        description = "all roles on one thread, all on each of several, or own threads per role "
            + "(default: from cores and nodes)")
    private String plan;

    @Option(names = "--topology", paramLabel = "fcg|mfcg|cfcg|hypercube",
        description = "virtual topology (default: fcg)")
    private String topology;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "any setting; 'gmt config' lists them")
    private List<String> assignments = new ArrayList<>();

    @Option(names = "--config", paramLabel = "FILE",
        description = "settings file (default: gmt.properties if it exists)")
    private Path configFile;

    @Option(names = "--seed", paramLabel = "S",
        description = "random seed; results do not depend on the number of nodes (default: 1)")
    private String seed;

    @Option(names = "--format", paramLabel = "text|json|csv", defaultValue = "text",
        description = "format of the result (default: ${DEFAULT-VALUE})")
    private ResultWriter.Format format;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE",
        description = "write the result there instead of standard output")
    private Path output;

    @Option(names = "--no-verify", description = "skip verification, which is on by default")
    private boolean noVerify;

    @Option(names = "--limit", paramLabel = "T",
        description = "end the run after this time with a report of all waits, for example 90s or 5min (default: none)")
    private String limit;

    @Option(names = "--profile", arity = "0..1", fallbackValue = "", paramLabel = "FOLDER",
        description = "show where the time goes: flight recordings and a summary (default folder: profile/APP-TIME)")
    private String profile;

    @Option(names = "--advise", description = "say in words what limited the run, and what to try")
    private boolean advise;

    @Option(names = "--jar", paramLabel = "FILE",
        description = "jars of your own program or applications, one or several with ':' between them")
    @SuppressWarnings("unused")     // for the help: ProgramLine has taken them before
    private List<String> jars = new ArrayList<>();

    @Option(names = "--classes", paramLabel = "FOLDER", description = "the same for folders of class files")
    @SuppressWarnings("unused")     // likewise
    private List<String> classes = new ArrayList<>();

    private ProgramFiles files = new ProgramFiles(List.of());

    @Option(names = "--debug", description = "show stack traces")
    private boolean debug;

    private final Map<String, String> settingFlags = new LinkedHashMap<>();

    /** Lets a command take every setting by its flag, unless the command has an option of that name already. */
    public void addSettingFlags(final CommandSpec command, final SettingCatalog catalog) {
        final Set<String> taken = Set.copyOf(command.optionsMap().keySet());
        for (final SettingDescriptor setting : catalog.settings()) {
            if (!taken.contains(setting.flag())) {
                command.addOption(OptionSpec.builder(setting.flag()).type(String.class).hidden(true)
                    .description(setting.meaning()).setter(new FlagSetter(setting.flag())).build());
            }
        }
    }

    private final class FlagSetter implements ISetter {
        private final String flag;

        FlagSetter(final String flag) {
            this.flag = flag;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T set(final T value) {
            return (T) (value == null ? settingFlags.remove(flag) : settingFlags.put(flag, value.toString()));
        }
    }

    /**
     * Takes options away from a command that they mean nothing to, so that it refuses them. After the mixin has been
     * added.
     */
    static void without(final CommandSpec command, final String... names) {
        for (final String name : names) {
            command.remove(command.findOption(name));
        }
    }

    /** @return the settings under these options; unknown names are refused */
    public Settings settings(final SettingCatalog catalog, final Environment environment, final Path folder) {
        final Settings.Builder builder = Settings.builder(catalog);
        if (configFile == null) {
            if (environment.variable(ReservedVariables.CONFIG).isEmpty()) {
                Settings.requireFolder(folder);
            }
            builder.surroundings(environment, folder);
        } else {
            builder.environment(environment).file(configFile);
        }
        flag(builder, "nodes", nodes);
        flag(builder, "in.process", inProcess ? "true" : null);
        flag(builder, "transport", transport);
        flag(builder, "workers", workers);
        flag(builder, "helpers", helpers);
        flag(builder, "plan", plan);
        flag(builder, "topology", topology);
        if (profile != null) {
            builder.flag("profile", "on", "--profile");
            if (!profile.isEmpty()) {
                builder.flag("profile.folder", profile, "--profile");
            }
        }
        if (seed != null) {
            builder.flag("random.seed", seed, "--seed");
        }
        settingFlags.forEach((flag, value) -> builder.flag(flag, value, flag));
        assignments.forEach(assignment -> builder.assignment(assignment, "--set"));
        return builder.build();
    }

    private static void flag(final Settings.Builder builder, final String name, final String value) {
        if (value != null) {
            builder.flag(name, value, "--" + name.replace('.', '-'));
        }
    }

    /** @return format of the result */
    public ResultWriter.Format format() {
        return format;
    }

    /** @return where the result goes, or nothing for standard output */
    public Optional<Path> output() {
        return Optional.ofNullable(output);
    }

    /** @return nodes as given; a list of counts where a command takes several */
    public Optional<String> nodes() {
        return Optional.ofNullable(nodes);
    }

    /** @return is verification wanted? */
    public boolean verify() {
        return !noVerify;
    }

    /** @return are words about what limited the run wanted? */
    public boolean advise() {
        return advise;
    }

    /** @return how long the run may take, or nothing; refused when it is no time */
    public Optional<Duration> limit() {
        return Optional.ofNullable(limit).map(CommonOptions::time);
    }

    /** @return the time that the text of a {@code --limit} names with its unit; refused when it is no time */
    public static Duration time(final String text) {
        final Matcher time = TIME.matcher(text.strip());
        if (time.matches()) {
            try {
                final long ns = Math.multiplyExact(Long.parseLong(time.group(1)), UNITS.get(time.group(2)));
                if (ns > 0) {
                    return Duration.ofNanos(ns);
                }
            } catch (final NumberFormatException | ArithmeticException e) {
                // said below
            }
        }
        throw CliException.usage("--limit " + text + ": expected a time above 0 with its unit, such as 500ms, "
            + "90s, 5min or 2h.");
    }

    /** Notes where the jars and folders given are: relative ones begin at the working folder. */
    void locateFiles(final List<String> arguments, final Path folder) {
        files = ProgramLine.files(arguments, folder);
    }

    /** @return the jars and folders of classes given */
    public ProgramFiles files() {
        return files;
    }

    /** @return are stack traces wanted? */
    public boolean debug() {
        return debug;
    }
}

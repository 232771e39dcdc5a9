package org.gmt4j.cli;

import java.io.PrintWriter;
import java.lang.reflect.Array;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gmt4j.aggregation.settings.SettingCatalog;
import org.gmt4j.cli.launch.StartNote;
import org.gmt4j.cli.program.ProgramLine;
import org.gmt4j.cli.top.TopCommand;
import org.gmt4j.engine.node.SettingRecords;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command tree of {@code gmt}. One instance serves one command line. */
public final class GmtCli {

    private static final String HELP = "help";
    private static final Pattern CODED = Pattern.compile("(GMT-\\d{3}) (.*)");
    private static final Pattern CHOICES = Pattern.compile("expected one of \\[([A-Z_, ]+)] \\(case-insensitive\\)");

    private final CliContext context;

    public GmtCli(final CliContext context) {
        this.context = context;
    }

    /** Parses and executes. @return the exit code */
    public int execute(final String... arguments) {
        if (context.role() == CliContext.Role.NODE) {
            StartNote.write(context.environment());
        }
        try {
            final ProgramLine line = ProgramLine.of(context, List.of(withoutHelpWord(arguments)));
            final CommandLine commandLine = new GmtCli(line.context()).commandLine(line.arguments());
            return commandLine.execute(withoutHelpOfNothing(commandLine, line.arguments()).toArray(String[]::new));
        } catch (final CliException e) {
            return ErrorReport.print(e, context.err(), List.of(arguments).contains("--debug"));
        } catch (final InvalidPathException e) {
            return ErrorReport.print(CliException.usage(ErrorReport.badName(e) + "."), context.err(), false);
        } catch (final LinkageError e) {            // picocli hands on exceptions alone
            return ErrorReport.print(e, context.err(), List.of(arguments).contains("--debug"));
        }
    }

    /** {@code gmt help run bfs} is {@code gmt run bfs --help}. */
    private static String[] withoutHelpWord(final String[] arguments) {
        if (arguments.length == 0 || !arguments[0].equals(HELP)) {
            return arguments;
        }
        final String[] asked = Arrays.copyOfRange(arguments, 1, arguments.length + 1);
        asked[asked.length - 1] = "--help";
        return asked;
    }

    /**
     * The parser forgives any mistake beside {@code --help}: a word that is no command would show the help of another.
     *
     * @return the words up to the first one that is no command, which is refused then; all where each is one
     */
    private static List<String> withoutHelpOfNothing(final CommandLine root, final List<String> words) {
        CommandLine at = root;
        for (int i = 0; i < words.size() && !words.get(i).startsWith("-") && !at.getSubcommands().isEmpty(); i++) {
            at = at.getSubcommands().get(words.get(i));
            if (at == null) {
                return words.subList(0, i + 1);
            }
        }
        return words;
    }

    /** @return the commands that a command line can mean; all of them for an empty one */
    CommandLine commandLine(final List<String> arguments) {
        final CommandSpec root = CommandSpec.wrapWithoutInspection((Runnable) this::refuseNothing).name("gmt");
        root.mixinStandardHelpOptions(true).version("gmt " + BuildInfo.version() + " (jdk "
            + context.environment().property("java.version").orElse("?") + ")");
        root.usageMessage().description("GMT for the JVM: global arrays, fiber tasks, aggregated communication.");
        footer(root, List.of("gmt run bfs", "gmt doctor"));
        final List<GmtApp> apps = isFor("estimate", arguments) ? List.of() : apps(arguments);
        addApps(root, apps, arguments);
        if (asksForOneApp(apps, arguments)) {
            return configured(new CommandLine(root));
        }
        root.addSubcommand("config", new CommandLine(configSpec()));
        root.addSubcommand("doctor", new CommandLine(doctorSpec()));
        root.addSubcommand("topology", new CommandLine(topologySpec()));
        root.addSubcommand("top", new CommandLine(topSpec()));
        root.addSubcommand(HELP,
            new CommandLine(CommandSpec.wrapWithoutInspection((Runnable) this::refuseNothing).name(HELP)
            .usageMessage(new UsageMessageSpec().description("Shows the help of a command: gmt help run bfs."))));
        final CommandLine commandLine = new CommandLine(root);
        context.contributions().forEach(contribution -> contribution.commands(context, arguments)
            .forEach(commandLine::addSubcommand));
        return configured(commandLine);
    }

    private void addApps(final CommandSpec root, final List<GmtApp> apps, final List<String> arguments) {
        final CommandSpec run = GroupCommand.spec("run", "application",
            "Runs an application on node processes of this machine, or as one node of a job.");
        footer(run, List.of("gmt run bfs -n 4 --format json -o result.json",
            "gmt run --jar app.jar -n 4 -- its arguments"));
        final CommandSpec bench = GroupCommand.spec("bench", "benchmark", "Runs a benchmark.");
        footer(bench, List.of("gmt bench gups", "gmt bench gups -n 4 --format csv -o gups.csv"));
        final SettingCatalog catalog = SettingRecords.catalog();
        for (final GmtApp app : apps) {
            (app.isBenchmark() ? bench : run).addSubcommand(app.name(),
                new CommandLine(AppCommand.spec(context, app, catalog, arguments, AppCommand::launch)));
        }
        root.addSubcommand("run", new CommandLine(run));
        root.addSubcommand("bench", new CommandLine(bench));
        root.addSubcommand("estimate", new CommandLine(EstimateCommand.spec(context,
            isFor("estimate", arguments) ? context.apps().get() : List.of(), catalog, arguments)));
    }

    /** Each process of a job starts through here: it does not build commands that nobody asks for. */
    private static boolean asksForOneApp(final List<GmtApp> apps, final List<String> arguments) {
        return (isFor("run", arguments) || isFor("bench", arguments)) && apps.size() == 1;
    }

    private static boolean isFor(final String command, final List<String> arguments) {
        return !arguments.isEmpty() && arguments.get(0).equals(command);
    }

    /**
     * @return the application that is asked for, if one is: a node process starts sooner without the others' options
     */
    private List<GmtApp> apps(final List<String> arguments) {
        final List<GmtApp> all = context.apps().get();
        if (arguments.size() < 2) {
            return all;
        }
        final boolean isBench = arguments.get(0).equals("bench");
        final List<GmtApp> asked = all.stream()
            .filter(app -> app.isBenchmark() == isBench && app.name().equals(arguments.get(1))).toList();
        return asked.isEmpty() ? all : asked;
    }

    private CommandSpec configSpec() {
        final CommandSpec spec = ConfigCommand.spec(context);
        footer(spec, List.of("gmt config", "gmt config --set join.timeout=10s --format json"));
        return spec;
    }

    private CommandSpec doctorSpec() {
        final CommandSpec spec = DoctorCommand.spec(context);
        footer(spec, List.of("gmt doctor", "gmt doctor -n 8"));
        return spec;
    }

    private CommandSpec topologySpec() {
        final CommandSpec spec = TopologyCommand.spec(context);
        footer(spec, List.of("gmt topology --nodes 11 --kind mfcg --to 0",
            "gmt topology -n 64 --kind hypercube --format svg -o tree.svg"));
        return spec;
    }

    private CommandSpec topSpec() {
        final CommandSpec spec = TopCommand.spec(context);
        footer(spec, List.of("gmt top", "gmt top --once --format json"));
        return spec;
    }

    @SuppressWarnings("DefaultCharset")     // the terminal's
    private CommandLine configured(final CommandLine commandLine) {
        return commandLine
            .setOut(new PrintWriter(context.out(), true))
            .setErr(new PrintWriter(context.err(), true))
            .setColorScheme(CommandLine.Help.defaultColorScheme(context.hasColours() ? Ansi.ON : Ansi.OFF))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpAutoWidth(false)
            .setExecutionStrategy(GmtCli::execute)
            .setParameterExceptionHandler(this::refuse)
            .setExecutionExceptionHandler((failure, command, parsed) ->
                ErrorReport.print(failure, context.err(), debug(parsed)));
    }

    /** Lists with nothing between two commas, or nothing but commas, mean no run that anybody wants. */
    private static int execute(final ParseResult parsed) {
        for (ParseResult at = parsed; at != null; at = at.hasSubcommand() ? at.subcommand() : null) {
            for (final OptionSpec option : at.matchedOptions()) {
                if (!option.splitRegex().isEmpty() && hasGap(option.getValue())) {
                    throw new ParameterException(at.commandSpec().commandLine(), option.longestName() + " "
                        + String.join(" ", option.originalStringValues())
                        + ": expected a value, or several with a comma between two of them.");
                }
            }
        }
        return new RunLast().execute(parsed);
    }

    private static boolean hasGap(final Object values) {
        if (values instanceof Object[] array) {
            return hasGap(Arrays.asList(array));
        }
        if (values != null && values.getClass().isArray()) {
            return Array.getLength(values) == 0;
        }
        return values instanceof Collection<?> list && (list.isEmpty()
            || list.stream().anyMatch(value -> value instanceof String text && text.isBlank()));
    }

    private static boolean debug(final ParseResult parsed) {
        return parsed.originalArgs().contains("--debug");
    }

    private int refuse(final ParameterException refused, final String[] arguments) {
        final CommandLine command = refused.getCommandLine();
        final PrintWriter err = command.getErr();
        final String name = command.getCommandSpec().qualifiedName();
        if (refused instanceof UnmatchedArgumentException unmatched
            && command.getCommand() instanceof GroupCommand group && !unmatched.getUnmatched().get(0).startsWith("-")) {
            err.println("GMT-100 " + name + ": " + group.unknown(unmatched.getUnmatched().get(0),
                unmatched.getSuggestions()));
            err.flush();
            return ExitCode.USAGE;
        }
        if (refused instanceof UnmatchedArgumentException unmatched && command.getParent() == null
            && !unmatched.getUnmatched().get(0).startsWith("-")) {
            err.println("GMT-100 gmt: there is no command '" + unmatched.getUnmatched().get(0) + "'. There are: "
                + String.join(", ", command.getSubcommands().keySet()) + ". See 'gmt --help'.");
            err.flush();
            return ExitCode.USAGE;
        }
        final String words = asTyped(firstLine(refused.getMessage()));
        final Matcher coded = CODED.matcher(words);             // by the library: its code is the one to look up
        final String message = coded.matches() ? coded.group(2) : words;
        err.println((coded.matches() ? coded.group(1) : "GMT-100") + " " + name + ": " + message
            + (message.contains(InvalidPathException.class.getName()) ? ". " + ErrorReport.LOCALE + "." : ""));
        if (!UnmatchedArgumentException.printSuggestions(refused, err)) {
            err.println("See '" + name + " --help'.");
        }
        err.flush();
        if (Arrays.asList(arguments).contains("--debug")) {
            refused.printStackTrace(context.err());
        }
        return ExitCode.USAGE;
    }

    /** @return a message that lists the choices of an enum, as users write them */
    private static String asTyped(final String message) {
        final Matcher choices = CHOICES.matcher(message);
        return choices.find() ? choices.replaceFirst(Matcher.quoteReplacement("expected one of "
            + choices.group(1).toLowerCase(Locale.ROOT).replace('_', '-'))) : message;
    }

    private static String firstLine(final String message) {
        return message == null ? "cannot be understood" : message.lines().findFirst().orElse("");
    }

    private void refuseNothing() {
        throw CliException.usage("gmt: which command? " + "run, bench, config, doctor ... For example: gmt run bfs. "
            + "See 'gmt --help'.");
    }

    /** Ends a command's help with examples to copy, and the exit codes. */
    public static void footer(final CommandSpec spec, final List<String> examples) {
        final Map<String, String> codes = new LinkedHashMap<>();
        codes.put("0", "ok");
        codes.put("1", "run failed");
        codes.put("2", "usage");
        codes.put("3", "verification failed");
        codes.put("4", "environment unfit");
        codes.put("130", "interrupted");
        spec.usageMessage().exitCodeListHeading("%nExit codes:%n").exitCodeList(codes);
        final String[] lines = new String[examples.size() + 2];
        lines[0] = "";
        lines[1] = "Examples:";
        for (int i = 0; i < examples.size(); i++) {
            lines[i + 2] = "  " + examples.get(i).replace("%", "%%");
        }
        spec.usageMessage().footer(lines);
    }
}

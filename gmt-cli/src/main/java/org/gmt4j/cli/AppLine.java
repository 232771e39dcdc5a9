package org.gmt4j.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.gmt4j.engine.node.SettingRecords;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Command lines of applications, for planning jobs without running them in this process. Any thread. */
public final class AppLine {

    private AppLine() {
    }

    /**
     * Understands and checks {@code run NAME ...} or {@code bench NAME ...} exactly as the command itself would, and
     * starts nothing.
     *
     * @throws CliException for whatever the command would refuse before it looks at the machine
     */
    public static Invocation check(final CliContext context, final List<String> arguments) {
        final GmtApp app = app(context, arguments);
        final CommandLine line = new CommandLine(AppCommand.spec(context, app, SettingRecords.catalog(),
            arguments, AppCommand::launch))
            .setCaseInsensitiveEnumValuesAllowed(true);
        try {
            line.parseArgs(arguments.subList(2, arguments.size()).toArray(String[]::new));
            return ((AppCommand) line.getCommandSpec().userObject()).checked();
        } catch (final ParameterException refused) {
            throw CliException.usage("gmt " + String.join(" ", arguments) + ": "
                + refused.getMessage().lines().findFirst().orElse(""));
        }
    }

    /**
     * The application that a command line begins with, by {@code run NAME} or {@code bench NAME}.
     *
     * @throws CliException when there is none of that name
     */
    public static GmtApp app(final CliContext context, final List<String> arguments) {
        if (arguments.size() < 2) {
            throw CliException.usage("expected 'run' or 'bench' and a name, found '"
                + String.join(" ", arguments) + "'.");
        }
        final boolean isBench = arguments.get(0).equals("bench");
        final List<GmtApp> all = context.apps().get().stream().filter(app -> app.isBenchmark() == isBench).toList();
        return all.stream().filter(app -> app.name().equals(arguments.get(1))).findFirst()
            .orElseThrow(() -> CliException.usage("there is no '" + arguments.get(1) + "' to "
                + arguments.get(0) + ", but " + all.stream().map(GmtApp::name).sorted()
                    .collect(Collectors.joining(", ")) + "."));
    }
}

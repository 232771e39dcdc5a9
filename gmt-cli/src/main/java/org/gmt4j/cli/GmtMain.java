package org.gmt4j.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.cli.launch.DriverHost;
import org.gmt4j.cli.launch.ResultOutput;

/** {@code gmt}: the command line as people call it. */
public final class GmtMain {

    private GmtMain() {
    }

    public static void main(final String[] arguments) {
        endOnSignals();
        final int code = new GmtCli(context(CliContext.Role.LAUNCHER)).execute(arguments);
        System.exit(code == ExitCode.OK && System.out.checkError() ? lost() : code);
    }

    /** From the first moment on: parts with something to clean up add a shutdown hook, which runs first. */
    private static void endOnSignals() {
        for (final String name : List.of("INT", "TERM", "HUP")) {
            Signals.handle(name, () -> System.exit(ExitCode.INTERRUPTED));
        }
    }

    private static int lost() {
        System.err.println("GMT-131 " + ResultOutput.LOST);
        return ExitCode.RUN_FAILED;
    }

    /** @return this process's surroundings, with the services found on the class path */
    static CliContext context(final CliContext.Role role) {
        return new CliContext(role, CliContext.Console.ofProcess(), Environment.ofProcess(), Path.of(""),
            Machine.ofProcess(), () -> load(GmtApp.class), load(CliContribution.class),
            new CliContext.Starters(ServiceLoader.load(NodeRunner.class).findFirst(),
                ServiceLoader.load(DriverHost.Factory.class).findFirst(), NodeMain.class.getName()));
    }

    private static <T> List<T> load(final Class<T> service) {
        return ServiceLoader.load(service).stream().map(ServiceLoader.Provider::get).toList();
    }
}

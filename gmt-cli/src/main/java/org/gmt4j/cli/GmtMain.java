package org.gmt4j.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
        final Environment environment = Environment.ofProcess();
        final ServiceLoader<GmtApp> apps = ServiceLoader.load(GmtApp.class);
        return new CliContext(role, CliContext.Console.ofProcess(), environment, Path.of(""), Machine.ofProcess(),
            () -> onlyOne(role, environment).map(List::of).orElseGet(() -> made(apps)),
            made(ServiceLoader.load(CliContribution.class)),
            new CliContext.Starters(ServiceLoader.load(NodeRunner.class).findFirst(),
                ServiceLoader.load(DriverHost.Factory.class).findFirst(), NodeMain.class.getName()));
    }

    /** @return in a node, a new instance of the application that it is started for: it makes none of the others */
    private static Optional<GmtApp> onlyOne(final CliContext.Role role, final Environment environment) {
        if (role != CliContext.Role.NODE || environment.property(NodeMain.APP).isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of((GmtApp) Class.forName(environment.property(NodeMain.APP).get())
                .getConstructor().newInstance());
        } catch (final ReflectiveOperationException | ClassCastException e) {
            return Optional.empty();            // the services' loader says what is wrong
        }
    }

    /** @return new instances; their classes are looked for once in the life of a loader */
    private static <T> List<T> made(final ServiceLoader<T> loader) {
        synchronized (loader) {
            return loader.stream().map(ServiceLoader.Provider::get).toList();
        }
    }
}

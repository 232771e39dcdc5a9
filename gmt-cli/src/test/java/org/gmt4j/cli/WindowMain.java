package org.gmt4j.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.armci.WindowApp;
import org.gmt4j.cli.doctor.Machine;

/** {@code gmt} with the real runtime and a test's application, as a process. */
public final class WindowMain {

    private WindowMain() {
    }

    public static void main(final String[] arguments) {
        System.exit(new GmtCli(context(CliContext.Role.LAUNCHER)).execute(arguments));
    }

    private static CliContext context(final CliContext.Role role) {
        return new CliContext(role, CliContext.Console.ofProcess(), Environment.ofProcess(), Path.of(""),
            Machine.ofProcess(), () -> List.of(new WindowApp()), List.of(),
            new CliContext.Starters(Optional.of(new GmtNodeRunner()), Optional.of(new AeronDriverFactory()),
                Node.class.getName()));
    }

    /** The main class of its nodes. */
    public static final class Node {

        private Node() {
        }

        public static void main(final String[] arguments) {
            System.exit(new GmtCli(context(CliContext.Role.NODE)).execute(arguments));
        }
    }
}

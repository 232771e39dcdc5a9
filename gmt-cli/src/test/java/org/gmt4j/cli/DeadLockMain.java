package org.gmt4j.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gmt4j.DeadLockApp;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.doctor.Machine;

/** {@code gmt} with the real runtime and a program that dead-locks, as a process. */
public final class DeadLockMain {

    private DeadLockMain() {
    }

    public static void main(final String[] arguments) {
        System.exit(new GmtCli(context(CliContext.Role.LAUNCHER)).execute(arguments));
    }

    private static CliContext context(final CliContext.Role role) {
        return new CliContext(role, CliContext.Console.ofProcess(), Environment.ofProcess(), Path.of(""),
            Machine.ofProcess(), () -> List.of(new DeadLockApp()), List.of(),
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

package org.gmt4j.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.doctor.Machine;

/** {@code gmt} with fake applications and a fake runtime, as a process. */
public final class FakeMain {

    private FakeMain() {
    }

    public static void main(final String[] arguments) {
        System.exit(new GmtCli(context(CliContext.Role.LAUNCHER)).execute(arguments));
    }

    static CliContext context(final CliContext.Role role) {
        return new CliContext(role, CliContext.Console.ofProcess(), Environment.ofProcess(), Path.of(""),
            Machine.ofProcess(), FakeApp::all, List.of(),
            new CliContext.Starters(Optional.of(new FakeRuntime()), Optional.empty(), Node.class.getName()));
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

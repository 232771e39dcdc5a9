package org.gmt4j.apps.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliContribution;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.NodeRunner;
import org.gmt4j.cli.doctor.Machine;

/** Command lines as people type them, with the nodes in this JVM. For tests; one thread. */
public final class CommandLineRun {
    private final Path folder;
    private final List<CliContribution> contributions;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /**
     * @param folder        working folder
     * @param contributions commands beside those of applications
     */
    public CommandLineRun(final Path folder, final CliContribution... contributions) {
        this.folder = folder;
        this.contributions = List.of(contributions);
    }

    /** Executes what follows {@code gmt}, and returns the exit code. */
    public int execute(final String line) {
        return execute(line, ServiceLoader.load(GmtApp.class).stream().map(ServiceLoader.Provider::get)
            .collect(Collectors.toList()));
    }

    /** The same with some applications only: those of tests, which answer wrongly. */
    public int execute(final String line, final List<GmtApp> apps) {
        return execute(apps, line.split(" "));
    }

    /** Executes words after {@code gmt}, without any application: for commands of contributions. */
    public int command(final String... words) {
        return execute(List.of(), words);
    }

    private int execute(final List<GmtApp> apps, final String... words) {
        out.reset();
        err.reset();
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(Map.of(), Environment.ofProcess().properties()), folder, Machine.ofProcess(), () -> apps,
            contributions, new CliContext.Starters(ServiceLoader.load(NodeRunner.class).findFirst(), Optional.empty(),
            "none"))).execute(words);
    }

    /** Runs an application twice, and requires that both trials were found right. Returns what it has written. */
    public String assertVerified(final String line) {
        assertEquals(ExitCode.OK, execute("run " + line + " --in-process --warm-up 0 --trials 2"),
            () -> line + "\n" + err);
        assertTrue(out().contains("verified (2 trials)"), () -> out + "\n" + err);
        return out();
    }

    /** Requires that a line is refused before anything starts. */
    public void assertRefused(final String line) {
        assertEquals(ExitCode.USAGE, execute("run " + line), this::out);
        assertTrue(err().startsWith("GMT-"), this::err);
    }

    /** Requires help with two examples, and an estimate. */
    public void assertHelps(final String name) {
        assertEquals(ExitCode.OK, execute("run " + name + " --help"));
        assertEquals(2, out().lines().filter(text -> text.startsWith("  gmt run " + name)).count());
        assertEquals(ExitCode.OK, execute("estimate " + name), this::err);
    }

    /** Returns standard output. */
    public String out() {
        return out.toString();
    }

    /** Returns standard error. */
    public String err() {
        return err.toString();
    }

    /** Returns standard output, and standard error behind it. */
    public String both() {
        return out + "\n" + err;
    }
}

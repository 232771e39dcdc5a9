package org.gmt4j.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.cli.launch.DriverHost;

/**
 * Everything that the command line touches outside itself, so that tests can replace it.
 *
 * @param role          launcher, or one of the nodes it started
 * @param console       output
 * @param environment   variables and properties
 * @param folder        working folder
 * @param machine       memory, cores and terminals
 * @param apps          the applications; a new list of new instances at each call
 * @param contributions further commands
 * @param starters      of nodes and drivers
 */
public record CliContext(Role role, Console console, Environment environment, Path folder, Machine machine,
                         Supplier<List<GmtApp>> apps, List<CliContribution> contributions, Starters starters) {

    /** Which end of a job this process is. */
    public enum Role { LAUNCHER, NODE }

    /**
     * Output of the command line.
     *
     * @param out receives results
     * @param err receives messages for people
     */
    public record Console(PrintStream out, PrintStream err) {
        /** The process's own. */
        public static Console ofProcess() {
            return new Console(System.out, System.err);
        }
    }

    /**
     * The doors to the runtime.
     *
     * @param nodeRunner  starts the runtime
     * @param driverHosts starts media drivers
     * @param nodeMain    main class of node processes
     */
    public record Starters(Optional<NodeRunner> nodeRunner, Optional<DriverHost.Factory> driverHosts,
                           String nodeMain) {
    }

    public PrintStream out() {
        return console.out();
    }

    public PrintStream err() {
        return console.err();
    }

    public Optional<NodeRunner> nodeRunner() {
        return starters.nodeRunner();
    }

    public Optional<DriverHost.Factory> driverHosts() {
        return starters.driverHosts();
    }

    public String nodeMain() {
        return starters.nodeMain();
    }

    /** @return the same with other applications */
    public CliContext withApps(final Supplier<List<GmtApp>> others) {
        return new CliContext(role, console, environment, folder, machine, others, contributions, starters);
    }

    /** @return are colours wanted on standard output, as in help? */
    boolean hasColours() {
        return isTerminal() && machine.standardOutputIsTerminal();
    }

    /** @return are progress lines wanted? */
    public boolean isTerminal() {
        return takesEscapes(environment) && machine.standardErrorIsTerminal();
    }

    /** @return may a terminal get colours and lines that rewrite themselves? No dumb one, nor with {@code NO_COLOR} */
    public static boolean takesEscapes(final Environment environment) {
        return environment.variable("NO_COLOR").isEmpty()
            && environment.variable("TERM").filter("dumb"::equals).isEmpty();
    }
}

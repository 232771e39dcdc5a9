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
 * @param out           where results go
 * @param err           where messages for people go
 * @param environment   variables and properties
 * @param folder        working folder
 * @param machine       what is known of this machine
 * @param apps          the applications; a new list of new instances at each call
 * @param contributions further commands
 * @param nodeRunner    starts the runtime
 * @param driverHosts   starts media drivers
 * @param nodeMain      main class of node processes
 */
public record CliContext(Role role, PrintStream out, PrintStream err, Environment environment, Path folder,
                         Machine machine, Supplier<List<GmtApp>> apps, List<CliContribution> contributions,
                         Optional<NodeRunner> nodeRunner, Optional<DriverHost.Factory> driverHosts,
                         String nodeMain) {

    /** Which end of a job this process is. */
    public enum Role { LAUNCHER, NODE }

    /** @return the same with other applications */
    public CliContext withApps(final Supplier<List<GmtApp>> others) {
        return new CliContext(role, out, err, environment, folder, machine, others, contributions, nodeRunner,
            driverHosts, nodeMain);
    }

    /** @return are colours wanted in what goes to standard output, such as help? */
    boolean hasColours() {
        return isTerminal() && machine.standardOutputIsTerminal();
    }

    /** @return are progress lines wanted? */
    public boolean isTerminal() {
        return environment.variable("NO_COLOR").isEmpty() && machine.standardErrorIsTerminal();
    }
}

package org.gmt4j.cli;

import java.util.List;

/**
 * Further commands of {@code gmt}, found by {@link java.util.ServiceLoader}: {@code generate}, {@code convert},
 * {@code info} ...
 */
public interface CliContribution {

    /**
     * @param context surroundings, for commands that launch jobs or look at the machine
     * @return picocli-annotated commands, or their specifications; those that are {@code Callable<Integer>} return an
     *         {@link ExitCode}
     */
    List<Object> commands(CliContext context);

    /**
     * The same for one command line, so that commands it does not name need not be built: every node process starts
     * through here.
     *
     * @param arguments the command line
     */
    default List<Object> commands(final CliContext context, final List<String> arguments) {
        return commands(context);
    }
}

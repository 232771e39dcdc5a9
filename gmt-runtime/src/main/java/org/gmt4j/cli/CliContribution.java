package org.gmt4j.cli;

import java.util.List;

/**
 * Further commands of {@code gmt}, found by {@link java.util.ServiceLoader}: {@code generate}, {@code convert},
 * {@code info} ...
 */
public interface CliContribution {

    /** @return picocli-annotated commands; those that are {@code Callable<Integer>} return an {@link ExitCode} */
    List<Object> commands();
}

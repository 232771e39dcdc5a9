package org.gmt4j.apps.graph.command;

import java.util.List;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliContribution;

/** The commands {@code generate}, {@code convert} and {@code info} for {@code gmt}. */
public final class GraphContribution implements CliContribution {
    @Override
    public List<Object> commands(final CliContext context) {
        return List.of(new GenerateCommand(), new ConvertCommand(), new InfoCommand());
    }
}

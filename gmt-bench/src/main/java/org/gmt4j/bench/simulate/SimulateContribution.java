package org.gmt4j.bench.simulate;

import java.util.List;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliContribution;

/** The command {@code simulate} for {@code gmt}. */
public final class SimulateContribution implements CliContribution {
    @Override
    public List<Object> commands(final CliContext context) {
        return List.of(new SimulateCommand());
    }
}

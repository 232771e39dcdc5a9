package org.gmt4j.bench.simulate;

import java.util.List;
import org.gmt4j.cli.CliContribution;

/** The command {@code simulate} for {@code gmt}. */
public final class SimulateContribution implements CliContribution {
    @Override
    public List<Object> commands() {
        return List.of(new SimulateCommand());
    }
}

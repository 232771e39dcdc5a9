package org.gmt4j.bench.tune;

import java.util.List;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliContribution;

/** The command {@code tune} for {@code gmt}. */
public final class TuneContribution implements CliContribution {
    @Override
    public List<Object> commands(final CliContext context) {
        return List.of(new TuneCommand());
    }
}

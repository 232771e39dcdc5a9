package org.gmt4j.cli.shell;

import java.util.List;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliContribution;

/** The command {@code shell} for {@code gmt}; none where Java comes without JShell. */
public final class ShellContribution implements CliContribution {
    @Override
    public List<Object> commands(final CliContext context) {
        return ModuleLayer.boot().findModule("jdk.jshell").isEmpty() ? List.of() : List.of(new ShellCommand(context));
    }
}

package org.gmt4j.cli;

import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** {@code gmt run} and {@code gmt bench} without a name: says which names there are. */
final class GroupCommand implements Runnable {

    private final CommandSpec spec;
    private final String what;

    private GroupCommand(final String name, final String what) {
        this.what = what;
        this.spec = CommandSpec.wrapWithoutInspection(this).name(name);
    }

    static CommandSpec spec(final String name, final String what, final String description) {
        final CommandSpec spec = new GroupCommand(name, what).spec;
        spec.mixinStandardHelpOptions(true);
        spec.usageMessage().description(description);
        return spec;
    }

    @Override
    public void run() {
        final String names = spec.subcommands().keySet().stream().sorted().collect(Collectors.joining(", "));
        throw CliException.usage("gmt " + spec.name() + ": which " + what + "? There "
            + (names.isEmpty() ? "are none in this "
            + "build." : "is: " + names + ". For example: gmt " + spec.name() + " " + names.split(",")[0]));
    }
}

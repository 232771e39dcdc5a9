package org.gmt4j.cli;

import java.util.List;
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

    /** @return the message about a name that nothing has, with the names there are */
    String unknown(final String name, final List<String> suggestions) {
        return "no " + what + " has the name '" + name + "'"
            + (suggestions.isEmpty() ? "" : " (did you mean " + String.join(" or ", suggestions) + "?)")
            + ". " + known();
    }

    private String known() {
        final String names = spec.subcommands().keySet().stream().sorted().collect(Collectors.joining(", "));
        return names.isEmpty() ? "There are none in this build."
            : "There are: " + names + ". For example: gmt " + spec.name() + " " + names.split(",")[0];
    }

    @Override
    public void run() {
        throw CliException.usage("gmt " + spec.name() + ": which " + what + "? " + known());
    }
}

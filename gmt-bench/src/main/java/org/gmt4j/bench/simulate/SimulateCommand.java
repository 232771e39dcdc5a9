package org.gmt4j.bench.simulate;

import java.util.concurrent.Callable;
import org.gmt4j.bench.simulate.connections.ConnectionsCommand;
import org.gmt4j.bench.simulate.transpose.TransposeCommand;
import org.gmt4j.cli.CliException;
import picocli.CommandLine.Command;

/** {@code gmt simulate}: says which experiments there are. */
@Command(name = "simulate", mixinStandardHelpOptions = true,
    subcommands = {ContentionCommand.class, MemoryCommand.class, ConnectionsCommand.class, TransposeCommand.class},
    description = "Simulates an experiment on more nodes than this machine can run: the runtime's routing, "
        + "credits and buffers over a model of servers and links; or the patterns of applications.",
    footerHeading = "%nExamples:%n",
    footer = {"  gmt simulate contention --nodes 256 --processes 4 --percent 0,20 --kind fadd",
        "  gmt simulate memory --nodes 1024 --processes 12",
        "  gmt simulate connections --app lu,flow --processes 128..12288",
        "  gmt simulate transpose --processes 16..256"})
final class SimulateCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw CliException.usage("gmt simulate: no experiment is named. There are: contention, memory, "
            + "connections, transpose. For example: gmt simulate contention");
    }
}

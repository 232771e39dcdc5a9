package org.gmt4j.bench.simulate.transpose;

import java.util.List;
import java.util.concurrent.Callable;
import org.gmt4j.bench.simulate.output.OutputOptions;
import org.gmt4j.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gmt simulate transpose}: a matrix transpose by many processes, and what their servers' waiting costs. */
@Command(name = "transpose", mixinStandardHelpOptions = true,
    description = {"A matrix transpose by remote gets or remote puts of a block for each pair of processes, with one "
        + "server thread for each node, which may share a core with a process.",
        "Times are the model's: they follow from the costs and the time slice, which are printed with the result, and "
            + "not from the speed of this machine."},
    footerHeading = "%nExamples:%n",
    footer = {"  gmt simulate transpose",
        "  gmt simulate transpose --waiting poll --cores 5 --buffers 1,2,8 --limit 10k",
        "  gmt simulate transpose --size 6400,12800 --phase random --format csv -o transpose.csv --svg transpose.svg"})
public final class TransposeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOptions output;

    @Mixin
    private TransposeOptions options;

    @Override
    public Integer call() {
        final List<TransposeConfig> configs = options.configs();
        output.check();
        final long startNs = System.nanoTime();
        final List<TransposeRun> runs = configs.stream().map(TransposeRun::of).toList();
        output.write(new TransposeReport(options.machine().spelling(), runs, (System.nanoTime() - startNs) / 1e9),
            spec.commandLine().getOut(), spec.commandLine().getErr());
        return ExitCode.OK;
    }
}

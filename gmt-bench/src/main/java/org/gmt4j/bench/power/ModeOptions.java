package org.gmt4j.bench.power;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.runtime.waiting.WaitMode;
import picocli.CommandLine.Option;

/** The option of benchmarks that compare ways to wait. Set by the command line. */
public final class ModeOptions {
    @Option(names = "--modes", paramLabel = "MODE", split = ",", defaultValue = "poll,block,adaptive",
        description = "ways to wait; others are compared with the first (default: ${DEFAULT-VALUE})")
    private List<WaitMode> modes = new ArrayList<>();

    List<WaitMode> modes() {
        return List.copyOf(modes);
    }
}

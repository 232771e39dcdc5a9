package org.gmt4j.bench;

import java.util.Map;
import java.util.function.IntFunction;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.WeakScaling;
import picocli.CommandLine.Option;

/** The option that sizes the array of a benchmark. Set by the command line. */
public final class TableOptions {
    private static final int LARGEST = 36;

    @Option(names = {"-g", "--size"}, paramLabel = "S", defaultValue = "24",
        description = "the array has 2^S elements of 8 bytes (default: ${DEFAULT-VALUE})")
    private int log2;

    int log2() {
        return log2;
    }

    /** Elements of the fullest node of an array of 2^log2 elements. */
    static long elementsOfNode(final int log2, final Invocation job) {
        return ByteCount.parts(1L << log2, job.plan().nodes());
    }

    /** The memory that a benchmark asks for, sized by this option. */
    static AppMemory memory(final int log2, final IntFunction<AppMemory.Builder> bySize) {
        return bySize.apply(log2)
            .input(new AppMemory.Input("--size", log2, 1, LARGEST, other -> bySize.apply(other).build())).build();
    }

    /** An array with as many elements for each node as one node has now. */
    Map<String, String> weakOptions(final int nodes) {
        return Map.of("--size", WeakScaling.scale("--size", log2, nodes, ""));
    }

    void validate() {
        if (log2 < 1 || log2 > LARGEST) {
            throw CliException.usage("--size " + log2 + ": expected 1 to " + LARGEST
                + ", the array has 2^size elements.");
        }
    }
}

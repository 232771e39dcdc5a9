package org.gmt4j.engine.waiting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * One frequency policy of the kernel: processors that always run at the same frequency. Lowers the upper bound
 * ({@code scaling_max_freq}) to the lower one and restores it. The governor is never changed, so this works under each.
 * Guarded by its {@link CpuFrequency}.
 */
final class FrequencyPolicy {
    private final Path bound;
    private final BitSet cpus;
    private final String original;
    private final String lowest;
    private int waitingCount;
    private boolean isLowered;

    private FrequencyPolicy(final Path bound, final BitSet cpus, final String original, final String lowest) {
        this.bound = bound;
        this.cpus = cpus;
        this.original = original;
        this.lowest = lowest;
    }

    /**
     * Reads the values of a policy, and writes the bound once to see whether that is permitted.
     *
     * @throws IOException           when a file is missing or cannot be written
     * @throws NumberFormatException when a file contains anything but numbers
     */
    static FrequencyPolicy open(final Path folder) throws IOException {
        final Path bound = folder.resolve("scaling_max_freq");
        final String original = Files.readString(bound).strip();
        final String lowest = Files.readString(folder.resolve("scaling_min_freq")).strip();
        final BitSet cpus = new BitSet();
        for (final String cpu : Files.readString(folder.resolve("affected_cpus")).strip().split("\\s+")) {
            cpus.set(Integer.parseInt(cpu));
        }
        Long.parseLong(original);
        Long.parseLong(lowest);
        Files.writeString(bound, original);
        return new FrequencyPolicy(bound, cpus, original, lowest);
    }

    boolean has(final int cpu) {
        return cpu >= 0 && cpus.get(cpu);
    }

    /**
     * Notes one more waiting thread on a processor of this policy, and lowers the frequency when that leaves none for
     * others.
     */
    void waitBegins() throws IOException {
        if (++waitingCount >= cpus.cardinality() && !isLowered) {
            isLowered = true;
            Files.writeString(bound, lowest);
        }
    }

    /** Notes the end of one of these waits. */
    void waitEnds() throws IOException {
        waitingCount--;
        restore();
    }

    /** Restores the original bound, if it has changed. */
    void restore() throws IOException {
        if (isLowered) {
            Files.writeString(bound, original);
            isLowered = false;
        }
    }

    @Override
    public String toString() {
        return bound + " (" + original + " kHz)";
    }
}

package org.gmt4j.bench.power;

import java.nio.file.Path;

/** Measures what computing costs: energy where the machine tells it, or else processor time, which stands in for it. */
sealed interface EnergyMeter permits RaplMeter, CpuTimeMeter {
    /**
     * The machine's energy counters where they can be read, or else this process's time.
     */
    static EnergyMeter ofMachine() {
        return open(Path.of("/sys/class/powercap"));
    }

    /** @param folder has a folder for each zone of the machine's power */
    static EnergyMeter open(final Path folder) {
        final RaplMeter rapl = RaplMeter.open(folder);
        return rapl == null ? CpuTimeMeter.ofProcess() : rapl;
    }

    /**
     * What has been used since the meter was opened: joules, or seconds of processors. One thread. To be called again
     * before a counter has gone round, which takes minutes.
     */
    double used();

    /**
     * The smallest difference that it can tell, found by watching it: between two changes of the counter, while this
     * thread works. Less than this is nothing that a result may show. Takes some steps, at most half a second; set-up.
     */
    default double step() {
        final long startNs = System.nanoTime();
        double last = used();
        double smallest = 0;
        for (int changes = 0; changes < 3 && System.nanoTime() - startNs < 500_000_000L; ) {
            final double now = used();
            if (now > last) {
                // the first began before we looked
                smallest = changes < 2 ? now - last : Math.min(smallest, now - last);
                changes++;
                last = now;
            }
        }
        return smallest;
    }

    /** {@code J} or {@code CPU s}. */
    String unit();

    /** One line for people: what is measured. */
    String label();

    /** True when it measures the whole machine, false when this process. */
    boolean isOfMachine();

    /** True when it does not measure energy, but something that stands in for it. */
    boolean isProxy();
}

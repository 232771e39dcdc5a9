package org.gmt4j.bench.power;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/** Processor time of this process: a proxy for energy, blind to frequency, idle power and memory. */
final class CpuTimeMeter implements EnergyMeter {
    private final LongSupplier cpuNs;
    private final long startNs;

    /** @param cpuNs processor time used so far */
    CpuTimeMeter(final LongSupplier cpuNs) {
        this.cpuNs = cpuNs;
        startNs = cpuNs.getAsLong();
    }

    /** Of this process. */
    static CpuTimeMeter ofProcess() {
        return new CpuTimeMeter(CpuTimeMeter::processNs);
    }

    /** Nanoseconds of processors that this process has used since it began. */
    static long processNs() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    @Override
    public double used() {
        return (cpuNs.getAsLong() - startNs) / 1e9;
    }

    @Override
    public String unit() {
        return "CPU s";
    }

    @Override
    public String label() {
        return "CPU seconds of the node processes, a proxy for energy: no energy counter can be read here";
    }

    @Override
    public boolean isOfMachine() {
        return false;
    }

    @Override
    public boolean isProxy() {
        return true;
    }
}

package org.gmt4j.bench.power;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.GmtCluster;

/**
 * The consumption of a whole job: the machine's energy, or where that cannot be read the processor time of all node
 * processes. Main thread of node 0.
 */
final class Consumption {
    private final GmtCluster cluster;
    private final EnergyMeter meter;
    private final double step;

    Consumption(final GmtCluster cluster, final EnergyMeter meter) {
        this.cluster = cluster;
        this.meter = meter;
        step = meter.step() * (meter.isOfMachine() ? 1 : processes(cluster));
    }

    /** So far, in joules or in seconds of processors. */
    double used() {
        if (meter.isOfMachine()) {
            return meter.used();
        }
        final List<long[]> readings = cluster.call(ctx -> ctx.callOnAll(PowerBodies.reading()));
        final Map<Long, Long> byProcess = new HashMap<>();        // nodes of one JVM share it
        readings.forEach(reading -> byProcess.merge(reading[0], reading[1], Math::max));
        return byProcess.values().stream().mapToLong(ns -> ns).sum() / 1e9;
    }

    private static long processes(final GmtCluster cluster) {
        return cluster.call(ctx -> ctx.callOnAll(PowerBodies.reading())).stream().mapToLong(reading -> reading[0])
            .distinct().count();
    }

    /**
     * By how much a difference may be wrong, for all processes that are counted together: less is nothing that was
     * measured.
     */
    double step() {
        return step;
    }

    String label() {
        return meter.label();
    }

    /** {@code microjoulesPerMb} or {@code cpuMicrosecondsPerMb}. */
    String figure() {
        return meter.isProxy() ? "cpuMicrosecondsPerMb" : "microjoulesPerMb";
    }

    /** Of {@link #used} and {@link #step}. */
    String unit() {
        return meter.unit();
    }

    boolean isProxy() {
        return meter.isProxy();
    }
}

package co.paralleluniverse.common.monitoring;

import java.util.concurrent.ForkJoinPool;

/** Replaces Quasar's class, which would need the Metrics library. */
public class MetricsForkJoinPoolMonitor extends ForkJoinPoolMonitor {
    public MetricsForkJoinPoolMonitor(final String name, final ForkJoinPool pool) {
        super(name, pool);
        throw new UnsupportedOperationException("MonitorType.METRICS of pool " + name
            + ": this build of Quasar comes without the Metrics library; use NONE or JMX");
    }
}

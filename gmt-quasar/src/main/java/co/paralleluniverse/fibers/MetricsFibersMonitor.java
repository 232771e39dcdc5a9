package co.paralleluniverse.fibers;

/** Replaces Quasar's class, which would need the Metrics library. */
class MetricsFibersMonitor extends NoopFibersMonitor {
    MetricsFibersMonitor(final String name, final FiberScheduler scheduler) {
        throw new UnsupportedOperationException("MonitorType.METRICS of scheduler " + name
            + ": this build of Quasar comes without the Metrics library; use NONE or JMX");
    }
}

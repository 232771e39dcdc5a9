package org.gmt4j.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.NodeFailure;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.publish.NodeReport;

/** A runtime that connects nobody: enough to test launching, watching and ending. */
final class FakeRuntime implements NodeRunner {

    /** What fake applications use as cluster. */
    static final class FakeCluster implements ClusterHandle {
        private final List<NodeReport> reports;
        private final CountDownLatch failed = new CountDownLatch(1);
        private final AtomicReference<NodeFailure> failure = new AtomicReference<>();
        private volatile boolean isLast;

        FakeCluster(final List<NodeReport> reports) {
            this.reports = reports;
        }

        /** Waits for a node to fail. */
        void awaitFailure() throws InterruptedException {
            failed.await();
            throw new IllegalStateException(failure.get().message());
        }

        @Override
        public <C> C as(final Class<C> type) {
            return type.cast(this);
        }

        @Override
        public List<NodeReport> reports() {
            return reports;
        }

        @Override
        public void fail(final NodeFailure cause) {
            failure.set(cause);
            failed.countDown();
        }

        /** The process of this node ends behind those of all others. */
        void closeLast() {
            isLast = true;
        }

        @Override
        public void close() {
            failed.countDown();
            while (isLast && hasOthers()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }

        private static boolean hasOthers() {
            final ProcessHandle self = ProcessHandle.current();
            return self.parent().stream().flatMap(ProcessHandle::children)
                .anyMatch(process -> process.isAlive() && !process.equals(self));
        }
    }

    private static NodeReport report(final int id) {
        return new NodeReport(id, 1L << 20, id, 2, Map.of("commands", 10L));
    }

    @Override
    public ClusterHandle startNode(final Settings settings, final RunPlan plan, final String aeronDirectory,
                                   final Bootstrap bootstrap, final Class<?>[] registered) {
        final int id = bootstrap.identity().nodeId();
        bootstrap.allGather(new byte[] {(byte) id}, Duration.ofSeconds(120));
        System.err.println("fake node " + id + " pid " + ProcessHandle.current().pid() + " dir " + aeronDirectory);
        return new FakeCluster(List.of(report(id)));
    }

    @Override
    public ClusterHandle startInProcess(final Settings settings, final RunPlan plan, final String aeronDirectory,
                                        final Class<?>[] registered) {
        final List<NodeReport> reports = new ArrayList<>();
        for (int id = 0; id < plan.nodes(); id++) {
            reports.add(report(id));
        }
        return new FakeCluster(reports);
    }
}

package org.gmt4j.graph.bfs;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.source.KroneckerSource;

/** Rough rates inside one JVM, for the author of a kernel: arguments scale, nodes, variant, repetitions. */
final class BfsSpeed {
    private BfsSpeed() {
    }

    private static long cpuNs() {
        final java.lang.management.ThreadMXBean threads = java.lang.management.ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (final long id : threads.getAllThreadIds()) {
            final java.lang.management.ThreadInfo info = threads.getThreadInfo(id);
            if (info != null && info.getThreadName().startsWith("gmt-")) {
                sum += threads.getThreadCpuTime(id);
            }
        }
        return sum;
    }

    public static void main(final String[] arguments) {
        final int scale = Integer.parseInt(arguments[0]);
        final int nodes = Integer.parseInt(arguments[1]);
        final BfsVariant variant = BfsVariant.valueOf(arguments[2]);
        final int rounds = Integer.parseInt(arguments[3]);
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(BfsSpeed.class, VisitBfs.class,
            QueueBfs.class)
            .register(CsrBuilder.bodyClasses()).start()) {
            final long[] since = {System.nanoTime()};
            final Thread watchdog = new Thread(() -> {
                for (;;) {
                    java.util.concurrent.locks.LockSupport.parkNanos(500_000_000);
                    final double waited = (System.nanoTime() - since[0]) / 1e9;
                    if (waited > 6 && waited < 9) {
                        System.out.println("slow " + waited + " s, counters "
                            + NodeCluster.of(cluster).nodes().stream().map(n -> n.counters().toString()).toList()
                            + "\n" + cluster.report());
                    }
                }
            });
            watchdog.setDaemon(true);
            watchdog.start();
            CsrGraph graph = null;
            for (int i = 0; i < Integer.getInteger("builds", 4); i++) {
                since[0] = System.nanoTime();
                final CsrGraph old = graph;
                final long start = System.nanoTime();
                final long cpu = cpuNs();
                graph = cluster.call(ctx -> {
                    if (old != null) {
                        old.free(ctx);
                    }
                    return CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(scale, 16, 1));
                });
                final double s = (System.nanoTime() - start) / 1e9;
                System.out.printf("build %.3f s, %.1f M edges/s, cpu %.3f s%n", s, graph.listedEdges() / s / 1e6,
                    (cpuNs() - cpu) / 1e9);
            }
            final LocalCsr local = scale > 19 ? null : LocalCsr.symmetrised(new KroneckerSource(scale, 16, 1));
            final CsrGraph g = graph;
            final BfsKernel kernel = cluster.call(ctx -> variant.open(ctx, g, 64L << 20));
            final java.util.SplittableRandom random = new java.util.SplittableRandom(7);
            final double[] rates = new double[16];
            for (int i = 0; i < rounds; i++) {
                double sum = 0;
                long cpu = 0;
                for (int k = 0; k < 16; ) {
                    final long root = random.nextLong(g.vertexCount());
                    final long degree = cluster.call(ctx -> g.degree(ctx, root));
                    if (degree == 0) {
                        continue;
                    }
                    final long start = System.nanoTime();
                    since[0] = start;
                    final long cpuStart = cpuNs();
                    final long unused = cluster.call(ctx -> kernel.search(ctx, root));
                    final double s = (System.nanoTime() - start) / 1e9;
                    rates[k++] = g.listedEdges() / s / 1e6;
                    sum += s;
                    cpu += cpuNs() - cpuStart;
                }
                Arrays.sort(rates);
                System.out.printf("%s harmonic mean of 16: %.1f MTEPS (min %.1f median %.1f max %.1f), "
                    + "by cpu time of %d threads %.1f%n", variant, 16 * g.listedEdges() / sum / 1e6,
                    rates[0], rates[8], rates[15], nodes, 16 * g.listedEdges() / (cpu / 1e9 / nodes) / 1e6);
            }
            if (local != null) {
                final long start = System.nanoTime();
                for (int k = 0; k < 5; k++) {
                    new SerialBfs(local).traverse(local.hub());
                }
                System.out.printf("serial %.1f MTEPS%n",
                    5 * g.listedEdges() / ((System.nanoTime() - start) / 1e9) / 1e6);
            }
        }
    }
}

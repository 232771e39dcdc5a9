package org.gmt4j.graph.triangles;

import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.Triangles;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialTriangles;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.UniformSource;

/**
 * Rough times for the author of a kernel: arguments kronecker or uniform, scale, repetitions, and whether one thread
 * of plain Java is measured as well. On the nodes of a launcher where there is one, otherwise on one node.
 */
public final class TriangleSpeed {
    private TriangleSpeed() {
    }

    public static void main(final String[] arguments) {
        final boolean isKronecker = arguments[0].equals("kronecker");
        final int scale = Integer.parseInt(arguments[1]);
        try (GmtCluster cluster = GmtCluster.connect();
             Graph graph = Graph.load(cluster, isKronecker ? Edges.kronecker(scale, 16, 1)
                 : Edges.uniform(scale, 16, 1))) {
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                final long start = System.nanoTime();
                final long total = graph.triangles().count();
                final long middle = System.nanoTime();
                try (Triangles all = graph.triangles().run()) {
                    System.out.printf("%d triangles: total %.3f s, by vertex %.3f s (%d)%n", total,
                        (middle - start) / 1e9, (System.nanoTime() - middle) / 1e9, all.count());
                }
            }
        }
        if (Boolean.parseBoolean(arguments[3])) {
            final LocalCsr local = LocalCsr.symmetrised(isKronecker ? new KroneckerSource(scale, 16, 1)
                : new UniformSource(scale, 16, 1));
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                final long start = System.nanoTime();
                final SerialTriangles serial = new SerialTriangles(local);
                final long middle = System.nanoTime();
                System.out.printf("serial: %d, orientation %.3f s, total %.3f s%n", serial.total(),
                    (middle - start) / 1e9, (System.nanoTime() - middle) / 1e9);
            }
        }
    }
}

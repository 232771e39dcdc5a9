package org.gmt4j.apps.scf;

import java.util.Arrays;
import java.util.List;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Tile;

/**
 * The whole calculation, driven by one task of node 0: the Fock matrix by all nodes, and the rest, which is short, by a
 * plain thread. Stateless.
 */
final class Scf {
    private Scf() {
    }

    /** Iterates until Fock matrix and density agree. @param most iterations */
    static ScfOutcome onNodes(final TaskContext ctx, final Molecule molecule, final Blocks blocks, final int most)
        throws SuspendExecution {
        final NodeLocal<FockNode> nodes = NodeLocal.create(ctx,
            node -> node.callBlocking(() -> new FockNode(molecule, blocks)));
        try {
            final ScfArrays arrays = ScfArrays.create(ctx, molecule.size());
            try {
                return iterate(ctx, molecule, nodes, arrays, most);
            } finally {
                arrays.destroy(ctx);
            }
        } finally {
            nodes.free(ctx);
        }
    }

    private static ScfOutcome iterate(final TaskContext ctx, final Molecule molecule, final NodeLocal<FockNode> nodes,
                                      final ScfArrays arrays, final int most) throws SuspendExecution {
        final long startNs = System.nanoTime();
        final ClosedShell shell = ctx.callBlocking(() -> new ClosedShell(molecule));
        final FockNode.Work[] works = new FockNode.Work[ctx.nodeCount()];
        Arrays.fill(works, FockNode.Work.NONE);
        long fockNs = 0;
        int iterations = 0;
        while (iterations < most && !shell.isConverged()) {
            final long buildNs = System.nanoTime();
            final double[] half = build(ctx, arrays, nodes, shell.density(), works);
            fockNs += System.nanoTime() - buildNs;
            ctx.callBlocking(() -> next(shell, half));
            iterations++;
        }
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        return new ScfOutcome(seconds, fockNs / 1e9, iterations, shell.energy(), shell.error(), List.of(works));
    }

    private static boolean next(final ClosedShell shell, final double[] half) {
        shell.next(half);
        return true;
    }

    private static double[] build(final TaskContext ctx, final ScfArrays arrays, final NodeLocal<FockNode> nodes,
                                  final double[] density, final FockNode.Work[] works) throws SuspendExecution {
        final long n = arrays.density().extent(0);
        arrays.density().put(ctx, arrays.density().box(), Tile.of(density, n, n));
        arrays.fock().zero(ctx);
        arrays.counter().zero(ctx);
        final List<FockNode.Work> more = ctx.callOnAll(node -> FockNode.build(node, nodes, arrays));
        for (int node = 0; node < works.length; node++) {
            works[node] = works[node].plus(more.get(node));
        }
        return arrays.fock().get(ctx, arrays.fock().box()).doubles();
    }

    /** The same by one thread. */
    static ScfOutcome serial(final Molecule molecule, final int most) {
        final SerialFock fock = new SerialFock(new Integrals(molecule));
        final long startNs = System.nanoTime();
        final ClosedShell shell = new ClosedShell(molecule);
        long fockNs = 0;
        int iterations = 0;
        while (iterations < most && !shell.isConverged()) {
            final long buildNs = System.nanoTime();
            final double[] half = fock.half(shell.density());
            fockNs += System.nanoTime() - buildNs;
            shell.next(half);
            iterations++;
        }
        return new ScfOutcome((System.nanoTime() - startNs) / 1e9, fockNs / 1e9, iterations, shell.energy(),
            shell.error(), List.of(new FockNode.Work(iterations, fock.computed(), 0, fockNs)));
    }
}

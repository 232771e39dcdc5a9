package org.gmt4j.apps.lj;

import java.util.Arrays;

/**
 * Where particles start: on the sites of a lattice that fills the box, simple, body-centred or face-centred, with about
 * as many cells along each edge, whichever keeps them farthest apart. Where it has more sites than there are particles,
 * those left empty are spread evenly. Immutable; any thread, without communication.
 *
 * @param particles number of particles, at most {@link #MOST}
 * @param kind      sites of a cell: 1, 2 or 4
 * @param cells     cells along each edge
 * @param edge      of the box
 */
record Lattice(long particles, int kind, long[] cells, double edge) {
    /** Products of particles and sites are below 2^63. */
    static final long MOST = 1L << 30;
    private static final int[] KINDS = {4, 2, 1};
    /** Sites of a cell, in halves of its edges; a simple lattice has the first alone. */
    private static final int[][] BODY = {{0, 0, 0}, {1, 1, 1}};
    private static final int[][] FACES = {{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
    /** Of the first site from the corner, in cells: no particle lies on the border. */
    private static final double MARGIN = 0.25;

    static Lattice of(final LjSettings settings) {
        Lattice best = null;
        for (final int kind : KINDS) {
            final long about = Math.round(Math.cbrt((double) settings.particles() / kind));
            for (long x = Math.max(1, about - 1); x <= about + 1; x++) {
                for (long y = x; y <= about + 1; y++) {
                    final long least = (settings.particles() + kind * x * y - 1) / (kind * x * y);
                    best = better(best, new Lattice(settings.particles(), kind, new long[] {x, y, least},
                        settings.edge()));
                }
            }
        }
        return best;
    }

    private static Lattice better(final Lattice best, final Lattice other) {
        return best == null || other.nearest() > best.nearest() * (1 + 1e-9) ? other : best;
    }

    /** Returns the distance of neighbours, of a lattice without empty sites. */
    double nearest() {
        double least = Double.MAX_VALUE;
        for (final int[] site : sitesOfCell()) {
            double squared = 0;
            double smallest = Double.MAX_VALUE;
            for (int dim = 0; dim < 3; dim++) {
                final double spacing = edge / cells[dim];
                squared += site[dim] * spacing * spacing / 4;
                smallest = Math.min(smallest, spacing);
            }
            least = Math.min(least, Math.min(smallest, squared == 0 ? smallest : Math.sqrt(squared)));
        }
        return least;
    }

    private int[][] sitesOfCell() {
        return kind == FACES.length ? FACES : Arrays.copyOf(BODY, kind);
    }

    /** Writes the position of a particle as three numbers from {@code at} on. */
    void position(final long particle, final double[] target, final int at) {
        final long site = particle * (kind * cells[0] * cells[1] * cells[2]) / particles;
        final int[] atom = (kind == FACES.length ? FACES : BODY)[(int) (site % kind)];
        long cell = site / kind;
        for (int dim = 2; dim >= 0; dim--) {
            target[at + dim] = (cell % cells[dim] + MARGIN + 0.5 * atom[dim]) * (edge / cells[dim]);
            cell /= cells[dim];
        }
    }
}

package org.gmt4j.apps.scf;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.Tile;

/**
 * What four blocks of functions add to the Fock matrix, by six patches: each integral is computed once, for all of its
 * up to eight places. Owned by one stream; allocates its patches once.
 *
 * <pre>
 * (ij|kl) adds to ij and kl (Coulomb), to ik, il, jk and jl (exchange); the matrix and its transpose are added later
 * </pre>
 */
final class FockTask {
    /** Integrals of pairs whose bounds have a smaller product are left out. */
    static final double LEAST = 1e-12;
    /** Integrals after which the node looks after its requests. */
    private static final int SLICE = 100;
    private final Blocks blocks;
    private final Integrals integrals;
    private final double[] density;
    private final double[][] patches = new double[6][];
    private final int[] block = new int[4];
    private long computed;

    /** @param density of all functions, row by row */
    FockTask(final Blocks blocks, final Integrals integrals, final double[] density) {
        this.blocks = blocks;
        this.integrals = integrals;
        this.density = density;
        for (int i = 0; i < patches.length; i++) {
            patches[i] = new double[blocks.length() * blocks.length()];
        }
    }

    /** Returns the integrals that were computed so far. */
    long computed() {
        return computed;
    }

    /** Computes a task; false: all of its integrals are too small. */
    boolean compute(final TaskContext ctx, final long task) throws SuspendExecution {
        place(task);
        for (final double[] patch : patches) {
            Arrays.fill(patch, 0);
        }
        final long before = computed;
        long sliceEnd = computed + SLICE;
        for (int i = blocks.first(block[0]); i < blocks.end(block[0]); i++) {
            for (int j = blocks.first(block[1]); j < Math.min(blocks.end(block[1]), i + 1); j++) {
                add(i, j);
                if (computed > sliceEnd) {
                    ctx.yield();
                    sliceEnd = computed + SLICE;
                }
            }
        }
        return computed > before;
    }

    private void place(final long task) {
        final long one = Blocks.larger(task);
        final long other = Blocks.smaller(task);
        block[0] = (int) Blocks.larger(one);
        block[1] = (int) Blocks.smaller(one);
        block[2] = (int) Blocks.larger(other);
        block[3] = (int) Blocks.smaller(other);
    }

    /** Adds the integrals of a pair with the other pair of blocks; within one pair of blocks, those not behind it. */
    private void add(final int i, final int j) {
        final int ij = Integrals.pair(i, j);
        final int last = block[0] == block[2] && block[1] == block[3] ? ij : Integer.MAX_VALUE;
        final double least = LEAST / integrals.bound(ij);
        for (int k = blocks.first(block[2]); k < blocks.end(block[2]); k++) {
            for (int l = blocks.first(block[3]); l < Math.min(blocks.end(block[3]), k + 1); l++) {
                final int kl = Integrals.pair(k, l);
                if (kl <= last && integrals.bound(kl) > least) {
                    computed++;
                    final double value = integrals.repulsion(ij, kl);
                    add(i, j, k, l, i == j || k == l || ij == kl ? value * share(i, j, k, l) : value);
                }
            }
        }
    }

    /** Returns 1 divided by the permutations of four functions that are the same. */
    static double share(final int i, final int j, final int k, final int l) {
        return (i == j ? 0.5 : 1) * (k == l ? 0.5 : 1) * (i == k && j == l ? 0.5 : 1);
    }

    private void add(final int i, final int j, final int k, final int l, final double value) {
        final int n = integrals.size();
        final int length = blocks.length();
        final int p = i - blocks.first(block[0]);
        final int q = j - blocks.first(block[1]);
        final int r = k - blocks.first(block[2]);
        final int s = l - blocks.first(block[3]);
        patches[0][p * length + q] += 2 * density[k * n + l] * value;
        patches[1][r * length + s] += 2 * density[i * n + j] * value;
        patches[2][p * length + r] -= density[j * n + l] * value / 2;
        patches[3][p * length + s] -= density[j * n + k] * value / 2;
        patches[4][q * length + r] -= density[i * n + l] * value / 2;
        patches[5][q * length + s] -= density[i * n + k] * value / 2;
    }

    /** Starts to add the patches to the matrix; {@code ctx.await()} waits, and before it nothing is computed. */
    void accumulate(final TaskContext ctx, final GlobalMatrix fock) {
        accumulate(ctx, fock, 0, 0, 1);
        accumulate(ctx, fock, 1, 2, 3);
        accumulate(ctx, fock, 2, 0, 2);
        accumulate(ctx, fock, 3, 0, 3);
        accumulate(ctx, fock, 4, 1, 2);
        accumulate(ctx, fock, 5, 1, 3);
    }

    private void accumulate(final TaskContext ctx, final GlobalMatrix fock, final int patch, final int one,
                            final int other) {
        final Box box = Box.of(blocks.first(block[one]), blocks.end(block[one]), blocks.first(block[other]),
            blocks.end(block[other]));
        fock.accumulateNb(ctx, box, Tile.of(patches[patch], box.extent(0), box.extent(1)).leading(blocks.length()), 1);
    }
}

package org.gmt4j.apps.lj;

import java.util.BitSet;
import java.util.function.IntConsumer;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.MatrixOwners;

/**
 * Whose memory each node of {@code gmt run lj} uses, found without forces: the same particles at the start, blocks,
 * tasks and rows, and the owners that Global Arrays gives them. For estimates and models. Immutable; any thread.
 *
 * <p>Certain is what sorting, the counter and the sums need. Left to chance is which node draws which task, and the
 * caller's choice here; in which rows of a block a node puts its particles, for which all owners of the block are
 * taken; and where particles are later, for which the start is taken. A task may add no force to some of its rows.
 */
public final class LjPeers {
    private final BlockGrid grid;
    private final TaskList tasks;
    private final int[] blockOfRow;
    private final long[] starts;
    private final MatrixOwners particles;
    private final MatrixOwners tickets;
    private final MatrixOwners cursors;
    private final MatrixOwners sums;

    private LjPeers(final LjSettings settings, final int nodes) {
        grid = BlockGrid.of(settings);
        tasks = new TaskList(grid);
        blockOfRow = blocksAtStart(settings, grid);
        final long[] lengths = new long[Math.toIntExact(grid.blocks())];
        for (final int block : blockOfRow) {
            lengths[block]++;
        }
        starts = LjNode.starts(lengths);
        particles = MatrixOwners.of(LjMatrices.particleSpec(settings), nodes);
        tickets = MatrixOwners.of(LjMatrices.ticketSpec(), nodes);
        cursors = MatrixOwners.of(LjMatrices.cursorSpec(grid), nodes);
        sums = MatrixOwners.of(LjMatrices.sumSpec(settings), nodes);
    }

    private static int[] blocksAtStart(final LjSettings settings, final BlockGrid grid) {
        final Lattice lattice = Lattice.of(settings);
        final int[] blocks = new int[Math.toIntExact(settings.particles())];
        final double[] x = new double[3];
        for (int row = 0; row < blocks.length; row++) {
            lattice.position(row, x, 0);
            blocks[row] = grid.block(grid.wrap(x[0]), grid.wrap(x[1]), grid.wrap(x[2]));
        }
        return blocks;
    }

    /**
     * Of a simulation with the usual density, temperature and cut-off.
     *
     * @param count     particles, {@link #leastParticles} to 2^30
     * @param blockSize particles of a block, about
     * @param steps     after the start
     */
    public static LjPeers of(final int count, final int blockSize, final int steps, final int nodes) {
        return new LjPeers(new LjApp().usual(count, blockSize, steps), nodes);
    }

    /** Returns the fewest particles of a box that is twice the usual cut-off wide. */
    public static int leastParticles() {
        return (int) new LjApp().leastParticles();
    }

    /** Returns the number of tasks of a step. */
    public long tasks() {
        return tasks.size();
    }

    /** Returns how many tasks a node with one worker draws together. @param nodes of the job */
    public static int ticketsAtOnce(final long tasksLeft, final int nodes) {
        return LjNode.ticketsAtOnce(tasksLeft, nodes);
    }

    /**
     * Calls back with each node whose memory a node uses in any case, once: the owner of the counter, all that own
     * cursors of blocks or rows of sums.
     */
    public void visitCertain(final IntConsumer visit) {
        final BitSet used = new BitSet();
        tickets.visitAll(used::set);
        cursors.visitAll(used::set);
        sums.visitAll(used::set);
        used.stream().forEach(visit);
    }

    /** Calls back with the owners of the blocks in which a node's particles are, where it puts them; once each. */
    public void visitSort(final int node, final IntConsumer visit) {
        final BitSet blocks = new BitSet();
        for (final Box rows : particles.distribution(node)) {
            for (int row = (int) rows.from(0); row < rows.to(0); row++) {
                blocks.set(blockOfRow[row]);
            }
        }
        final BitSet used = new BitSet();
        blocks.stream().forEach(block -> visitBlock(block, used::set));
        used.stream().forEach(visit);
    }

    /** Calls back with the owners of the two blocks of a task, some several times. */
    public void visitTask(final long task, final IntConsumer visit) {
        visitBlock(tasks.first((int) task), visit);
        visitBlock(tasks.second((int) task), visit);
    }

    private void visitBlock(final int block, final IntConsumer visit) {
        particles.visit(Box.of(starts[block], starts[block + 1], 0, 3), visit);
    }
}

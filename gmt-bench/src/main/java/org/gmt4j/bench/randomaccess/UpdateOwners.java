package org.gmt4j.bench.randomaccess;

import java.util.function.IntPredicate;

/**
 * Whose part of the table each node of {@code gmt run randomaccess} updates, found without a table: the same stream,
 * tasks and owners. For estimates and models. Immutable; any thread.
 */
public final class UpdateOwners {
    private final TableShape shape;
    private final int tasksPerNode;

    private UpdateOwners(final TableShape shape, final int tasksPerNode) {
        this.shape = shape;
        this.tasksPerNode = tasksPerNode;
    }

    /**
     * Of a table of {@code 2^log2} words.
     *
     * @param log2         1 to 36
     * @param tasksPerNode 1 or more
     */
    public static UpdateOwners of(final int log2, final int tasksPerNode, final int nodes) {
        return new UpdateOwners(new TableShape(log2, nodes), tasksPerNode);
    }

    /** Returns the least table, as a power, that gets so many updates; more than 36 where there is none. */
    public static int log2(final long updates) {
        int log2 = 1;
        while (log2 <= TableShape.LARGEST && new TableShape(log2, 1).updates() < updates) {
            log2++;
        }
        return log2;
    }

    /** Returns the greatest power. */
    public static int largest() {
        return TableShape.LARGEST;
    }

    /**
     * Calls back with the owner of each update of a node, as often as there are updates.
     *
     * @param most  updates that are looked at
     * @param visit returns whether further updates are of interest
     */
    public void visit(final int node, final long most, final IntPredicate visit) {
        final long tasks = (long) tasksPerNode * shape.nodes();
        final long first = shape.firstUpdate((long) node * tasksPerNode, tasks);
        final long end = first + Math.min(most, shape.firstUpdate((node + 1L) * tasksPerNode, tasks) - first);
        long word = UpdateStream.at(first);
        for (long update = first; update < end; update++) {
            word = UpdateStream.next(word);
            if (!visit.test(shape.owner(word & shape.mask()))) {
                return;
            }
        }
    }
}

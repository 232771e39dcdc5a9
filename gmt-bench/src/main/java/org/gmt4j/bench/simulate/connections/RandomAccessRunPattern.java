package org.gmt4j.bench.simulate.connections;

import org.gmt4j.bench.randomaccess.UpdateOwners;

/**
 * {@code gmt run randomaccess}: each process makes its part of the benchmark's stream, or the beginning of it, and
 * updates the words that the stream names.
 *
 * @param log2         of the words of the table
 * @param tasksPerNode that share a process's part of the stream
 * @param updates      of each process, at most
 */
record RandomAccessRunPattern(int log2, int tasksPerNode, long updates) implements Pattern {
    @Override
    public String layout() {
        return "2^" + log2;
    }

    @Override
    public void run(final ConnectionTable table) {
        final int processes = table.placement().processes();
        final UpdateOwners owners = UpdateOwners.of(log2, tasksPerNode, processes);
        for (int client = 0; client < processes; client++) {
            final int from = client;
            owners.visit(client, updates, owner -> {
                table.touchProcess(from, owner);
                return !table.isFull(from);
            });
        }
    }
}

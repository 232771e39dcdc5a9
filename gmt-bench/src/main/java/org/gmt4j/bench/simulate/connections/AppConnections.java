package org.gmt4j.bench.simulate.connections;

import java.util.Arrays;
import java.util.Optional;

/**
 * Connections of one application on one number of processes.
 *
 * @param app       of the row
 * @param layout    of its processes or blocks
 * @param working   processes that have data
 * @param placement of its processes
 * @param clients   servers that a process is connected to
 * @param servers   processes that a server is connected to
 * @param paper     the paper's figures for the same
 */
record AppConnections(App app, String layout, int working, Placement placement, Ends clients, Ends servers,
                      Optional<PaperFigures.Figure> paper) {
    /**
     * Connections seen from one side.
     *
     * @param mean of all
     * @param most of one
     */
    record Ends(double mean, int most) {
        static Ends of(final int[] counts) {
            return new Ends(Arrays.stream(counts).average().orElseThrow(), Arrays.stream(counts).max().orElseThrow());
        }
    }

    /**
     * Runs a pattern on a table of its own.
     *
     * @param countsOwn counts a process and its own node's server as well
     */
    static AppConnections of(final App app, final Pattern pattern, final Placement placement, final boolean countsOwn,
                             final Optional<PaperFigures.Figure> paper) {
        final ConnectionTable table = new ConnectionTable(placement);
        pattern.run(table);
        final int[] clients = table.serversOfClients();
        final int[] servers = table.clientsOfServers();
        if (countsOwn) {
            Arrays.setAll(clients, client -> clients[client] + 1);
            Arrays.setAll(servers, node -> servers[node] + placement.processesOf(node));
        }
        return new AppConnections(app, pattern.layout(), pattern.working(placement.processes()), placement,
            Ends.of(clients), Ends.of(servers), paper);
    }

    /** Connections of the job. */
    long connections() {
        return Math.round(clients.mean() * placement.processes());
    }

    /** Share of all possible connections that are never made. */
    double saved(final boolean countsOwn) {
        return 1 - (double) connections() / mostConnections(countsOwn);
    }

    /** All connections that a static set-up makes. */
    long mostConnections(final boolean countsOwn) {
        return placement.mostConnections() + (countsOwn ? placement.processes() : 0);
    }
}

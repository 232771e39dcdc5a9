package org.gmt4j.bench.simulate.connections;

import java.util.Map;
import java.util.Optional;

/**
 * Tables I to IV of Vishnu and Krishnan, "Efficient On-Demand Connection Management Mechanisms with PGAS Models over
 * InfiniBand", CCGrid 2010: mean connections of processes on 22 nodes for each 128. They are
 * shown, and nothing is computed from
 * them but how far we are from them.
 */
final class PaperFigures {
    private static final int PROCESSES = 128;
    private static final int NODES = 22;
    private static final Map<String, Figure> FIGURES = Map.ofEntries(
        figure("lu 128", 12, 71), figure("lu 256", 19, 112), figure("lu 512", 25, 197), figure("lu 1024", 31, 263),
        figure("lj 128", 22, 128), figure("lj 256", 44, 256), figure("lj 512", 88, 512), figure("lj 1024", 176, 1024),
        figure("randomaccess 128", 21, 123), figure("randomaccess 256", 43, 251),
        figure("randomaccess 512", 87, 507), figure("randomaccess 1024", 175, 1021),
        figure("flow 200x200x15 128", 3, 21), figure("flow 200x200x15 256", 3, 22),
        figure("flow 400x400x15 256", 3, 22), figure("flow 400x400x15 512", 3, 23),
        figure("flow 400x400x15 1024", 6, 35), figure("flow 800x800x15 1024", 6, 35),
        figure("flow 800x800x15 2048", 10, 61), figure("flow 800x800x15 4096", 10, 62));

    private PaperFigures() {
    }

    /**
     * Means as printed there, without decimals.
     *
     * @param clientServer servers of a process
     * @param serverClient processes of a server
     */
    record Figure(int clientServer, int serverClient) {
        /**
         * Each connection has a client and a server, so that both means count the same connections. Can they, however
         * they were rounded?
         */
        boolean isPossible(final Placement placement) {
            return (clientServer + 1L) * placement.processes() > (serverClient - 1L) * placement.nodes()
                && (clientServer - 1L) * placement.processes() < (serverClient + 1L) * placement.nodes();
        }

        /** The mean for processes that follows from the mean for servers. */
        double impliedClientServer(final Placement placement) {
            return (double) serverClient * placement.nodes() / placement.processes();
        }
    }

    private static Map.Entry<String, Figure> figure(final String name, final int clientServer,
                                                    final int serverClient) {
        return Map.entry(name, new Figure(clientServer, serverClient));
    }

    /** @param field cells, of interest for flow only */
    static Optional<Figure> of(final App app, final Placement placement, final Field field) {
        final String name = app.spelling() + (app == App.FLOW ? " " + field : "") + " " + placement.processes();
        return placement.nodes() == placement.processes() / PROCESSES * NODES
            ? Optional.ofNullable(FIGURES.get(name)) : Optional.empty();
    }
}

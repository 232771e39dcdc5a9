package org.gmt4j.bench.simulate.connections;

import java.util.Locale;
import org.gmt4j.cli.CliException;

/**
 * On how many nodes a job runs. Immutable.
 *
 * @param text    what the user wrote: {@code paper}, {@code fill}, or nodes
 * @param perNode processes of a full node
 */
record NodeCounts(String text, int perNode) {
    static final String OPTION = "--nodes";
    static final String PAPER = "paper";
    private static final String FILL = "fill";
    private static final int PAPER_PER_NODE = 6;
    private static final int PAPER_PROCESSES = 128;
    private static final int PAPER_NODES = 22;
    private static final int PAPER_MOST_PROCESSES = 4096;

    /** Processes of the paper's jobs, 128 to 4,096 in doublings, are spread over its 22 to 704 nodes. */
    private boolean isPapers(final int processes) {
        return perNode == PAPER_PER_NODE && Integer.bitCount(processes) == 1 && processes >= PAPER_PROCESSES
            && processes <= PAPER_MOST_PROCESSES;
    }

    Placement place(final int processes) {
        final Placement placement = switch (text.strip().toLowerCase(Locale.ROOT)) {
            case PAPER -> isPapers(processes)
                ? Placement.spread(processes, processes / PAPER_PROCESSES * PAPER_NODES)
                : Placement.filled(processes, perNode);
            case FILL -> Placement.filled(processes, perNode);
            default -> Placement.spread(processes, nodes(processes));
        };
        if (placement.nodes() < 2) {
            throw CliException.usage("--processes " + processes + " with --per-node " + perNode
                + ": all on one node, where nothing connects. Expected two nodes or more.");
        }
        return placement;
    }

    private int nodes(final int processes) {
        final int least = (processes + perNode - 1) / perNode;
        try {
            final int nodes = Integer.parseInt(text.strip());
            if (nodes >= least && nodes <= processes) {
                return nodes;
            }
        } catch (final NumberFormatException e) {
            // refused below
        }
        throw CliException.usage(OPTION + " " + text + ": expected paper, fill, or nodes for " + processes
            + " processes, " + least + " .. " + processes + " with --per-node " + perNode + ".");
    }
}

package org.gmt4j.cli.topology;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gmt4j.aggregation.topology.RequestTree;
import org.gmt4j.aggregation.topology.VirtualTopology;

/** For people: long lists are cut, and say so. */
final class TextTopologyWriter implements TopologyWriter {
    private static final int MOST_NODES_LISTED = 64;
    private static final int MOST_NEIGHBOURS_LISTED = 64;
    private static final int MOST_TREE_LINES = 2048;

    private int treeLines;

    @Override
    public void write(final TopologyReport report, final Appendable out) throws IOException {
        final VirtualTopology topology = report.topology();
        out.append(format("topology    %s, %d nodes in shape %s, routing %s%n", topology.kind().spelling(),
            topology.nodeCount(), topology.shape(), topology.rule().spelling()));
        out.append(format("neighbours  %d at most, %.2f on average, %d directed edges%n", topology.maxNeighbourCount(),
            report.meanNeighbours(), topology.edgeCount()));
        neighbours(topology, report.tree().map(RequestTree::root).orElse(0), out);
        hops(topology, out);
        out.append(format("%nrequest buffers of a node with most neighbours%n  %s%n", report.memory().formula()));
        if (report.tree().isPresent()) {
            tree(topology, report.tree().get(), out);
        }
    }

    private static void neighbours(final VirtualTopology topology, final int asked, final Appendable out)
        throws IOException {
        out.append(format("%n%8s  %-14s %s%n", "node", "coordinates", "neighbours"));
        final boolean isLong = topology.nodeCount() > MOST_NODES_LISTED;
        for (int node = isLong ? asked : 0; node < (isLong ? asked + 1 : topology.nodeCount()); node++) {
            final int[] neighbours = topology.neighbours(node);
            final String list = Arrays.stream(neighbours).limit(MOST_NEIGHBOURS_LISTED).mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
            final int more = neighbours.length - MOST_NEIGHBOURS_LISTED;
            out.append(format("%8d  %-14s %s%s%n", node, topology.shape().coordinates(node),
                list.isEmpty() ? "none" : list, more > 0 ? " and " + more + " more" : ""));
        }
        if (isLong) {
            out.append(format("          (one of %d nodes; --format json lists all, --to another)%n",
                topology.nodeCount()));
        }
    }

    private static void hops(final VirtualTopology topology, final Appendable out) throws IOException {
        final long[] histogram = topology.hopHistogram();
        final double pairs = (double) topology.nodeCount() * (topology.nodeCount() - 1);
        out.append(format("%n%8s  %14s %9s%n", "hops", "ordered pairs", "share"));
        for (int hops = 1; hops <= topology.maxHops(); hops++) {
            out.append(format("%8d  %14d %7.2f %%%n", hops, histogram[hops], 100 * histogram[hops] / pairs));
        }
        out.append(format("%8s  %14.3f%n", "mean", topology.meanHops()));
    }

    private void tree(final VirtualTopology topology, final RequestTree tree, final Appendable out) throws IOException {
        out.append(format("%nrequests to node %d: height %d, nodes by depth %s%n", tree.root(), tree.height(),
            Arrays.stream(tree.nodesByDepth()).mapToObj(Integer::toString).collect(Collectors.joining(" "))));
        treeLines = 0;
        branch(topology, tree, tree.root(), "", "", out);
        if (treeLines < tree.nodeCount()) {
            out.append(format("... and %d more nodes; --format json lists all%n", tree.nodeCount() - treeLines));
        }
    }

    private void branch(final VirtualTopology topology, final RequestTree tree, final int node, final String before,
                        final String indent, final Appendable out) throws IOException {
        if (treeLines == MOST_TREE_LINES) {
            return;
        }
        treeLines++;
        out.append(format("%s%d %s%n", before, node, topology.shape().coordinates(node)));
        final int[] children = tree.children(node);
        for (int i = 0; i < children.length; i++) {
            final boolean isLast = i == children.length - 1;
            branch(topology, tree, children[i], indent + (isLast ? "`-- " : "|-- "),
                indent + (isLast ? "    " : "|   "), out);
        }
    }

    private static String format(final String pattern, final Object... arguments) {
        return String.format(Locale.ROOT, pattern, arguments);
    }
}

package org.gmt4j.cli.topology;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gmt4j.aggregation.topology.RequestTree;
import org.gmt4j.aggregation.topology.VirtualTopology;

/**
 * The request tree as a picture: the root on top, each node below its next hop, leaves side by side. Numbers are left
 * away where nodes stand too close; each node's title has them.
 */
final class SvgTopologyWriter implements TopologyWriter {
    private static final int LEVEL = 90;
    private static final int TOP = 70;
    private static final int MARGIN = 30;
    private static final int WIDEST = 4000;
    private static final int NARROWEST = 420;
    private static final double WIDE_STEP = 34;
    private static final double READABLE_STEP = 20;
    private static final String[] COLOURS = {"#d1495b", "#2e6f95", "#3f8f5b", "#c98a1b", "#7a5195", "#5c6670"};

    @Override
    public void write(final TopologyReport report, final Appendable out) throws IOException {
        final RequestTree tree = report.tree().orElseThrow();
        final VirtualTopology topology = report.topology();
        final double[] places = new double[tree.nodeCount()];
        final int leaves = place(tree, tree.root(), 0, places);
        final double step = Math.min(WIDE_STEP, (double) (WIDEST - 2 * MARGIN) / leaves);
        final double width = Math.max(NARROWEST, leaves * step + 2 * MARGIN);
        final double left = (width - (leaves - 1) * step) / 2;
        final double height = TOP + (double) tree.height() * LEVEL + 40;
        out.append(format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
            + "height=\"%.0f\" font-family=\"sans-serif\" font-size=\"11\">%n", width, height, width, height));
        out.append(format("<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n"));
        out.append(format("<text x=\"%d\" y=\"20\" font-size=\"14\">Requests to node %d: %s %s of %d "
            + "nodes, %s</text>%n", MARGIN, tree.root(),
            topology.kind().spelling(), topology.shape(), topology.nodeCount(), topology.rule().spelling()));
        out.append(format("<text x=\"%d\" y=\"37\" fill=\"#5c6670\">nodes by depth %s; at most %d neighbours</text>%n",
            MARGIN, Arrays.stream(tree.nodesByDepth()).mapToObj(Integer::toString).collect(Collectors.joining(", ")),
            topology.maxNeighbourCount()));
        edges(tree, places, left, step, out);
        nodes(topology, tree, places, left, step, out);
        out.append(format("</svg>%n"));
    }

    /** A parent stands above the middle of its children. @return leaves so far */
    private static int place(final RequestTree tree, final int node, final int leavesBefore, final double[] places) {
        final int[] children = tree.children(node);
        if (children.length == 0) {
            places[node] = leavesBefore;
            return leavesBefore + 1;
        }
        int leaves = leavesBefore;
        for (final int child : children) {
            leaves = place(tree, child, leaves, places);
        }
        places[node] = (places[children[0]] + places[children[children.length - 1]]) / 2;
        return leaves;
    }

    private static void edges(final RequestTree tree, final double[] places, final double left, final double step,
                              final Appendable out)
        throws IOException {
        out.append(format("<g stroke=\"#9aa3ab\" stroke-width=\"1\" fill=\"none\">%n"));
        for (int node = 0; node < tree.nodeCount(); node++) {
            if (node != tree.root()) {
                final int parent = tree.parent(node);
                out.append(format("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>%n", left + places[node] * step,
                    y(tree, node), left + places[parent] * step, y(tree, parent)));
            }
        }
        out.append(format("</g>%n"));
    }

    private static void nodes(final VirtualTopology topology, final RequestTree tree, final double[] places,
                              final double left, final double step, final Appendable out) throws IOException {
        final double radius = Math.max(1.5, Math.min(12, step * 0.42));
        final boolean isReadable = step >= READABLE_STEP;
        out.append(format("<g text-anchor=\"middle\" fill=\"#ffffff\">%n"));
        for (int node = 0; node < tree.nodeCount(); node++) {
            final double x = left + places[node] * step;
            final int depth = tree.depth(node);
            // An inner node has its subtree's width to itself, so it is drawn large even where leaves are dots.
            final double size = tree.children(node).length > 1 ? Math.max(radius,
                Math.min(12, tree.children(node).length * radius)) : radius;
            out.append(format("<circle cx=\"%.1f\" cy=\"%d\" r=\"%.1f\" fill=\"%s\"><title>node %d %s, "
                + "%d hops</title></circle>%n", x,
                y(tree, node), size, COLOURS[depth % COLOURS.length], node, topology.shape().coordinates(node), depth));
            if (isReadable || size >= 12) {
                out.append(format("<text x=\"%.1f\" y=\"%d\">%d</text>%n", x, y(tree, node) + 4, node));
            }
        }
        out.append(format("</g>%n"));
    }

    private static int y(final RequestTree tree, final int node) {
        return TOP + tree.depth(node) * LEVEL;
    }

    private static String format(final String pattern, final Object... arguments) {
        return String.format(Locale.ROOT, pattern, arguments);
    }
}

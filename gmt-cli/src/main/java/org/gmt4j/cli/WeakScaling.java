package org.gmt4j.cli;

/** How sizes grow with the nodes; for {@link GmtApp#weakOptions}. Stateless. */
public final class WeakScaling {
    private WeakScaling() {
    }

    /**
     * The scale of something with 2^scale elements that has as many of them for each node as one node has at the scale
     * given.
     *
     * @param option  name of the option that has the scale, for the message
     * @param instead alternative for other counts of nodes, for the message; may be empty
     * @throws CliException (usage) unless nodes are a power of two
     */
    public static String scale(final String option, final int scaleOfOneNode, final int nodes, final String instead) {
        if (Integer.bitCount(nodes) != 1) {
            throw CliException.usage(option + " " + scaleOfOneNode + " cannot be weakly scaled to " + nodes
                + " nodes: it doubles, so the counts that work are 1, 2, 4, 8, 16 ..."
                + (instead.isEmpty() ? "" : " " + instead));
        }
        return String.valueOf(scaleOfOneNode + Integer.numberOfTrailingZeros(nodes));
    }

    /**
     * @param option name of the option that has the size, for the message
     * @throws CliException (usage) when the product has more than 63 bits
     */
    public static String product(final String option, final long sizeOfOneNode, final int nodes) {
        try {
            return String.valueOf(Math.multiplyExact(sizeOfOneNode, (long) nodes));
        } catch (final ArithmeticException e) {
            throw CliException.usage(option + " " + sizeOfOneNode + " times " + nodes + " nodes is too large.");
        }
    }
}

package org.gmt4j.engine.task;

import java.util.Arrays;
import org.gmt4j.Placement;

/** The parts of a loop before any of them is sent, for loops that are spawned completely or not at all. Per loop. */
final class LoopParts implements Placement.PartConsumer {
    /** Tests whether a node refuses a number of tasks. */
    interface NodeTest {
        boolean isSaturated(int node, int tasks);
    }

    private final int[] countByNode;
    private int[] nodes = new int[16];
    private long[] lows = new long[16];
    private long[] highs = new long[16];
    private int count;

    LoopParts(final int nodeCount) {
        countByNode = new int[nodeCount];
    }

    @Override
    public void part(final int node, final long low, final long high) {
        if (count == nodes.length) {
            nodes = Arrays.copyOf(nodes, count * 2);
            lows = Arrays.copyOf(lows, count * 2);
            highs = Arrays.copyOf(highs, count * 2);
        }
        nodes[count] = node;
        lows[count] = low;
        highs[count++] = high;
        countByNode[node]++;
    }

    boolean anyNode(final NodeTest test) {
        for (int node = 0; node < countByNode.length; node++) {
            if (countByNode[node] > 0 && test.isSaturated(node, countByNode[node])) {
                return true;
            }
        }
        return false;
    }

    void forEach(final Placement.PartConsumer consumer) {
        for (int i = 0; i < count; i++) {
            consumer.part(nodes[i], lows[i], highs[i]);
        }
    }
}

package org.gmt4j.examples;

import org.gmt4j.GmtCluster;

/** Every node says hello; node 0 prints the words of all. */
public final class Hello {
    private Hello() {
    }

    public static void main(final String[] args) {
        GmtCluster.main(cluster -> System.out.print(greetings(cluster)));
    }

    static String greetings(final GmtCluster cluster) {
        return cluster.call(ctx -> {
            final StringBuilder all = new StringBuilder();
            for (final String one : ctx.callOnAll(c -> "hello from node " + c.nodeId() + " of " + c.nodeCount())) {
                all.append(one).append('\n');
            }
            return all.toString();
        });
    }
}

package org.gmt4j.graph.serial;

/** Connected components by one thread: union-find over the rows. Stateless; time O(E) nearly. */
public final class SerialComponents {
    private SerialComponents() {
    }

    /** Returns for each vertex the smallest one of its component; directions of edges do not count. */
    public static int[] labels(final LocalCsr graph) {
        final int count = graph.vertexCount();
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        final UnionFind sets = new UnionFind(count);
        for (int v = 0; v < count; v++) {
            for (int e = offsets[v]; e < offsets[v + 1]; e++) {
                if (!graph.symmetric() || targets[e] < v) {
                    sets.join(v, targets[e]);
                }
            }
        }
        final int[] labels = new int[count];
        for (int v = 0; v < count; v++) {
            labels[v] = sets.find(v);
        }
        return labels;
    }
}

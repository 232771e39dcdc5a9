package wrong;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.NodeLocal;

public final class Bins {
    private Bins() {
    }

    static void fill(final GmtCluster cluster) {
        cluster.run(ctx -> {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
            final NodeLocal<int[]> bins = NodeLocal.create(ctx, c -> new int[10]);
            ctx.parFor(1000, 10, (i, c) -> {
                final int bin = (int) (i % 10);
                bins.get()[bin] += (int) a.get(c, i);
            });
        });
    }
}

// An element of an array of the node is read before the wait and stored after it.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.NodeLocal;

public class ElementAcrossWait {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                NodeLocal<int[]> bins = NodeLocal.create(ctx, c -> new int[10]);
                ctx.parFor(1000, 10, (i, c) -> {
                    int bin = (int) (i % 10);
                    bins.get()[bin] += (int) a.get(c, i);
                });
            });
        }
    }
}

// build: ElementAcrossWait.[...](ElementAcrossWait.java:13): GMT-701 the store to bins.get()[bin] in line 14 loses
// updates: bins.get()[bin] was read before the wait in a.get(...), so what other tasks store there meanwhile is
// overwritten. Wait first, then read and store: 'var v = a.get(...); bins.get()[bin] += v;'. A local variable or a
// reduction (ctx.sum, ctx.reduce) is safe, too; where no other task can reach the place, mark the method with
// @TrustedStores

// The object of a node-local is read before the wait and, asked for again, stored after it.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.NodeLocal;

public class NodeLocalAcrossWait {
    static final class State {
        long sum;
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                NodeLocal<State> state = NodeLocal.create(ctx, c -> new State());
                ctx.parFor(1000, 10, (i, c) -> {
                    long before = state.get().sum;
                    long more = a.get(c, i);
                    state.get().sum = before + more;
                });
            });
        }
    }
}

// build: NodeLocalAcrossWait.[...](NodeLocalAcrossWait.java:17): GMT-701 the store to state.get().sum in line 19
// loses updates: state.get().sum was read in line 17 before the wait in a.get(...), so what other tasks store there
// meanwhile is overwritten. Wait first, then read and store: 'var v = a.get(...); state.get().sum += v;'. A local
// variable or a reduction (ctx.sum, ctx.reduce) is safe, too; where no other task can reach the place, mark the
// method with @TrustedStores

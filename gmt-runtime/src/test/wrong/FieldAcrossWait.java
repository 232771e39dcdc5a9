// A field is read before the wait and stored after it: the additions of other chunks meanwhile are lost.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.NodeLocal;

public class FieldAcrossWait {
    static final class State {
        long sum;
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                NodeLocal<State> state = NodeLocal.create(ctx, c -> new State());
                ctx.parFor(1000, 10, (i, c) -> {
                    State mine = state.get();
                    mine.sum += a.get(c, i);
                });
            });
        }
    }
}

// build: FieldAcrossWait.[...](FieldAcrossWait.java:17): GMT-701 the store to mine.sum in line 18 loses updates:
// mine.sum was read before the wait in a.get(...), so what other tasks store there meanwhile is overwritten. Wait
// first, then read and store: 'var v = a.get(...); mine.sum += v;'. A local variable or a reduction (ctx.sum,
// ctx.reduce) is safe, too; where no other task can reach the place, mark the method with @TrustedStores

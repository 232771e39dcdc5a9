// Static fields are shared by all tasks of a process.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;

public class StaticAcrossWait {
    static long sum;

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                ctx.parFor(1000, 10, (i, c) -> sum += a.get(c, i));
            });
        }
    }
}

// build: StaticAcrossWait.[...](StaticAcrossWait.java:12): GMT-701 the store to StaticAcrossWait.sum in line 12 loses
// updates: StaticAcrossWait.sum was read before the wait in a.get(...), so what other tasks store there meanwhile is
// overwritten. Wait first, then read and store: 'var v = a.get(...); StaticAcrossWait.sum += v;'. A local variable or
// a reduction (ctx.sum, ctx.reduce) is safe, too; where no other task can reach the place, mark the method with
// @TrustedStores

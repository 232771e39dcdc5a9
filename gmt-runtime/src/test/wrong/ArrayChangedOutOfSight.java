// A setting compares captured arrays after each chunk: gmt.check.captures=on.
import org.gmt4j.GmtCluster;

public class ArrayChangedOutOfSight {
    interface Collector {
        default void collect(long[] to, long value) {
            to[0] += value;
        }
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.builder().checkCaptures(true).register(ArrayChangedOutOfSight.class).start()) {
            cluster.run(ctx -> {
                long[] bins = new long[10];
                ctx.parFor(10, 10, (i, c) -> {
                    Collector collector = new Collector() {
                    };
                    collector.collect(bins, i);
                });
            });
        }
    }
}

// run: GMT-702 captured variable 'bins' (long[10]) of the lambda at
// ArrayChangedOutOfSight.main(ArrayChangedOutOfSight.java:16) has changed while the body ran on node 0. A body works
// on a copy of what it captures, so nobody would ever see the change: use a reduction (ctx.sum, ctx.reduce), a global
// array, or space that the body makes itself. (Found by gmt.check.captures=on.)

// A second name for a captured array denotes the same copy.
import org.gmt4j.GmtCluster;

public class AliasOfCapturedArray {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                long[] seen = new long[100];
                ctx.parFor(100, 10, (low, high, c) -> {
                    long[] mine = seen;
                    for (long i = low; i < high; i++) {
                        mine[(int) i] = 1;
                    }
                });
            });
        }
    }
}

// run: GMT-700 captured variable 'seen' (long[]) of the lambda at
// AliasOfCapturedArray.main(AliasOfCapturedArray.java:10) is changed in line 12: an element is stored. A body works
// on a copy of what it captures, so nobody would ever see the change. To add up, use a reduction: long total =
// ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share data, a global array: counts.addNb(c, index, 1).
// What only the body itself uses, make in the body.

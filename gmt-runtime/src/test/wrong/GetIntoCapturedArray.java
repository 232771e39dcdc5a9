// The runtime's own verbs write into an array, too: get, getNb, fetchAddNb, compareAndSetNb.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;

public class GetIntoCapturedArray {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.of(ctx, 4, 5, 6, 7);
                long[] old = new long[4];
                ctx.parFor(4, 1, (i, c) -> a.get(c, i, old, (int) i, 1));
                System.out.println(old[3]);
            });
        }
    }
}

// run: GMT-700 captured variable 'old' (long[]) of the lambda at
// GetIntoCapturedArray.main(GetIntoCapturedArray.java:11) is changed in line 11: GlobalLongArray.get() changes it. A
// body works on a copy of what it captures, so nobody would ever see the change. To add up, use a reduction: long
// total = ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share data, a global array: counts.addNb(c, index,
// 1). What only the body itself uses, make in the body.

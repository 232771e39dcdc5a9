// A captured array is copied to every node: it cannot count.
import org.gmt4j.GmtCluster;

public class SumIntoCapturedArray {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            long sum = cluster.call(ctx -> {
                long[] total = new long[1];
                ctx.parFor(1000, 10, (i, c) -> total[0] += i);
                return total[0];
            });
            System.out.println(sum);
        }
    }
}

// run: GMT-700 captured variable 'total' (long[]) of the lambda at
// SumIntoCapturedArray.main(SumIntoCapturedArray.java:9) is changed in line 9: an element is stored. A body works on
// a copy of what it captures, so nobody would ever see the change. To add up, use a reduction: long total =
// ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share data, a global array: counts.addNb(c, index, 1).
// What only the body itself uses, make in the body.

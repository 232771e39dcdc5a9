// A captured value stays a copy when it is passed to a method of the program.
import org.gmt4j.GmtCluster;

public class MethodStoresIntoCapture {
    static void count(long[] bins, long value) {
        bins[(int) (value % bins.length)]++;
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                long[] bins = new long[10];
                ctx.parFor(1000, 10, (i, c) -> count(bins, i));
            });
        }
    }
}

// run: GMT-700 captured variable 'bins' (long[]) of the lambda at
// MethodStoresIntoCapture.main(MethodStoresIntoCapture.java:13) is changed in
// MethodStoresIntoCapture.count(MethodStoresIntoCapture.java:6): an element is stored. A body works on a copy of what
// it captures, so nobody would ever see the change. To add up, use a reduction: long total = ctx.sum(n, chunk, (i, c)
// -> ...), or ctx.reduce(...); to share data, a global array: counts.addNb(c, index, 1). What only the body itself
// uses, make in the body.

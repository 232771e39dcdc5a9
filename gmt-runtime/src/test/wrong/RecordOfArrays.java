// The contents of a captured record are copied with it.
import org.gmt4j.GmtCluster;

public class RecordOfArrays {
    record Bins(long[] counts, String name) {
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                Bins bins = new Bins(new long[10], "ages");
                ctx.parFor(1000, 10, (i, c) -> bins.counts()[(int) (i % 10)]++);
            });
        }
    }
}

// run: GMT-700 counts() of captured variable 'bins' (RecordOfArrays$Bins) of the lambda at
// RecordOfArrays.main(RecordOfArrays.java:12) is changed in line 12: an element is stored. A body works on a copy of
// what it captures, so nobody would ever see the change. To add up, use a reduction: long total = ctx.sum(n, chunk,
// (i, c) -> ...), or ctx.reduce(...); to share data, a global array: counts.addNb(c, index, 1). What only the body
// itself uses, make in the body.

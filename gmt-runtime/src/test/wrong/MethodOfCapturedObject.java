// A captured object's own method changes a copy, too, whether or not the class could have others below it.
import org.gmt4j.GmtCluster;
import org.gmt4j.Transferable;

public class MethodOfCapturedObject {
    static class Total implements Transferable {
        long value;

        void add(long more) {
            value += more;
        }
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                Total total = new Total();
                ctx.parFor(1000, 10, (i, c) -> total.add(i));
                System.out.println(total.value);
            });
        }
    }
}

// run: GMT-700 captured variable 'total' (MethodOfCapturedObject$Total) of the lambda at
// MethodOfCapturedObject.main(MethodOfCapturedObject.java:18) is changed in
// MethodOfCapturedObject$Total.add(MethodOfCapturedObject.java:10): field 'value' is stored. A body works on a copy
// of what it captures, so nobody would ever see the change. To add up, use a reduction: long total = ctx.sum(n,
// chunk, (i, c) -> ...), or ctx.reduce(...); to share data, a global array: counts.addNb(c, index, 1). What only the
// body itself uses, make in the body.

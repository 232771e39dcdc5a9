// A captured object of a class of your own is a copy, too.
import org.gmt4j.GmtCluster;
import org.gmt4j.Transferable;

public class FieldOfCapturedObject {
    static final class Total implements Transferable {
        long value;
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                Total total = new Total();
                ctx.parFor(1000, 10, (i, c) -> total.value += i);
                System.out.println(total.value);
            });
        }
    }
}

// run: GMT-700 captured variable 'total' (FieldOfCapturedObject$Total) of the lambda at
// FieldOfCapturedObject.main(FieldOfCapturedObject.java:14) is changed in line 14: field 'value' is stored. A body
// works on a copy of what it captures, so nobody would ever see the change. To add up, use a reduction: long total =
// ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share data, a global array: counts.addNb(c, index, 1).
// What only the body itself uses, make in the body.

// A visit runs at the owner of its element: its captured values are copies there.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.Visitor;

public class VisitCountsInCapture {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                long[] visits = new long[1];
                Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> visits[0]++);
                visitor.send(ctx, 99, 0);
                ctx.await();
            });
        }
    }
}

// run: GMT-700 captured variable 'visits' (long[]) of the lambda at
// VisitCountsInCapture.main(VisitCountsInCapture.java:12) is changed in line 12: an element is stored. A body works
// on a copy of what it captures, so nobody would ever see the change. To add up, use a reduction: long total =
// ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share data, a global array: counts.addNb(c, index, 1).
// What only the body itself uses, make in the body.

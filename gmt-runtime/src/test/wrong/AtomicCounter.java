// An atomic counter is atomic on one node only, and every node would have its own.
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.GmtCluster;

public class AtomicCounter {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                AtomicLong sum = new AtomicLong();
                ctx.parFor(1000, 10, (i, c) -> sum.addAndGet(i));
                System.out.println(sum.get());
            });
        }
    }
}

// run: GMT-700 captured variable 'sum' (java.util.concurrent.atomic.AtomicLong) of the lambda at
// AtomicCounter.main(AtomicCounter.java:10) is changed in line 10: AtomicLong.addAndGet() changes it. A body works on
// a copy of what it captures, so nobody would ever see the change. To add up, use a reduction: long total =
// ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share data, a global array: counts.addNb(c, index, 1).
// What only the body itself uses, make in the body.

// A visit runs to its end: it cannot wait, even where the compiler does not see the wait.
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.Visitor;

public class WaitInVisit {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> {
                    try {
                        a.get(c, 0);
                    } catch (SuspendExecution e) {
                        throw new AssertionError(e);
                    }
                });
                visitor.send(ctx, 99, 0);
                ctx.await();
            });
        }
    }
}

// run: GMT-239 java.lang.IllegalStateException on node 1: GMT-214 only the task that a context belongs to may wait, on its own fiber; visits and local bodies cannot wait at all

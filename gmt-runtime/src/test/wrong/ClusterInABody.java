// A body that waits for a job of its own cluster holds the thread that would run it: it uses its context.
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;

public class ClusterInABody {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                long sum = cluster.call(c -> a.sum(c));
                System.out.println(sum);
            });
        }
    }
}

// run: GMT-239 java.lang.IllegalStateException on node 0: GMT-393 a body submits a job to its own cluster, on a thread of node 0, which would wait for itself. A body uses its context: ctx.call, ctx.parFor, ctx.execute; where it must wait for a job, in ctx.callBlocking

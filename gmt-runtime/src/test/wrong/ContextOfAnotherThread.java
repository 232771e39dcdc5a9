// Another thread uses the context of a task; parallel streams do so, too.
import java.util.concurrent.CompletableFuture;
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;

public class ContextOfAnotherThread {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                CompletableFuture.runAsync(() -> a.addNb(ctx, 7, 1)).join();
            });
        }
    }
}
// run: GMT-403 thread [...] uses the context of a task of gmt-0-combined: a context
// belongs to its task alone. In place of parallel streams and threads take ctx.parFor or ctx.sum, whose bodies get
// contexts of their own; what other threads have computed comes back as the result of ctx.callBlocking, or by
// ctx.await(stage)

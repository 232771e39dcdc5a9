// An array is freed twice.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;

public class DoubleFree {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                a.free(ctx);
                a.free(ctx);
            });
        }
    }
}

// run: GMT-230 array #0 (long, length 10, parts of 5 from node 0) has been freed

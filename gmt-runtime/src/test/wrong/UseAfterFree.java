// An array is used after it was freed.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;

public class UseAfterFree {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                a.free(ctx);
                System.out.println(a.get(ctx, 3));
            });
        }
    }
}

// run: GMT-230 array #0 (long, length 10, parts of 5 from node 0) has been freed

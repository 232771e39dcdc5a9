// An index lies outside of the array.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;

public class IndexOutside {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                System.out.println(a.get(ctx, 10));
            });
        }
    }
}

// run: index 10 of array #0 (long, length 10, parts of 5 from node 0)

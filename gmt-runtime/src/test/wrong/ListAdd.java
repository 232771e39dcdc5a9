// A captured list cannot collect results.
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtCluster;

public class ListAdd {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                List<Long> found = new ArrayList<>();
                ctx.parFor(1000, 10, (i, c) -> {
                    if (i % 7 == 0) {
                        found.add(i);
                    }
                });
                System.out.println(found);
            });
        }
    }
}

// run: GMT-700 captured variable 'found' (java.util.List) of the lambda at ListAdd.main(ListAdd.java:12) is changed
// in line 13: List.add() changes it. A body works on a copy of what it captures, so nobody would ever see the change.
// To add up, use a reduction: long total = ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share data, a
// global array: counts.addNb(c, index, 1). What only the body itself uses, make in the body.

// A captured map cannot count words.
import java.util.HashMap;
import java.util.Map;
import org.gmt4j.GmtCluster;

public class MapMerge {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                Map<String, Long> counts = new HashMap<>();
                ctx.executeOnAll(c -> counts.merge("node " + c.nodeId(), 1L, Long::sum));
                System.out.println(counts);
            });
        }
    }
}

// run: GMT-700 captured variable 'counts' (java.util.Map) of the lambda at MapMerge.main(MapMerge.java:11) is changed
// in line 11: Map.merge() changes it. A body works on a copy of what it captures, so nobody would ever see the
// change. To add up, use a reduction: long total = ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share
// data, a global array: counts.addNb(c, index, 1). What only the body itself uses, make in the body.

// The job does not have this node.
import org.gmt4j.GmtCluster;

public class NoSuchNode {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> ctx.execute(2, c -> c.nextRandom(10)));
        }
    }
}

// run: node 2 of 2 nodes

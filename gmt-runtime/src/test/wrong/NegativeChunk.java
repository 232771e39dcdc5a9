// The length of a chunk is negative.
import org.gmt4j.GmtCluster;

public class NegativeChunk {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> ctx.parFor(100, -1, (i, c) -> c.nextRandom(10)));
        }
    }
}

// run: chunk is -1, expected at least 1 iteration per task, or 0 for chunks by measured cost

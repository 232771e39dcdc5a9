// A lambda that uses a field captures the object around it.
import org.gmt4j.GmtCluster;

public class CapturedThis {
    private long step = 3;

    void run(GmtCluster cluster) {
        cluster.run(ctx -> ctx.parFor(1000, 10, (i, c) -> {
            if (i % step == 0) {
                c.nextRandom(10);
            }
        }));
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            new CapturedThis().run(cluster);
        }
    }
}

// run: GMT-201 'this' (CapturedThis) of the lambda at CapturedThis.run(CapturedThis.java:9) cannot travel to another
// node: the lambda uses 'this' (class CapturedThis) through field 'step'. Copy what it needs into local variables
// before the lambda, and make the methods that it calls static.

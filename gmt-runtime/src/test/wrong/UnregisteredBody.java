// The bodies of a class that is not registered with the cluster do not travel.
import org.gmt4j.GmtCluster;
import org.gmt4j.IndexBody;

public class UnregisteredBody {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> ctx.parFor(10, 1, Elsewhere.body()));
        }
    }
}

class Elsewhere {
    static IndexBody body() {
        return (i, c) -> c.nextRandom(10);
    }
}

// run: GMT-202 the body (a lambda of Elsewhere) cannot travel to another node: the class around it, Elsewhere, is not
// registered. Start the cluster with it: GmtCluster.connect(Elsewhere.class) or
// GmtCluster.builder().register(Elsewhere.class), or name it in GmtApp.registeredClasses().

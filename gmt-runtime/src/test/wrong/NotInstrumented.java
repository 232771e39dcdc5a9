// Without the build step or the agent no body can wait.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;

public class NotInstrumented {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                System.out.println(a.get(ctx, 9));
            });
        }
    }
}

// plain: GMT-215 NotInstrumented.[...]:9 waits in a task, but its class was not instrumented for fibers. Either run
// the instrumentation step in the build (README, 'Your own project'), or start Java with -javaagent:gmt-quasar.jar

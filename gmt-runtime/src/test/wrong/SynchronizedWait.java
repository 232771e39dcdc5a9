// A fiber cannot leave its thread while it holds a monitor.
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;

public class SynchronizedWait {
    static synchronized long read(TaskContext ctx, GlobalLongArray a) throws SuspendExecution {
        return a.get(ctx, 9);
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                System.out.println(read(ctx, a));
            });
        }
    }
}

// build: SynchronizedWait.read(SynchronizedWait.java:9): it waits and is synchronized. Move the synchronized part to
// a method that does not wait, or use a lock-free type

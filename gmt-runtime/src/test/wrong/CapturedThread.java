// Threads, streams and sockets stay where they are.
import org.gmt4j.GmtCluster;

public class CapturedThread {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            Thread me = Thread.currentThread();
            cluster.run(ctx -> ctx.execute(1, c -> me.getName()));
        }
    }
}

// run: GMT-201 captured variable 'me' (java.lang.Thread) of the lambda at CapturedThread.main(CapturedThread.java:8)
// cannot travel to another node: it is neither a value nor of a registered class. Make it a record and register it,
// copy what the body needs into a local variable of a simple type, or put the data into a global array.
